#include "store/sqlite/queries.h"

#include <algorithm>

#include "store/sqlite/entry_log.h"

namespace perron::sqlite {

namespace {

// A read transaction, so that several statements see the same state. Does nothing inside a transaction of the caller's.
class ReadSnapshot {
 public:
  explicit ReadSnapshot(Database& database) : database_(database), begun_(!database.in_transaction()) {
    if (begun_) database_.run("BEGIN");
  }
  ReadSnapshot(const ReadSnapshot&) = delete;
  ReadSnapshot& operator=(const ReadSnapshot&) = delete;
  ~ReadSnapshot() {
    if (begun_) database_.run("COMMIT");
  }

 private:
  Database& database_;
  const bool begun_;
};

// LIMIT of a page's query: skipping a bad row must not shorten the page, because a short page is the last.
constexpr int kPageQueryLimit = 100'000;

StoreResult<OpenGame> open_game_of(const Rows& rows) {
  RowReader r(rows, "games", {{"id", 0}});
  return r.done(OpenGame{r.id<GameId>(0, "id"), r.id_or_none<TableId>(1, "table_id"), r.time(2, "due"), r.time(3, "started")});
}

}  // namespace

StoreError Queries::noted(StoreError bad_row) {
  if (report_) report_->bad_row(bad_row.message);
  return bad_row;
}

std::optional<StoreError> Queries::fault_of(const Rows& rows) {
  auto fault = rows.fault();
  if (fault && report_) report_->failed(*fault, rows.sql());
  return fault;
}

template <class T, class Make>
StoreResult<std::vector<T>> Queries::list(Rows&& rows, Make&& make, int most) {
  std::vector<T> out;
  while (static_cast<int>(out.size()) < most && rows.next()) {
    auto value = make(rows);
    if (value) out.push_back(std::move(*value));
    else if (value.error().fault == StoreFault::bad_row) noted(value.error());
    else return value.error();
  }
  if (auto fault = fault_of(rows)) return std::move(*fault);
  return out;
}

template <class T, class Make>
StoreResult<std::optional<T>> Queries::first(Rows&& rows, Make&& make) {
  if (rows.next()) {
    auto value = make(rows);
    if (!value) return value.error().fault == StoreFault::bad_row ? noted(value.error()) : value.error();
    return std::optional<T>(std::move(*value));
  }
  if (auto fault = fault_of(rows)) return std::move(*fault);
  return std::optional<T>();
}

std::optional<StoreError> Queries::fill_seats(Rows&& rows, StoreResult<NumberedSeat> (*make)(const Rows&), std::vector<SeatRow>& seats) {
  while (rows.next()) {
    auto seat = make(rows);
    if (!seat) return noted(seat.error());
    if (seat->number != static_cast<int>(seats.size())) {
      RowReader r(rows, make == table_seat_of ? "table_seats" : "game_seats", {{"of", 0}, {"seat", 1}});
      r.report("seat", "is not the next number: a seat before it is missing, or there twice");
      return noted(r.done(0).error());
    }
    seats.push_back(std::move(seat->seat));
  }
  return fault_of(rows);
}

template <class Row>
StoreResult<Row> Queries::seated(StoreResult<Row> row, Statement& seats, StoreResult<NumberedSeat> (*make)(const Rows&)) {
  if (row)
    if (auto fault = fill_seats(seats(row->id), make, row->seats)) return std::move(*fault);
  return row;
}

StoreResult<std::optional<User>> Queries::user(UserId id) { return first<User>(user_(id), user_of); }
StoreResult<std::optional<User>> Queries::account(std::string_view account) { return first<User>(account_(account), user_of); }
StoreResult<std::optional<Session>> Queries::session(const Bytes32& token_hash) { return first<Session>(session_(token_hash), session_of); }
StoreResult<std::vector<Session>> Queries::sessions_of(UserId user) { return list<Session>(sessions_of_(user), session_of); }

StoreResult<std::vector<UserId>> Queries::muted_by(UserId user) {
  return list<UserId>(muted_by_(user), [](const Rows& rows) -> StoreResult<UserId> {
    const auto mute = mute_of(rows);
    if (!mute) return mute.error();
    return mute->other;
  });
}

StoreResult<std::optional<TableRow>> Queries::table(TableId id) {
  return first<TableRow>(table_(id), [this](const Rows& rows) { return seated(table_of(rows), table_seats_, table_seat_of); });
}

StoreResult<std::vector<TableRow>> Queries::tables(TableState state) {
  return list<TableRow>(tables_(state), [this](const Rows& rows) { return seated(table_of(rows), table_seats_, table_seat_of); });
}

StoreResult<std::vector<ChatLine>> Queries::chat(TableId table, int last) {
  auto lines = list<ChatLine>(chat_(table, last), chat_of);
  if (lines) std::reverse(lines->begin(), lines->end());
  return lines;
}

StoreResult<std::optional<GameRow>> Queries::game(GameId id) {
  return first<GameRow>(game_(id), [this](const Rows& rows) { return seated(game_of(rows), game_seats_, game_seat_of); });
}

// Reads the row ids first, then takes a snapshot of the database. If a game is flushed in between, its entries are found in `entries` and
// its tail rows are skipped.
StoreResult<std::vector<Entry>> Queries::entries(GameId game) {
  const auto rows = tail_.of(game);
  const ReadSnapshot snapshot(database_);
  std::vector<Entry> out;
  auto flushed = entries_(game);
  while (flushed.next()) {
    auto entry = entry_of(flushed, "entries");
    if (!entry) return noted(entry.error());
    out.push_back(std::move(*entry));
  }
  if (auto fault = fault_of(flushed)) return std::move(*fault);
  if (auto fault = add_tail(rows, game, out)) return std::move(*fault);
  return out;
}

// The live rows have the newest entries without gaps, so the first live row gives the position of the others.
StoreResult<std::optional<Entry>> Queries::entry(GameId game, std::uint32_t n) {
  const auto rows = tail_.of(game);
  const ReadSnapshot snapshot(database_);
  auto found = first<Entry>(entry_(game, n), [](const Rows& r) { return entry_of(r, "entries"); });
  if (!found || *found || rows.empty()) return found;
  const auto of_tail = [](const Rows& r) { return entry_of(r, "tail"); };
  const auto oldest = first<Entry>(tail_entry_(rows.front(), game), of_tail);
  if (!oldest || !*oldest || n < (*oldest)->n || n - (*oldest)->n >= rows.size()) return oldest ? found : oldest;
  found = first<Entry>(tail_entry_(rows[n - (*oldest)->n], game), of_tail);
  if (found && *found && (*found)->n != n) return std::optional<Entry>();
  return found;
}

std::optional<StoreError> Queries::add_tail(const std::vector<std::int64_t>& rows, GameId game, std::vector<Entry>& entries) {
  const auto flushed = entries.empty() ? 0 : entries.back().n;
  for (const auto row : rows) {
    auto found = tail_entry_(row, game);
    if (found.next()) {
      auto entry = entry_of(found, "tail");
      if (!entry) return noted(entry.error());
      if (entry->n > flushed) entries.push_back(std::move(*entry));
    }
    if (auto fault = fault_of(found)) return fault;
  }
  return std::nullopt;
}

StoreResult<std::shared_ptr<const PinnedBoard>> Queries::board(const Bytes32& hash) {
  if (const auto known = boards_.find(hash); known != boards_.end())
    if (auto board = known->second.lock()) return board;
  auto found = first<PinnedBoard>(board_(hash), board_of);
  if (!found) return found.error();
  if (!*found) return std::shared_ptr<const PinnedBoard>();
  auto board = std::make_shared<const PinnedBoard>(std::move(**found));
  boards_[hash] = board;
  return board;
}

StoreResult<std::vector<OpenGame>> Queries::unfinished_games() {
  const auto last = tail_.last_of_all();
  const std::unordered_map<GameId, std::int64_t> rows(last.begin(), last.end());
  const ReadSnapshot snapshot(database_);
  auto games = list<OpenGame>(unfinished_(), open_game_of);
  if (!games) return games;
  for (auto& game : *games) {
    const auto row = rows.find(game.id);
    auto found = row == rows.end() ? last_due_(game.id) : tail_due_(row->second, game.id);
    if (found.next()) {
      RowReader r(found, row == rows.end() ? "entries" : "tail", {{"game", 2}, {"n", 3}});
      const std::pair times(r.time(0, "due"), r.time(1, "at"));
      const auto read = r.done(times);
      if (!read) noted(read.error());
      game.due = read ? times.first : 1;  // overdue: the server loads it at once and finds it unreadable
      game.at = times.second;
    }
    if (auto fault = fault_of(found)) return std::move(*fault);
  }
  return games;
}

StoreResult<std::vector<GameSummary>> Queries::summaries(Rows&& rows, int most) {
  return list<GameSummary>(
      std::move(rows), [this](const Rows& row) { return seated(summary_of(row), game_seats_, game_seat_of); }, most);
}

StoreResult<std::vector<GameSummary>> Queries::games_of(UserId user, GameFilter filter, const Page& page) {
  return summaries(games_of_(user, page.before_time, page.before, static_cast<int>(filter), kPageQueryLimit), page.limit);
}

StoreResult<std::vector<GameSummary>> Queries::listed_games(const Page& page) {
  return summaries(listed_(page.before_time, page.before, kPageQueryLimit), page.limit);
}

std::optional<StoreError> Queries::probe() {
  if (const auto sql = report_ ? report_->failed_sql() : std::string(); !sql.empty()) {
    sqlite3_db_release_memory(database_.handle());
    Statement again(database_, sql.c_str());
    if (auto fault = again().finish()) return fault;
    report_->works();
    return std::nullopt;
  }
  for (auto* statement : {&some_game_, &some_entry_}) {
    auto rows = (*statement)(random_id());
    rows.next();
    if (auto fault = fault_of(rows)) return fault;
  }
  return std::nullopt;
}

StoreResult<Counts> Queries::counts() {
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
