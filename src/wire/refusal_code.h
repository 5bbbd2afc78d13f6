// Why the server rejects a request: the codes of docs/protocol.md, in WebSocket messages and over HTTP. Programs go by the code.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace perron::wire {

// One row per code: its name on the wire, and the sentence for people that goes with it unless the caller gives a better one.
// clang-format off
#define PERRON_REFUSAL_CODES(ROW) \
  ROW(bad_message, "") \
  ROW(rule, "") \
  ROW(stale, "") \
  ROW(repeated_id, "This id was used before in this game, for another request.") \
  ROW(busy, "") \
  ROW(no_such_table, "This table is gone.") \
  ROW(no_such_game, "There is no such game at this table.") \
  ROW(no_such_seat, "The table has no such seat.") \
  ROW(no_such_board, "This board cannot be played with so many seats.") \
  ROW(no_such_user, "There is no such user.") \
  ROW(not_your_seat, "This seat is not yours.") \
  ROW(not_the_host, "Only who made the table may do that.") \
  ROW(not_waiting, "The game has begun already.") \
  ROW(not_playing, "This game is not being played.") \
  ROW(not_over, "The game is not over.") \
  ROW(seat_taken, "This seat is taken.") \
  ROW(no_free_seat, "No seat is free.") \
  ROW(seats_open, "A seat is open still: wait, add a computer player, or take the seat away.") \
  ROW(cannot_undo, "There is nothing to take back, or something has been shown or played since.") \
  ROW(too_many_undos, "Too many actions have been taken back in this game. Play on.") \
  ROW(game_too_long, "This game has grown too long for seats to change hands.") \
  ROW(computer_plays, "A computer player has this seat now. Take it back first.") \
  ROW(not_watchable, "This game is for its players only.") \
  ROW(too_many_tables, "") \
  ROW(too_many_open, "This connection follows too many tables already. Close one first.") \
  ROW(too_many_mutes, "You have muted too many people already.") \
  ROW(too_fast, "") \
  ROW(unreadable, "This game cannot be read. The log of the server says more.") \
  ROW(not_stored, "") \
  ROW(stopping, "The server is about to stop. Come back in a moment.") \
  /* Over HTTP, and in the answer to hello. */ \
  ROW(bad_request, "") \
  ROW(bad_name, "") \
  ROW(bad_password, "") \
  ROW(unknown_token, "This token is unknown or has been ended.") \
  ROW(wrong_password, "") \
  ROW(foreign_origin, "This server does not take requests from pages of other sites.") \
  ROW(not_local, "The metrics are for this machine only; see the setting `metrics`.") \
  ROW(not_found, "") \
  ROW(no_such_session, "There is no such session of yours.") \
  ROW(bad_method, "") \
  ROW(name_taken, "This account name is taken.") \
  ROW(has_account, "You have an account already.") \
  ROW(no_account, "Only an account has a password.") \
  ROW(conflict, "Somebody was faster: look again.") \
  ROW(unknown_host, "This server does not go by that name. Its host can allow it by the setting `hosts`.") \
  ROW(internal, "The server could not do that. Try again.") \
  ROW(too_many_connections, "Too many connections from your address.")
// clang-format on

enum class RefusalCode : std::uint8_t {
#define PERRON_VALUE(code, sentence) code,
  PERRON_REFUSAL_CODES(PERRON_VALUE)
#undef PERRON_VALUE
};

struct RefusalCodeFacts {
  RefusalCode value;
  std::string_view name;
  std::string_view sentence;  // empty: the caller always gives one
};
inline constexpr auto kRefusalCodeTable = std::to_array<RefusalCodeFacts>({
#define PERRON_FACTS(code, sentence) {RefusalCode::code, #code, sentence},
    PERRON_REFUSAL_CODES(PERRON_FACTS)
#undef PERRON_FACTS
});
#undef PERRON_REFUSAL_CODES
static_assert(is_complete(kRefusalCodeTable, kRefusalCodeTable.back().value));

constexpr std::string_view name_of(RefusalCode code) { return row_of(kRefusalCodeTable, code).name; }
constexpr std::string_view sentence_of(RefusalCode code) { return row_of(kRefusalCodeTable, code).sentence; }

}  // namespace perron::wire
