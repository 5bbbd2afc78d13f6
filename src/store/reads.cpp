#include "store/reads.h"

#include <algorithm>

#include "store/entry_log.h"

namespace perron::sqlite {

namespace {

template <class Small>
Small small(const Rows& rows, int column) {
  return static_cast<Small>(rows.number(column));
}

User user_of(const Rows& r) { return {r.id<UserId>(0), r.text(1), r.text(2), r.text(3), r.number(4), r.id<UserId>(5)}; }

Session session_of(const Rows& r) { return {r.id<SessionId>(0), r.bytes32(1), r.id<UserId>(2), r.text(3), r.number(4), r.number(5)}; }

SeatRow seat_of(const Rows& r) { return {r.id<UserId>(0), r.text(1), r.text(2), r.number(3) != 0}; }

TableRow table_of(const Rows& r) {
  return {r.id<TableId>(0), r.id<UserId>(1), small<Visibility>(r, 2), small<TableState>(r, 3), r.id<GameId>(4), r.text(5), {}, r.number(6)};
}

ChatLine chat_of(const Rows& r) {
  return {r.id<TableId>(0), small<std::uint32_t>(r, 1), r.id<UserId>(2), r.text(3), r.text(4), r.number(5), r.number(6) != 0};
}

GameRow game_of(const Rows& r) {
  GameRow game;
  game.id = r.id<GameId>(0);
  game.table = r.id<TableId>(1);
  game.visibility = small<Visibility>(r, 2);
  game.board = r.text(3);
  game.board_hash = r.bytes32(4);
  game.engine = r.text(5);
  game.options = r.text(6);
  game.key = r.bytes32(7);
  game.first = small<std::uint8_t>(r, 8);
  game.started = r.number(9);
  game.ended = r.number(10);
  game.ending = small<Ending>(r, 11);
  game.result = r.text(12);
  return game;
}

Entry entry_of(const Rows& r) {
  return {r.id<GameId>(0),
          small<std::uint32_t>(r, 1),
          small<EntryKind>(r, 2),
          small<std::uint8_t>(r, 3),
          unpacked(r.number(4)),
          r.id<UserId>(5),
          r.text(6),
          r.text(7),
          r.number(8),
          r.number(9)};
}

// Several statements see the same. Inside a transaction of the caller's they do anyway.
class OneMoment {
 public:
  explicit OneMoment(Database& database) : database_(database), begun_(!database.in_transaction()) {
    if (begun_) database_.run("BEGIN");
  }
  OneMoment(const OneMoment&) = delete;
  OneMoment& operator=(const OneMoment&) = delete;
  ~OneMoment() {
    if (begun_) database_.run("COMMIT");
  }

 private:
  Database& database_;
  const bool begun_;
};

GameSummary summary_of(const Rows& r) {
  return {r.id<GameId>(0), r.id<TableId>(1), r.text(2), {}, r.number(3), r.number(4), small<Ending>(r, 5), r.text(6)};
}

}  // namespace

template <class T, class Make>
Read<std::vector<T>> Reads::list(Rows&& rows, Make&& make) {
  std::vector<T> out;
  while (rows.next()) out.push_back(make(rows));
  if (auto fault = rows.fault()) return std::move(*fault);
  return out;
}

template <class T, class Make>
Read<std::optional<T>> Reads::first(Rows&& rows, Make&& make) {
  if (rows.next()) return std::optional<T>(make(rows));
  if (auto fault = rows.fault()) return std::move(*fault);
  return std::optional<T>();
}

std::optional<StoreError> Reads::fill_seats(Rows&& rows, std::vector<SeatRow>& seats) {
  while (rows.next()) seats.push_back(seat_of(rows));
  return rows.fault();
}

Read<std::optional<User>> Reads::user(UserId id) { return first<User>(user_(id), user_of); }
Read<std::optional<User>> Reads::account(std::string_view account) { return first<User>(account_(account), user_of); }
Read<std::optional<Session>> Reads::session(const Bytes32& token_hash) { return first<Session>(session_(token_hash), session_of); }
Read<std::vector<Session>> Reads::sessions_of(UserId user) { return list<Session>(sessions_of_(user), session_of); }
Read<std::vector<UserId>> Reads::muted_by(UserId user) {
  return list<UserId>(muted_by_(user), [](const Rows& r) { return r.id<UserId>(0); });
}

Read<std::optional<TableRow>> Reads::table(TableId id) {
  auto table = first<TableRow>(table_(id), table_of);
  if (!table || !*table) return table;
  if (auto fault = fill_seats(table_seats_(id), (*table)->seats)) return std::move(*fault);
  return table;
}

Read<std::vector<TableRow>> Reads::tables(TableState state) {
  auto tables = list<TableRow>(tables_(state), table_of);
  if (!tables) return tables;
  for (auto& table : *tables)
    if (auto fault = fill_seats(table_seats_(table.id), table.seats)) return std::move(*fault);
  return tables;
}

Read<std::vector<ChatLine>> Reads::chat(TableId table, int last) {
  auto lines = list<ChatLine>(chat_(table, last), chat_of);
  if (lines) std::reverse(lines->begin(), lines->end());
  return lines;
}

Read<std::optional<GameRow>> Reads::game(GameId id) {
  auto game = first<GameRow>(game_(id), game_of);
  if (!game || !*game) return game;
  if (auto fault = fill_seats(game_seats_(id), (*game)->seats)) return std::move(*fault);
  return game;
}

// First the rows, then one moment of the database: a game settled between the two is found among the settled ones, and its
// rows count no more.
Read<std::vector<Entry>> Reads::entries(GameId game) {
  const auto rows = tail_.of(game);
  const OneMoment moment(database_);
  auto entries = list<Entry>(entries_(game), entry_of);
  if (!entries) return entries;
  if (auto fault = add_tail(rows, game, *entries)) return std::move(*fault);
  return entries;
}

std::optional<StoreError> Reads::add_tail(const std::vector<std::int64_t>& rows, GameId game, std::vector<Entry>& entries) {
  const auto settled = entries.empty() ? 0 : entries.back().n;
  for (const auto row : rows) {
    auto found = tail_entry_(row, game);
    if (found.next())
      if (auto entry = entry_of(found); entry.n > settled) entries.push_back(std::move(entry));
    if (auto fault = found.fault()) return fault;
  }
  return std::nullopt;
}

Read<std::shared_ptr<const PinnedBoard>> Reads::board(const Bytes32& hash) {
  if (auto known = boards_[hash].lock()) return known;
  auto rows = board_(hash);
  std::shared_ptr<const PinnedBoard> board;
  if (rows.next()) board = std::make_shared<const PinnedBoard>(PinnedBoard{rows.bytes32(0), rows.text(1), rows.text(2)});
  if (auto fault = rows.fault()) return std::move(*fault);
  boards_[hash] = board;
  return board;
}

Read<std::vector<OpenGame>> Reads::unfinished_games() {
  const auto last = tail_.last_of_all();
  const std::unordered_map<GameId, std::int64_t> rows(last.begin(), last.end());
  const OneMoment moment(database_);
  auto games = list<OpenGame>(unfinished_(), [](const Rows& r) { return OpenGame{r.id<GameId>(0), r.id<TableId>(1), r.number(2)}; });
  if (!games) return games;
  for (auto& game : *games) {
    const auto row = rows.find(game.id);
    if (row == rows.end()) continue;
    auto found = tail_due_(row->second, game.id);
    if (found.next()) game.due = found.number(0);
    if (auto fault = found.fault()) return std::move(*fault);
  }
  return games;
}

Read<std::vector<GameSummary>> Reads::summaries(Rows&& rows) {
  auto games = list<GameSummary>(std::move(rows), summary_of);
  if (!games) return games;
  for (auto& game : *games)
    if (auto fault = fill_seats(game_seats_(game.id), game.seats)) return std::move(*fault);
  return games;
}

Read<std::vector<GameSummary>> Reads::games_of(UserId user, GameFilter filter, const Page& page) {
  return summaries(games_of_(user, page.before_time, page.before, static_cast<int>(filter), page.limit));
}

Read<std::vector<GameSummary>> Reads::listed_games(const Page& page) {
  return summaries(listed_(page.before_time, page.before, page.limit));
}

Read<Counts> Reads::counts() {
  Counts out;
  const std::pair<std::int64_t*, const char*> queries[] = {{&out.users, "SELECT count(*) FROM users WHERE now IS NULL"},
                                                           {&out.accounts, "SELECT count(*) FROM users WHERE account IS NOT NULL"},
                                                           {&out.sessions, "SELECT count(*) FROM sessions"},
                                                           {&out.tables, "SELECT count(*) FROM tables"},
                                                           {&out.games, "SELECT count(*) FROM games"},
                                                           {&out.unfinished, "SELECT count(*) FROM games WHERE ending = 0"}};
  for (const auto& [place, sql] : queries) {
    const auto number = database_.number(sql);
    if (!number) return number.error();
    *place = *number;
  }
  return out;
}

}  // namespace perron::sqlite
