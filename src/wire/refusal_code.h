// Why the server refuses a request: the codes of docs/protocol.md, of WebSocket messages and of HTTP. Programs go by the code.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace perron::wire {

enum class RefusalCode : std::uint8_t {
  bad_message,
  rule,
  stale,
  repeated_id,
  busy,
  no_such_table,
  no_such_game,
  no_such_seat,
  no_such_board,
  no_such_user,
  not_your_seat,
  not_the_host,
  not_waiting,
  not_playing,
  not_over,
  seat_taken,
  no_free_seat,
  seats_open,
  cannot_undo,
  too_many_undos,
  game_too_long,
  computer_plays,
  not_watchable,
  too_many_tables,
  too_many_open,
  too_many_mutes,
  too_fast,
  unreadable,
  not_stored,
  stopping,
  // Over HTTP, and in the answer to hello.
  bad_request,
  bad_name,
  bad_password,
  unknown_token,
  wrong_password,
  foreign_origin,
  not_local,
  not_found,
  no_such_session,
  bad_method,
  name_taken,
  has_account,
  no_account,
  conflict,
  unknown_host,
  internal,
  too_many_connections,
};
inline constexpr int kRefusalCodes = static_cast<int>(RefusalCode::too_many_connections) + 1;

struct RefusalCodeFacts {
  RefusalCode value;
  std::string_view name;
  std::string_view sentence = {};  // for people, where it is the same each time
};
inline constexpr auto kRefusalCodeTable = std::to_array<RefusalCodeFacts>({
    {RefusalCode::bad_message, "bad_message"},
    {RefusalCode::rule, "rule"},
    {RefusalCode::stale, "stale"},
    {RefusalCode::repeated_id, "repeated_id", "This id was used before in this game, for another request."},
    {RefusalCode::busy, "busy"},
    {RefusalCode::no_such_table, "no_such_table"},
    {RefusalCode::no_such_game, "no_such_game"},
    {RefusalCode::no_such_seat, "no_such_seat"},
    {RefusalCode::no_such_board, "no_such_board"},
    {RefusalCode::no_such_user, "no_such_user", "There is no such user."},
    {RefusalCode::not_your_seat, "not_your_seat"},
    {RefusalCode::not_the_host, "not_the_host", "Only who made the table may do that."},
    {RefusalCode::not_waiting, "not_waiting", "The game has begun already."},
    {RefusalCode::not_playing, "not_playing", "This game is not being played."},
    {RefusalCode::not_over, "not_over"},
    {RefusalCode::seat_taken, "seat_taken"},
    {RefusalCode::no_free_seat, "no_free_seat", "No seat is free."},
    {RefusalCode::seats_open, "seats_open", "A seat is open still: wait, add a computer player, or take the seat away."},
    {RefusalCode::cannot_undo, "cannot_undo", "There is nothing to take back, or something has been shown or played since."},
    {RefusalCode::too_many_undos, "too_many_undos", "Too many actions have been taken back in this game. Play on."},
    {RefusalCode::game_too_long, "game_too_long", "This game has grown too long for seats to change hands."},
    {RefusalCode::computer_plays, "computer_plays", "A computer player has this seat now. Take it back first."},
    {RefusalCode::not_watchable, "not_watchable", "This game is for its players only."},
    {RefusalCode::too_many_tables, "too_many_tables"},
    {RefusalCode::too_many_open, "too_many_open", "This connection follows too many tables already. Close one first."},
    {RefusalCode::too_many_mutes, "too_many_mutes", "You have muted too many people already."},
    {RefusalCode::too_fast, "too_fast"},
    {RefusalCode::unreadable, "unreadable", "This game cannot be read. The log of the server says more."},
    {RefusalCode::not_stored, "not_stored"},
    {RefusalCode::stopping, "stopping", "The server is about to stop. Come back in a moment."},
    {RefusalCode::bad_request, "bad_request"},
    {RefusalCode::bad_name, "bad_name"},
    {RefusalCode::bad_password, "bad_password"},
    {RefusalCode::unknown_token, "unknown_token", "This token is unknown or has been ended."},
    {RefusalCode::wrong_password, "wrong_password"},
    {RefusalCode::foreign_origin, "foreign_origin", "This server does not take requests from pages of other sites."},
    {RefusalCode::not_local, "not_local", "The metrics are for this machine only; see the setting `metrics`."},
    {RefusalCode::not_found, "not_found"},
    {RefusalCode::no_such_session, "no_such_session", "There is no such session of yours."},
    {RefusalCode::bad_method, "bad_method"},
    {RefusalCode::name_taken, "name_taken", "This account name is taken."},
    {RefusalCode::has_account, "has_account", "You have an account already."},
    {RefusalCode::no_account, "no_account", "Only an account has a password."},
    {RefusalCode::conflict, "conflict", "Somebody was faster: look again."},
    {RefusalCode::unknown_host, "unknown_host", "This server does not go by that name. Its host can allow it by the setting `hosts`."},
    {RefusalCode::internal, "internal", "The server could not do that. Try again."},
    {RefusalCode::too_many_connections, "too_many_connections", "Too many connections from your address."},
});
static_assert(is_complete(kRefusalCodeTable, RefusalCode::too_many_connections));

constexpr std::string_view name_of(RefusalCode code) { return row_of(kRefusalCodeTable, code).name; }
constexpr std::string_view sentence_of(RefusalCode code) { return row_of(kRefusalCodeTable, code).sentence; }

}  // namespace perron::wire
