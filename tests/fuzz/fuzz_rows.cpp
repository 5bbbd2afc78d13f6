// Fuzzes how the server reads stored rows. Patches a database of many kinds of games with arbitrary values, without the types and
// constraints of the real schema. Then reads everything, and loads, sends and replays every game as the hub does. Nothing may crash, and
// every answer must be JSON. The first byte of an input chooses the operation, the game and its part; the rest is a list of patches: table,
// column, row, kind of value, and value.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/check.h"
#include "dealer/key.h"
#include "fuzz/rows_kit.h"
#include "server/hub/hub.h"
#include "server/table/stored_table.h"
#include "store/sqlite/entry_log.h"
#include "store/sqlite/queries.h"
#include "store/sqlite/row_scan.h"
#include "support/kit.h"

namespace {

using namespace perron;
using namespace perron::fuzz;
using sqlite::Database;

constexpr UserId kAnna{1}, kBert{2};

// The names of store/sqlite/schema.cpp; every column takes every value.
constexpr const char* kTables[][12] = {
    {"users", "id", "name", "account", "password", "created", "now"},
    {"sessions", "id", "token_hash", "user", "device", "created", "seen"},
    {"tables", "id", "owner", "visibility", "state", "game", "options", "created"},
    {"table_seats", "table_id", "seat", "user", "name", "level"},
    {"chat", "table_id", "n", "user", "name", "text", "at"},
    {"boards", "hash", "id", "json"},
    {"games", "id", "table_id", "visibility", "board", "engine", "options", "key", "first"},
    {"games", "started", "due", "ended", "ending", "result"},
    {"game_seats", "game", "seat", "user", "name", "level", "started"},
    {"entries", "game", "n", "kind", "seat", "action", "user", "request", "clock", "at", "due"},
    {"tail", "id", "game", "n", "kind", "seat", "action", "user", "request", "clock", "at", "due"},
    {"mutes", "user", "other"},
};
constexpr const char* kSchema =
    "CREATE TABLE users (id, name, account, password, created, now);"
    "CREATE TABLE sessions (id, token_hash, user, device, created, seen);"
    "CREATE TABLE tables (id, owner, visibility, state, game, options, created);"
    "CREATE TABLE table_seats (table_id, seat, user, name, level);"
    "CREATE TABLE chat (table_id, n, user, name, text, at);"
    "CREATE TABLE boards (hash, id, json);"
    "CREATE TABLE games (id, table_id, visibility, board, engine, options, key, first, started, due, ended, ending, result);"
    "CREATE TABLE game_seats (game, seat, user, name, level, started);"
    "CREATE TABLE entries (game, n, kind, seat, action, user, request, clock, at, due);"
    "CREATE TABLE tail (id, game, n, kind, seat, action, user, request, clock, at, due);"
    "CREATE TABLE mutes (user, other);"
    // The indexes of the real tables, but not unique. Without them SQLite builds a temporary index for most reads.
    "CREATE INDEX i1 ON users (id); CREATE INDEX i2 ON tables (id); CREATE INDEX i3 ON tables (state, created, id);"
    "CREATE INDEX i4 ON table_seats (table_id, seat); CREATE INDEX i5 ON chat (table_id, n); CREATE INDEX i6 ON boards (hash);"
    "CREATE INDEX i7 ON games (id); CREATE INDEX i8 ON games (ending, id); CREATE INDEX i9 ON game_seats (game, seat);"
    "CREATE INDEX i10 ON games (ended, id) WHERE ending > 0 AND visibility = 0;"
    "CREATE INDEX i11 ON game_seats (user, started, game) WHERE user IS NOT NULL;"
    "CREATE INDEX i12 ON entries (game, n); CREATE INDEX i13 ON tail (id, game);"
    "PRAGMA automatic_index = OFF";

// Reads from the fuzzed database; writes are refused.
class FuzzStore final : public Store {
 public:
  FuzzStore(Database& database, StillLoop& loop) : database_(database), loop_(loop) {}
  // Loads the rows of the tail, as at a start.
  void begin() {
    for (const auto& [game, row] : tail_.last_of_all()) tail_.forget(game);
    if (const auto rows = tail_.load(database_); !rows) CHECK(!rows.error().message.empty());
    report_.take_bad_rows();
  }
  using Store::write;
  void write(std::vector<Change>, Done done) override {
    loop_.post([done = std::move(done)] { done(StoreError{StoreFault::read_only, "no"}); });
  }
  void user(UserId id, ReadDone<std::optional<User>> done) override { answer(std::move(done), queries_.user(id)); }
  void account(std::string account, ReadDone<std::optional<User>> done) override { answer(std::move(done), queries_.account(account)); }
  void session(const Bytes32& hash, ReadDone<std::optional<Session>> done) override { answer(std::move(done), queries_.session(hash)); }
  void sessions_of(UserId user, ReadDone<std::vector<Session>> done) override { answer(std::move(done), queries_.sessions_of(user)); }
  void muted_by(UserId user, ReadDone<std::vector<UserId>> done) override { answer(std::move(done), queries_.muted_by(user)); }
  void table(TableId id, ReadDone<std::optional<TableRow>> done) override { answer(std::move(done), queries_.table(id)); }
  void tables(TableState state, ReadDone<std::vector<TableRow>> done) override { answer(std::move(done), queries_.tables(state)); }
  void chat(TableId table, int last, ReadDone<std::vector<ChatLine>> done) override { answer(std::move(done), queries_.chat(table, last)); }
  void game(GameId id, ReadDone<std::optional<GameRow>> done) override { answer(std::move(done), queries_.game(id)); }
  void entry(GameId game, std::uint32_t n, ReadDone<std::optional<Entry>> done) override {
    answer(std::move(done), queries_.entry(game, n));
  }
  void board(const Bytes32& hash, ReadDone<std::shared_ptr<const PinnedBoard>> done) override {
    answer(std::move(done), queries_.board(hash));
  }
  void unfinished_games(ReadDone<std::vector<OpenGame>> done) override { answer(std::move(done), queries_.unfinished_games()); }
  void games_of(UserId user, GameFilter filter, const Page& page, ReadDone<std::vector<GameSummary>> done) override {
    answer(std::move(done), queries_.games_of(user, filter, page));
  }
  void listed_games(const Page& page, ReadDone<std::vector<GameSummary>> done) override {
    answer(std::move(done), queries_.listed_games(page));
  }
  void counts(ReadDone<Counts> done) override { answer(std::move(done), queries_.counts()); }
  void probe_reads(Done done) override { answer(std::move(done), queries_.probe()); }
  std::unique_ptr<GameReader> background() override { return std::make_unique<Background>(queries_); }
  StoreStats stats() const override { return {}; }

 private:
  class Background final : public GameReader {
   public:
    explicit Background(sqlite::Queries& queries) : queries_(queries) {}
    StoreResult<std::optional<GameRow>> game(GameId id) override { return queries_.game(id); }
    StoreResult<std::vector<Entry>> entries(GameId game) override { return queries_.entries(game); }
    StoreResult<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) override { return queries_.board(hash); }

   private:
    sqlite::Queries& queries_;
  };

  template <class Answer>
  void answer(std::function<void(Answer)> done, Answer answer) {
    loop_.post([done = std::move(done), answer = std::move(answer)] { done(answer); });
  }

  Database& database_;
  StillLoop& loop_;
  sqlite::TailRows tail_;
  sqlite::ReadReport report_;
  sqlite::Queries queries_{database_, tail_, &report_};
};

// ---- The database before it is patched.

class Base {
 public:
  Base() : database_(std::move(*Database::open(":memory:", sqlite::Access::write))) {
    CHECK(!database_->run(kSchema));
    make_people();
    const auto board = pin_board("tiny", kit::file_text(kit::tests_dir() + "/boards/tiny.json"));
    sqlite::Statement insert(*database_, "INSERT INTO boards VALUES (?1, ?2, ?3)");
    CHECK(!insert(board->hash, board->id, board->json).finish());
    make_game(1, *board, 6, Ending::none, "tail");
    make_game(2, *board, 9, Ending::abandoned, "entries");
    make_game(3, *board, 1000, Ending::finished, "entries");
    CHECK(!database_->run(
        "INSERT INTO tables VALUES (4, 1, 0, 0, NULL, '{\"board\":\"tiny\",\"first\":\"random\",\"clock\":{\"kind\":\"none\"},"
        "\"listed\":true,\"watch\":true}', 5); INSERT INTO table_seats VALUES (4, 0, 1, 'Anna', ''), (4, 1, NULL, '', '')"));
  }
  Database& database() { return *database_; }

 private:
  void make_people() {
    CHECK(!database_->run(
        "INSERT INTO users VALUES (1, 'Anna', 'anna', '$argon2id$', 1, NULL), (2, 'Bert', NULL, NULL, 1, NULL);"
        "INSERT INTO mutes VALUES (1, 2); INSERT INTO chat VALUES (1, 1, 1, 'Anna', 'hello', 5), (1, 2, 2, 'Bert', 'hi', 6)"));
    sqlite::Statement insert(*database_, "INSERT INTO sessions VALUES (1, ?1, 1, 'a device', 1, 2)");
    CHECK(!insert(sha256("token")).finish());
  }

  void make_game(int id, const PinnedBoard& board, std::size_t most, Ending ending, const char* where) {
    const auto game = kit::games_of("tiny")[0];
    const auto options = text_of(server::StoredTable{"tiny", {Seat(0), {wire::ClockKind::bank, 600, 5}, true, id != 2}});
    const auto key = key_from_seed(static_cast<std::uint64_t>(id));
    int n = 0;
    for (const auto& move : short_moves(game, key, most))
      entry(where, id, ++n, EntryKind::action, index(move.seat), move.action, move.next);
    if (ending == Ending::abandoned) entry(where, id, n + 1, EntryKind::abandon, 0, {}, 255);
    sqlite::Statement table(*database_, "INSERT INTO tables VALUES (?1, 1, ?2, ?3, ?1, ?4, 5)");
    CHECK(!table(id, id == 2 ? 1 : 0, ending == Ending::none ? 1 : 2, options).finish());
    sqlite::Statement row(*database_, "INSERT INTO games VALUES (?1, ?1, ?2, ?3, 'test', ?4, ?5, 0, 1000, 2000, ?6, ?7, ?8)");
    CHECK(!row(id, id == 2 ? 1 : 0, board.hash, options, key, ending == Ending::none ? std::nullopt : std::optional(3000), ending,
               ending == Ending::none ? std::nullopt : std::optional<std::string_view>(R"({"winners":[0],"totals":[1,2]})"))
               .finish());
    for (const char* seats :
         {"INSERT INTO table_seats VALUES (?1, ?2, ?3, ?4, '')", "INSERT INTO game_seats VALUES (?1, ?2, ?3, ?4, '', 1000)"}) {
      sqlite::Statement seat(*database_, seats);
      CHECK(!seat(id, 0, kAnna, std::string_view("Anna")).finish());
      CHECK(!seat(id, 1, kBert, std::string_view("Bert")).finish());
    }
  }

  struct Move {
    Seat seat;
    Action action;
    int next;  // to move; 255: it is over
  };
  static std::vector<Move> moves_of(const Game& game, const Key& key, std::uint64_t seed, std::size_t most) {
    static ActionList list;
    Rng rng(seed);
    KeyDealer dealer(KeyStreams{key});
    auto state = start(game, Seat{0});
    const auto deal = [&] {
      while (is_chance(state.open)) perron::apply(game, state, dealer.deal(game, state));
    };
    std::vector<Move> out;
    for (deal(); out.size() < most && !is_over(state.open);) {
      const auto seat = state.open.to_move;
      const auto action = random_action(game, state.open, state.own[seat], rng, list);
      perron::apply(game, state, action);
      deal();
      out.push_back({seat, action, is_over(state.open) ? 255 : index(state.open.to_move)});
    }
    return out;
  }
  // The shortest of many, because each input replays it.
  static std::vector<Move> short_moves(const Game& game, const Key& key, std::size_t most) {
    auto best = moves_of(game, key, 0, most);
    for (std::uint64_t seed = 1; seed < 300; ++seed)
      if (auto moves = moves_of(game, key, seed, most); moves.size() < best.size()) best = std::move(moves);
    return best;
  }

  void entry(const char* where, int id, int n, EntryKind kind, int seat, Action action, int runs) {
    const bool tail = std::string_view(where) == "tail";
    const std::string sql =
        std::string("INSERT INTO ") + where + " VALUES (" + (tail ? "?9, " : "") + "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1500, 2500)";
    sqlite::Statement insert(*database_, sql.c_str());
    const auto clock = std::to_string(runs) + " 1500 600000 600000";
    const auto request = "r" + std::to_string(n);
    const std::int64_t number = sqlite::packed(action);
    if (tail) CHECK(!insert(id, n, kind, seat, number, seat == 0 ? kAnna : kBert, request, clock, n).finish());
    else CHECK(!insert(id, n, kind, seat, number, seat == 0 ? kAnna : kBert, request, clock).finish());
  }

  std::unique_ptr<Database> database_;
};

// ---- The patches.

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return size_ == 0; }
  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::int64_t number(int bytes) {
    std::uint64_t out = 0;
    for (int i = 0; i < bytes; ++i) out = out << 8 | byte();
    return static_cast<std::int64_t>(out);
  }
  std::string_view text() {
    const auto size = std::min<std::size_t>(byte(), size_);
    const std::string_view out(reinterpret_cast<const char*>(data_), size);
    data_ += size;
    size_ -= size;
    return out;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

constexpr std::int64_t kOdd[] = {
    -1, 0, 1, 2, 3, 4, 5, 6, 255, 256, INT64_MAX, INT64_MIN, INT64_MAX - 1, std::int64_t{1} << 60, UINT32_MAX, INT32_MAX};

void bind(sqlite3_stmt* statement, Bytes& bytes) {
  switch (bytes.byte() % 8) {
    case 0: sqlite3_bind_null(statement, 1); return;
    case 1: sqlite3_bind_int64(statement, 1, kOdd[bytes.byte() % std::size(kOdd)]); return;
    case 2: sqlite3_bind_int64(statement, 1, bytes.byte()); return;
    case 3: sqlite3_bind_int64(statement, 1, bytes.number(8)); return;
    case 4: sqlite3_bind_double(statement, 1, static_cast<double>(bytes.number(4)) / 7); return;
    case 5: {
      const auto blob = bytes.text();
      sqlite3_bind_blob(statement, 1, blob.data(), int(blob.size()), SQLITE_TRANSIENT);
      return;
    }
    case 6: sqlite3_bind_zeroblob(statement, 1, bytes.byte()); return;
    default: {
      const auto text = bytes.text();
      sqlite3_bind_text(statement, 1, text.data(), int(text.size()), SQLITE_TRANSIENT);
    }
  }
}

// Sets one column of one row, deletes a row or duplicates it.
// True: of the tail.
bool patch(Database& database, Bytes& bytes) {
  static std::map<std::string, std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>> statements;
  const auto& table = kTables[bytes.byte() % std::size(kTables)];
  const auto what = bytes.byte();
  int columns = 0;
  while (columns + 1 < 12 && table[columns + 1]) ++columns;
  const std::string name = table[0], which = " WHERE rowid = (SELECT rowid FROM " + name + " LIMIT 1 OFFSET ?2)";
  auto sql = "UPDATE " + name + " SET " + table[1 + what % columns] + " = ?1" + which;
  if (what == 255) sql = "DELETE FROM " + name + which;
  if (what == 254) sql = "INSERT INTO " + name + " SELECT * FROM " + name + which;
  auto known = statements.find(sql);
  if (known == statements.end()) {
    sqlite3_stmt* made = nullptr;
    CHECK(sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &made, nullptr) == SQLITE_OK);
    known = statements.try_emplace(sql, made, sqlite3_finalize).first;
  }
  auto* statement = known->second.get();
  const int row = bytes.byte() % 16;
  if (what < 254) bind(statement, bytes);
  sqlite3_bind_int(statement, 2, row);
  sqlite3_step(statement);
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return name == "tail";
}

// ---- The operations.

void answered(const server::Hub::Answer& answer) {
  if (!answer) CHECK(!answer.error().sentence.empty());
  else CHECK(JsonShape(*answer).right() && is_utf8(*answer));
}

void read_people(FuzzStore& store) {
  for (const auto user : {kAnna, kBert}) {
    store.user(user, [](const auto&) {});
    store.sessions_of(user, [](const auto&) {});
    store.muted_by(user, [](const auto&) {});
  }
  store.account("anna", [](const auto&) {});
  store.session(sha256("token"), [](const auto&) {});
  store.counts([](const auto& counts) { CHECK(counts); });
}

void begin(server::Hub& hub, StillLoop& loop) {
  bool begun = false;
  hub.begin([&begun](const auto& error) { begun = !error; });
  loop.run();
  CHECK(begun);
}

// Most inputs do one operation, which is fast; those with kAll do all of them on the same connection.
constexpr int kParts = 8, kAll = kParts - 1;

void open_table(server::Hub& hub, StillLoop& loop, const std::string& id, bool history, int part) {
  CheckingClient client;
  const auto connection = hub.connect(client, {kAnna, "Anna", true}, "");
  hub.receive(connection, R"({"type":"open","id":"a","table":")" + id + (history ? R"(","history":true})" : R"("})"));
  if (part == kAll) hub.receive(connection, R"({"type":"leave","id":"b","table":")" + id + R"("})");
  loop.run();
  if (part >= kAll - 1) loop.ring();
  hub.disconnect(connection);
}

void talk(server::Hub& hub, StillLoop& loop, const std::string& id, int part) {
  CheckingClient client;
  const auto connection = hub.connect(client, {kAnna, "Anna", true}, "");
  const std::string messages[] = {R"({"type":"say","id":"a","table":")" + id + R"(","text":"hello"})",
                                  R"({"type":"start","id":"b","table":")" + id + R"("})",
                                  R"({"type":"explain","id":"c","game":")" + id + R"(","seat":0,"tickets":true})",
                                  R"({"type":"act","id":"d","game":")" + id + R"(","seat":0,"version":9,"action":[0,0,0,0]})"};
  for (int i = 0; i < 4; ++i)
    if (part == i || part == kAll) hub.receive(connection, messages[i]);
  loop.ring();
  hub.disconnect(connection);
}

void use(server::Hub& hub, FuzzStore& store, Database& database, StillLoop& loop, int what, int part, const std::string& id) {
  const server::Reader anna{kAnna, ""};
  const auto sink = std::make_shared<server::StringSink>();
  const auto does = [part](int parts, int n) { return part % parts == n || part == kAll; };
  switch (what) {
    case 0:
      begin(hub, loop);
      CHECK(JsonShape(hub.tables_json()).right());
      if (does(2, 1)) loop.ring();
      return;
    case 1: return open_table(hub, loop, id, false, part);
    case 2: return open_table(hub, loop, id, true, part);
    case 3: return hub.write_record(id, anna, server::TextCursor::begin, sink, [sink](const auto&) {});
    case 4:
      return hub.write_replay(id, anna, 0, server::TextCursor::begin, sink,
                              [sink](const auto& place) { CHECK(!place || JsonShape(sink->text).right()); });
    case 5:
      if (does(kParts, 4)) hub.game_json(id, anna, [](const auto& answer) { answered(answer); });
      if (does(kParts, 5)) hub.game_board_json(id, kAnna, [](const auto&) {});
      if (part < 4 || part == kAll) talk(hub, loop, id, part);
      return;
    case 6:
      if (does(2, 0)) hub.games_of_json(anna, GameFilter::all, "", 50, [](const auto& answer) { answered(answer); });
      if (does(2, 1)) hub.listed_games_json("", 50, [](const auto& answer) { answered(answer); });
      return;
    default:
      if (does(2, 0)) read_people(store);
      if (does(2, 1))
        for (const auto& sentence : sqlite::bad_rows(database)) CHECK(!sentence.empty());
  }
}

server::Settings settings() {
  server::Settings out;
  out.evict_after = kEvictAfter;
  out.seed = 1;
  return out;
}

}  // namespace

// Fast options; the unit tests check for use after return. To get allocation stacks, run a finding again with
// ASAN_OPTIONS=malloc_context_size=30.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:max_malloc_fill_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=16:detect_stack_use_after_"
         "return=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Base base;
  static StillLoop loop;
  static FuzzStore store(base.database(), loop);
  static NoThinker thinker;
  static server::InlineWorker worker(store.background());
  static std::unique_ptr<server::Hub> hub;
  static int inputs = 0;
  // A new hub from time to time: the lobby keeps the tables of earlier inputs, which slows each listing down.
  if (inputs++ % 1000 == 0) {
    hub = std::make_unique<server::Hub>(loop, store, thinker, worker, settings());
    store.begin();
    begin(*hub, loop);
    loop.clear();
  }
  auto& database = base.database();
  static sqlite::Statement begin(database, "BEGIN"), rollback(database, "ROLLBACK");
  CHECK(!begin().finish());
  Bytes bytes(data, size);
  const int what = bytes.byte();
  bool tail = false;
  for (int n = 0; n < 8 && !bytes.empty(); ++n) tail = patch(database, bytes) || tail;
  if (tail) store.begin();
  use(*hub, store, database, loop, what % 8, what / 32, id_text(1 + what / 8 % 4));
  loop.clear();
  CHECK(!rollback().finish());
  if (tail) store.begin();
  return 0;
}
