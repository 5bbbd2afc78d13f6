#include "store/sqlite/row_values.h"

#include "model/ids.h"
#include "store/sqlite/entry_log.h"

namespace perron::sqlite {

namespace {

constexpr std::uint32_t kMaxNumber = UINT32_MAX;
constexpr std::uint8_t kMaxByte = UINT8_MAX;

StoreResult<NumberedSeat> seat_of(const Rows& rows, const char* table, const char* whose) {
  RowReader r(rows, table, {{whose, 0}, {"seat", 1}});
  r.number(0, whose, 1, kMaxId);
  const auto number = r.small<int>(1, "seat", kSeats - 1);
  return r.done(NumberedSeat{
      number, {r.id_or_none<UserId>(2, "user"), r.text(3, "name", kMaxName), r.text(4, "level", kMaxName), rows.number(5) != 0}});
}

}  // namespace

StoreResult<User> user_of(const Rows& rows) {
  RowReader r(rows, "users", {{"id", 0}});
  return r.done(User{r.id<UserId>(0, "id"), r.text(1, "name", kMaxName), r.text_or_none(2, "account", kMaxName),
                     r.text_or_none(3, "password", kMaxName), r.time(4, "created"), r.id_or_none<UserId>(5, "now")});
}

StoreResult<Session> session_of(const Rows& rows) {
  RowReader r(rows, "sessions", {{"id", 0}});
  return r.done(Session{r.id<SessionId>(0, "id"), r.bytes32(1, "token_hash"), r.id<UserId>(2, "user"), r.text(3, "device", kMaxName),
                        r.time(4, "created"), r.time(5, "seen")});
}

StoreResult<TableRow> table_of(const Rows& rows) {
  RowReader r(rows, "tables", {{"id", 0}});
  TableRow table;
  table.id = r.id<TableId>(0, "id");
  table.owner = r.id<UserId>(1, "owner");
  table.visibility = r.small(2, "visibility", Visibility::by_link);
  table.state = r.small(3, "state", TableState::over);
  table.game = r.id_or_none<GameId>(4, "game");
  table.options = r.object(5, "options", kMaxOptions);
  table.created = r.time(6, "created");
  if (table.state == TableState::playing && table.game == kNoGame) r.report("game", "is missing, but a game is played there");
  return r.done(std::move(table));
}

StoreResult<ChatLine> chat_of(const Rows& rows) {
  RowReader r(rows, "chat", {{"table_id", 0}, {"n", 1}});
  return r.done(ChatLine{r.id<TableId>(0, "table_id"), r.small(1, "n", kMaxNumber, 1), r.id_or_none<UserId>(2, "user"),
                         r.text(3, "name", kMaxName), r.text(4, "text", kMaxLine), r.time(5, "at"), rows.number(6) != 0});
}

StoreResult<GameRow> game_of(const Rows& rows) {
  RowReader r(rows, "games", {{"id", 0}});
  GameRow game;
  game.id = r.id<GameId>(0, "id");
  game.table = r.id_or_none<TableId>(1, "table_id");
  game.visibility = r.small(2, "visibility", Visibility::by_link);
  game.board = r.text_or_none(3, "board", kMaxName);
  game.board_hash = r.bytes32(4, "board");
  game.engine = r.text(5, "engine", kMaxName);
  game.options = r.object(6, "options", kMaxOptions);
  game.key = r.bytes32(7, "key");
  game.first = r.small(8, "first", kMaxByte);
  game.started = r.time(9, "started");
  game.ended = r.time_or_none(10, "ended");
  game.ending = r.small(11, "ending", Ending::abandoned);
  if (!rows.is_null(12)) game.result = r.object(12, "result", kMaxOptions);
  return r.done(std::move(game));
}

StoreResult<GameSummary> summary_of(const Rows& rows) {
  RowReader r(rows, "games", {{"id", 0}});
  GameSummary game;
  game.id = r.id<GameId>(0, "id");
  game.table = r.id_or_none<TableId>(1, "table_id");
  game.board = r.text_or_none(2, "board", kMaxName);
  game.started = r.time(3, "started");
  game.ended = r.time_or_none(4, "ended");
  game.ending = r.small(5, "ending", Ending::abandoned);
  if (!rows.is_null(6)) game.result = r.object(6, "result", kMaxOptions);
  return r.done(std::move(game));
}

StoreResult<NumberedSeat> table_seat_of(const Rows& rows) { return seat_of(rows, "table_seats", "table_id"); }
StoreResult<NumberedSeat> game_seat_of(const Rows& rows) { return seat_of(rows, "game_seats", "game"); }

StoreResult<PinnedBoard> board_of(const Rows& rows) {
  RowReader r(rows, "boards", {});
  PinnedBoard board{r.bytes32(0, "hash"), r.text(1, "id", kMaxName), r.text(2, "json", kMaxBoard)};
  if (sha256(board.json) != board.hash) r.report("json", "was changed: it does not have the SHA-256 that the board is named by");
  return r.done(std::move(board));
}

StoreResult<MuteRow> mute_of(const Rows& rows) {
  RowReader r(rows, "mutes", {{"user", 0}, {"other", 1}});
  return r.done(MuteRow{r.id<UserId>(0, "user"), r.id<UserId>(1, "other")});
}

StoreResult<Entry> entry_of(const Rows& rows, const char* table) {
  RowReader r(rows, table, {{"game", 0}, {"n", 1}});
  return r.done(Entry{r.id<GameId>(0, "game"), r.small(1, "n", kMaxNumber, 1), EntryKind{r.small(2, "kind", kMaxByte)},
                      r.small(3, "seat", kMaxByte), unpacked(r.number(4, "action", 0, kMaxNumber)), r.id_or_none<UserId>(5, "user"),
                      r.text_or_none(6, "request", kMaxName), r.text_or_none(7, "clock", kMaxName), r.time(8, "at"), r.time(9, "due")});
}

}  // namespace perron::sqlite
