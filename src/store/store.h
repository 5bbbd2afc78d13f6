// The store: what must survive anything. Nobody waits for it: writes and reads are answered through callbacks on the caller's
// loop, so the same interface serves an embedded database and one on another machine. Knows ids, bytes and texts, not what a
// game is.
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
  conflict,   // the caller's: a name or an id taken, a number out of order, nothing there to change
  repeated,   // the caller's: this request id of this user is in this game's log already
  disk_full,  // may pass: the next write is tried anew
  read_only,
  damaged,
  bad_row,   // one row has a value that can't be; the others are as good as before
  lost_log,  // the log with the newest commits is missing or cut
  newer,     // the file was made by a newer version
  in_use,    // another server has the folder
  failed,    // anything else of the system
};
// Faults of the caller's are about one write; the others say that nothing can be stored now.
constexpr bool is_callers(StoreFault fault) { return fault == StoreFault::conflict || fault == StoreFault::repeated; }

// About one write or read, whoever is to blame; others may work.
constexpr bool is_about_one(StoreFault fault) { return is_callers(fault) || fault == StoreFault::bad_row; }

struct StoreError {
  StoreFault fault;
  std::string message;  // a sentence for the operator that says what to do; never a secret
};

// ---- Changes ---------------------------------------------------------------------------------------------------

struct NewUser {
  User user;  // a guest, or an account at once
};
struct RenameUser {
  UserId user;
  std::string name;
};
// A guest becomes an account and keeps its id and games; or an account gets another name to log in with or password.
struct SetAccount {
  UserId user;
  std::string account, password;
};
// The guest's seats, requests, tables and chat lines become the account's; the guest points to it, and its sessions end.
struct TakeAlong {
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
  UserId user;  // whose it must be
};
struct EndOtherSessions {
  UserId user;
  SessionId keep;
};
struct SetMute {  // lines that `other` writes are not shown to `user`, or are again
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
  GameRow game;  // board, board_hash and end are filled in by the store
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

using Change = std::variant<NewUser, RenameUser, SetAccount, TakeAlong, NewSession, TouchSession, EndSession, EndOtherSessions, SetMute,
                            SaveTable, RemoveTable, StartGame, AppendEntry, EndGame, AddChat>;

// ---- The store -------------------------------------------------------------------------------------------------

template <class T>
using Read = Result<T, StoreError>;

enum class GameFilter : std::uint8_t { all, unfinished, ended };

// A page of a list, newest first: what comes after this game; default: from the newest.
struct Page {
  std::int64_t before_time = INT64_MAX;  // of the last summary had: started (games of a user), ended (listed games)
  GameId before = kNoGame;               // and its id
  int limit = 50;
};

struct StoreStats {
  std::uint64_t writes = 0, changes = 0, refused = 0;  // refused: by a fault of the caller's
  std::uint64_t commits = 0, failed_commits = 0;
  std::uint64_t waiting = 0;               // writes in the queue now
  Histogram queue;                         // the oldest write of a commit, until that began
  Histogram commit;                        // from its first change until it is on disk
  Histogram sync;                          // the end of it, until the disk reports the commit as durable
  std::optional<StoreError> trouble;       // of the last commit, if it failed, until one succeeds: for /healthz
  std::optional<StoreError> read_trouble;  // of a query that failed, until the same one works
};

// Something that one kind of store measures and others don't have. Its name, help and label are as in /metrics.
struct StoreMetric {
  std::string_view name, help, label;
  Histogram histogram;
};

// What a game is loaded from. Blocks: for a thread that may wait.
class GameReads {
 public:
  virtual ~GameReads() = default;
  virtual Read<std::optional<GameRow>> game(GameId id) = 0;
  virtual Read<std::vector<Entry>> entries(GameId game) = 0;
  virtual Read<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) = 0;
};

// Writes and reads are asked for on the loop. Each is answered there once, never from within the call; an exception that leaves an answer
// does not keep the others from coming. A destroyed store drops the answers that it has not posted yet.
class Store {
 public:
  virtual ~Store() = default;

  using Done = std::function<void(std::optional<StoreError>)>;
  // All of the changes or none. They are durable when `done` is called without an error; writes are taken in order, and so are
  // their answers. An error leaves everything stored before as it was. An entry or chat line whose number is not the next is
  // refused, so a write that follows a failed one never leaves a gap. Without changes: done when all before it is.
  virtual void write(std::vector<Change> changes, Done done) = 0;
  void write(Change change, Done done) {
    std::vector<Change> one;
    one.push_back(std::move(change));
    write(std::move(one), std::move(done));
  }

  // A read sees every write that was answered as done before the read was asked for. It may or may not see those that are answered
  // while it is under way. Reads are answered in the order in which they were asked for.
  template <class T>
  using ReadDone = std::function<void(Read<T>)>;
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

  virtual void counts(ReadDone<Counts> done) = 0;  // counts rows: not for every request
  // Reads a little, or again what failed: call it every few seconds. Reports what is wrong, as StoreStats::read_trouble does.
  virtual void probe_reads(Done done) = 0;

  // Reads for one other thread, to be asked for once; gone before the store is.
  virtual std::unique_ptr<GameReads> background() = 0;

  // Rows found since the last call with impossible values, a sentence for each: reads of lists leave them out.
  virtual std::vector<std::string> take_bad_rows() { return {}; }
  virtual StoreStats stats() const = 0;                            // any thread
  virtual std::vector<StoreMetric> metrics() const { return {}; }  // any thread
};

// Runs a function on the caller's loop; called on the store's threads.
using Post = std::function<void(std::function<void()>)>;

struct StoreOptions {
  // Entries that are kept in the order of writing before they are sorted by game: of ten thousand games whole ones, so that sorting
  // writes each page once.
  std::int64_t tail = 500'000;
  // Without a write for this long, the log is checkpointed and emptied.
  std::chrono::milliseconds idle{5000};
};

// Opens or makes the database in a folder, which is made if need be. The folder is this process's until the store is
// gone. The destructor writes what is waiting and drops the reads that are; answers not yet run are left to `post`.
Result<std::unique_ptr<Store>, StoreError> open_store(const std::string& folder, Post post, const StoreOptions& options = {});

}  // namespace perron
