#include "store/sqlite/row_values.h"

#include "model/ids.h"
#include "store/sqlite/entry_log.h"

namespace perron::sqlite {

namespace {

constexpr std::uint32_t kMostNumber = UINT32_MAX;
constexpr std::uint8_t kMostByte = UINT8_MAX;

Read<NumberedSeat> seat_of(const Rows& rows, const char* table, const char* whose) {
  RowReader r(rows, table, {{whose, 0}, {"seat", 1}});
  r.number(0, whose, 1, kMostId);
  const auto number = r.small<int>(1, "seat", kSeats - 1);
  return r.done(NumberedSeat{
      number, {r.id_or_none<UserId>(2, "user"), r.text(3, "name", kMostName), r.text(4, "level", kMostName), rows.number(5) != 0}});
}

}  // namespace

Read<User> user_of(const Rows& rows) {
  RowReader r(rows, "users", {{"id", 0}});
  return r.done(User{r.id<UserId>(0, "id"), r.text(1, "name", kMostName), r.text_or_none(2, "account", kMostName),
                     r.text_or_none(3, "password", kMostName), r.time(4, "created"), r.id_or_none<UserId>(5, "now")});
}

Read<Session> session_of(const Rows& rows) {
  RowReader r(rows, "sessions", {{"id", 0}});
  return r.done(Session{r.id<SessionId>(0, "id"), r.bytes32(1, "token_hash"), r.id<UserId>(2, "user"), r.text(3, "device", kMostName),
                        r.time(4, "created"), r.time(5, "seen")});
}

Read<TableRow> table_of(const Rows& rows) {
  RowReader r(rows, "tables", {{"id", 0}});
  TableRow table;
  table.id = r.id<TableId>(0, "id");
  table.owner = r.id<UserId>(1, "owner");
  table.visibility = r.small(2, "visibility", Visibility::by_link);
  table.state = r.small(3, "state", TableState::over);
  table.game = r.id_or_none<GameId>(4, "game");
  table.options = r.object(5, "options", kMostOptions);
  table.created = r.time(6, "created");
  if (table.state == TableState::playing && table.game == kNoGame) r.complain("game", "is missing, but a game is played there");
  return r.done(std::move(table));
}

Read<ChatLine> chat_of(const Rows& rows) {
  RowReader r(rows, "chat", {{"table_id", 0}, {"n", 1}});
  return r.done(ChatLine{r.id<TableId>(0, "table_id"), r.small(1, "n", kMostNumber, 1), r.id_or_none<UserId>(2, "user"),
                         r.text(3, "name", kMostName), r.text(4, "text", kMostLine), r.time(5, "at"), rows.number(6) != 0});
}

Read<GameRow> game_of(const Rows& rows) {
  RowReader r(rows, "games", {{"id", 0}});
  GameRow game;
  game.id = r.id<GameId>(0, "id");
  game.table = r.id_or_none<TableId>(1, "table_id");
  game.visibility = r.small(2, "visibility", Visibility::by_link);
  game.board = r.text_or_none(3, "board", kMostName);
  game.board_hash = r.bytes32(4, "board");
  game.engine = r.text(5, "engine", kMostName);
  game.options = r.object(6, "options", kMostOptions);
  game.key = r.bytes32(7, "key");
  game.first = r.small(8, "first", kMostByte);
  game.started = r.time(9, "started");
  game.ended = r.time_or_none(10, "ended");
  game.ending = r.small(11, "ending", Ending::abandoned);
  if (!rows.is_null(12)) game.result = r.object(12, "result", kMostOptions);
  return r.done(std::move(game));
}

Read<GameSummary> summary_of(const Rows& rows) {
  RowReader r(rows, "games", {{"id", 0}});
  GameSummary game;
  game.id = r.id<GameId>(0, "id");
  game.table = r.id_or_none<TableId>(1, "table_id");
  game.board = r.text_or_none(2, "board", kMostName);
  game.started = r.time(3, "started");
  game.ended = r.time_or_none(4, "ended");
  game.ending = r.small(5, "ending", Ending::abandoned);
  if (!rows.is_null(6)) game.result = r.object(6, "result", kMostOptions);
  return r.done(std::move(game));
}

Read<NumberedSeat> table_seat_of(const Rows& rows) { return seat_of(rows, "table_seats", "table_id"); }
Read<NumberedSeat> game_seat_of(const Rows& rows) { return seat_of(rows, "game_seats", "game"); }

Read<PinnedBoard> board_of(const Rows& rows) {
  RowReader r(rows, "boards", {});
  PinnedBoard board{r.bytes32(0, "hash"), r.text(1, "id", kMostName), r.text(2, "json", kMostBoard)};
  if (sha256(board.json) != board.hash) r.complain("json", "was changed: it does not have the SHA-256 that the board is named by");
  return r.done(std::move(board));
}

Read<MuteRow> mute_of(const Rows& rows) {
  RowReader r(rows, "mutes", {{"user", 0}, {"other", 1}});
  return r.done(MuteRow{r.id<UserId>(0, "user"), r.id<UserId>(1, "other")});
}

Read<Entry> entry_of(const Rows& rows, const char* table) {
  RowReader r(rows, table, {{"game", 0}, {"n", 1}});
  return r.done(Entry{r.id<GameId>(0, "game"), r.small(1, "n", kMostNumber, 1), EntryKind{r.small(2, "kind", kMostByte)},
                      r.small(3, "seat", kMostByte), unpacked(r.number(4, "action", 0, kMostNumber)), r.id_or_none<UserId>(5, "user"),
                      r.text_or_none(6, "request", kMostName), r.text_or_none(7, "clock", kMostName), r.time(8, "at"), r.time(9, "due")});
}

}  // namespace perron::sqlite
