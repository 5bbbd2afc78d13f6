// The store: everything that must survive a crash. Callers never block: writes and reads are answered through callbacks on the caller's
// loop, so the same interface serves an embedded database and a remote one. Knows ids, bytes and texts, not what a game is.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/histogram.h"
#include "base/result.h"
#include "store/rows.h"

namespace perron {

enum class StoreFault : std::uint8_t {
  conflict,   // of the caller: a name or an id is taken, a number is out of order, the row to change does not exist
  repeated,   // of the caller: this game's log has an entry with this request id and user
  disk_full,  // may pass: the next write is tried
  read_only,
  damaged,
  bad_row,   // one row has an impossible value; the others are usable
  lost_wal,  // the WAL with the newest commits is missing or truncated
  newer,     // the file was made by a newer version
  in_use,    // another server uses the folder
  failed,    // any other error
};
// Errors of the caller concern one write; the others mean that nothing can be stored now.
constexpr bool is_caller_error(StoreFault fault) { return fault == StoreFault::conflict || fault == StoreFault::repeated; }

// Concerns one write or read; others may work.
constexpr bool concerns_one_request(StoreFault fault) { return is_caller_error(fault) || fault == StoreFault::bad_row; }

struct StoreError {
  StoreFault fault;
  std::string message;  // for the operator: what happened and what to do; never a secret
};

// ---- Changes ---------------------------------------------------------------------------------------------------

struct NewUser {
  User user;  // a guest or an account
};
struct RenameUser {
  UserId user;
  std::string name;
};
// Turns a guest into an account, which keeps its id and games; or changes the log-in name or password of an account.
struct SetAccount {
  UserId user;
  std::string account, password;
};
// Moves the guest's seats, requests, tables and chat lines to the account. The guest row points to the account; its sessions end.
struct MergeGuest {
  UserId guest, account;
};
struct NewSession {
  Session session;
};
struct TouchSession {
  SessionId session;
  std::int64_t seen;
};
struct EndSession {
  SessionId session;
  UserId user;  // must be its owner
};
struct EndOtherSessions {
  UserId user;
  SessionId keep;
};
struct SetMute {  // hides the chat lines of `other` from `user`, or shows them again
  UserId user, other;
  bool on;
};
struct SaveTable {  // new or changed
  TableRow table;
};
struct RemoveTable {  // with its chat; games stay
  TableId table;
};
struct StartGame {
  GameRow game;  // the store fills in board, board_hash and the end
  std::shared_ptr<const PinnedBoard> board;
  std::int64_t due = 0;  // as Entry::due, before the first entry
};
struct AppendEntry {
  Entry entry;
};
struct EndGame {
  GameId game;
  Ending ending;
  std::string result;  // JSON
  std::int64_t at;
};
struct AddChat {
  ChatLine line;
};

using Change = std::variant<NewUser, RenameUser, SetAccount, MergeGuest, NewSession, TouchSession, EndSession, EndOtherSessions, SetMute,
                            SaveTable, RemoveTable, StartGame, AppendEntry, EndGame, AddChat>;

// ---- The store -------------------------------------------------------------------------------------------------

template <class T>
using StoreResult = Result<T, StoreError>;

enum class GameFilter : std::uint8_t { all, unfinished, ended };

// A page of a list, newest first: what comes after this game; default: from the newest.
struct Page {
  std::int64_t before_time = INT64_MAX;  // of the last summary of the page before: started (games of a user) or ended (listed games)
  GameId before = kNoGame;               // and its id
  int limit = 50;
};

struct StoreStats {
  std::uint64_t writes = 0, changes = 0, refused = 0;  // refused: because of an error of the caller
  std::uint64_t commits = 0, failed_commits = 0;
  std::uint64_t waiting = 0;               // writes in the queue now
  Histogram queue;                         // wait of the oldest write of a commit, until the commit began
  Histogram commit;                        // from its first change until it is on disk
  Histogram sync;                          // its end, until the disk reports it as durable
  std::optional<StoreError> trouble;       // of the last commit, if it failed; for /healthz
  std::optional<StoreError> read_trouble;  // of a query that failed, until the same query succeeds
};

// A metric that only this kind of store has. Name, help and label are as in /metrics.
struct StoreMetric {
  std::string_view name, help, label;
  Histogram histogram;
};

// The reads that load a game. They block, so they are for a worker thread.
class GameReader {
 public:
  virtual ~GameReader() = default;
  virtual StoreResult<std::optional<GameRow>> game(GameId id) = 0;
  virtual StoreResult<std::vector<Entry>> entries(GameId game) = 0;
  virtual StoreResult<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) = 0;
};

// Call it on the loop. Each callback runs there exactly once, never within the call. An exception from a callback does not keep the others
// from running. A destroyed store drops the callbacks that it has not posted yet.
class Store {
 public:
  virtual ~Store() = default;

  using Done = std::function<void(std::optional<StoreError>)>;
  // Atomic, and durable when `done` is called without an error. Writes are executed and answered in order. An error leaves everything as
  // it was. An entry or chat line whose number is not the next one is refused, so a write after a failed one never leaves a gap. A write
  // without changes is answered when all writes before it are.
  virtual void write(std::vector<Change> changes, Done done) = 0;
  void write(Change change, Done done) {
    std::vector<Change> one;
    one.push_back(std::move(change));
    write(std::move(one), std::move(done));
  }

  // A read sees every write that was answered before the read was requested. It may or may not see writes that are answered while it is in
  // progress. Reads are answered in order.
  template <class T>
  using ReadDone = std::function<void(StoreResult<T>)>;
  virtual void user(UserId id, ReadDone<std::optional<User>> done) = 0;
  virtual void account(std::string account, ReadDone<std::optional<User>> done) = 0;
  virtual void session(const Bytes32& token_hash, ReadDone<std::optional<Session>> done) = 0;
  virtual void sessions_of(UserId user, ReadDone<std::vector<Session>> done) = 0;
  virtual void muted_by(UserId user, ReadDone<std::vector<UserId>> done) = 0;

  virtual void table(TableId id, ReadDone<std::optional<TableRow>> done) = 0;
  virtual void tables(TableState state, ReadDone<std::vector<TableRow>> done) = 0;
  virtual void chat(TableId table, int last, ReadDone<std::vector<ChatLine>> done) = 0;  // the last lines, oldest first

  virtual void game(GameId id, ReadDone<std::optional<GameRow>> done) = 0;
  virtual void entry(GameId game, std::uint32_t n, ReadDone<std::optional<Entry>> done) = 0;
  virtual void board(const Bytes32& hash, ReadDone<std::shared_ptr<const PinnedBoard>> done) = 0;
  virtual void unfinished_games(ReadDone<std::vector<OpenGame>> done) = 0;
  virtual void games_of(UserId user, GameFilter filter, const Page& page, ReadDone<std::vector<GameSummary>> done) = 0;
  virtual void listed_games(const Page& page, ReadDone<std::vector<GameSummary>> done) = 0;  // ended ones of listed tables

  virtual void counts(ReadDone<Counts> done) = 0;  // slow, because it counts rows
  // Repeats a failed query, or reads a little: call it every few seconds. Passes on what StoreStats::read_trouble then reports.
  virtual void probe_reads(Done done) = 0;

  // Reads for one other thread. Call it once; destroy the result before the store.
  virtual std::unique_ptr<GameReader> background() = 0;

  // Messages about rows with impossible values that were found since the last call. Lists leave such rows out.
  virtual std::vector<std::string> take_bad_rows() { return {}; }
  virtual StoreStats stats() const = 0;                            // any thread
  virtual std::vector<StoreMetric> metrics() const { return {}; }  // any thread
};

// Runs a function on the caller's loop. Called on the store's threads.
using Post = std::function<void(std::function<void()>)>;

struct StoreOptions {
  // Rows of the tail, before entries move to their games (sqlite/tail.h): enough that ten thousand games end within it, so that moving a
  // game writes each of its pages once.
  std::int64_t tail = 500'000;
  // Time without a write until the WAL is checkpointed and truncated.
  std::chrono::milliseconds idle{5000};
};

// Opens or creates the database in a folder, which is created if missing and stays locked until the store is destroyed. The destructor
// finishes pending writes and drops pending reads.
Result<std::unique_ptr<Store>, StoreError> open_store(const std::string& folder, Post post, const StoreOptions& options = {});

}  // namespace perron
