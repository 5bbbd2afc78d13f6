// The store on SQLite: a writer thread, which commits many writes in one transaction, and a reader thread with a connection of its own.
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "store/files/folder.h"
#include "store/files/wal_marker.h"
#include "store/sqlite/background_reader.h"
#include "store/sqlite/change_writer.h"
#include "store/sqlite/checkpoint_thread.h"
#include "store/sqlite/reader_thread.h"
#include "store/sqlite/schema.h"

namespace perron {

namespace {

using namespace sqlite;

// The length of the WAL, in pages of 4 KiB, from which it is checkpointed. Large, because checkpoints compete with commits for the disk
// and because most pages change many times before one. From kMaxWalPages on, the writer checkpoints without the checkpoint thread.
constexpr int kCheckpointPages = 4000, kMaxWalPages = 4 * kCheckpointPages;
constexpr std::size_t kMaxWritesPerCommit = 2000;  // bounds how long the first write of a commit waits
constexpr auto kRetryInterval = std::chrono::seconds(2);
constexpr auto kTruncateRetryInterval = std::chrono::seconds(60);  // if a reader kept the WAL from being truncated

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

struct PendingWrite {
  std::vector<Change> changes;
  Store::Done done;
  std::optional<StoreError> answer;
  Clock::time_point enqueued;
};

class SqliteStore final : public Store {
 public:
  struct Connections {
    std::unique_ptr<Database> writing, reading, background, checkpoints;
    std::unique_ptr<WalMarker> marker;
  };
  SqliteStore(std::unique_ptr<FolderLock> lock, Connections to, Post post, const StoreOptions& options)
      : lock_(std::move(lock)),
        writing_(std::move(to.writing)),
        background_(std::move(to.background)),
        post_(std::move(post)),
        entries_(*writing_, tail_, options.tail),
        idle_(options.idle),
        marker_(std::move(to.marker)),
        checkpointer_(std::make_unique<CheckpointThread>(std::move(to.checkpoints), [this] { on_checkpoint(); })),
        reader_(std::make_unique<ReaderThread>(std::move(to.reading), tail_, report_, post_)) {
    sqlite3_wal_hook(
        writing_->handle(),
        [](void* store, sqlite3*, const char*, int pages) {
          static_cast<SqliteStore*>(store)->wal_pages_ = pages;
          static_cast<SqliteStore*>(store)->wrote_to_wal_ = true;
          return SQLITE_OK;
        },
        this);
  }
  // Loads the tail, then starts the writer.
  std::optional<StoreError> begin() {
    if (auto fault = entries_.load()) return fault;
    thread_ = std::thread([this] { run(); });
    return std::nullopt;
  }

  ~SqliteStore() override {
    {
      const std::lock_guard guard(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
    if (!thread_.joinable()) return;
    thread_.join();
    checkpointer_.reset();
    reader_.reset();
    // If a tool still reads the database, the WAL and its marker stay: the next start recovers the WAL.
    if (empty_wal()) marker_->remove();
  }

  void write(std::vector<Change> changes, Done done) override {
    {
      const std::lock_guard guard(mutex_);
      waiting_.push_back({std::move(changes), std::move(done), std::nullopt, Clock::now()});
    }
    wake_after_turn();
  }

  void user(UserId id, ReadDone<std::optional<User>> done) override {
    reader_->ask([id](Queries& queries) { return queries.user(id); }, std::move(done));
  }
  void account(std::string account, ReadDone<std::optional<User>> done) override {
    reader_->ask([account = std::move(account)](Queries& queries) { return queries.account(account); }, std::move(done));
  }
  void session(const Bytes32& token_hash, ReadDone<std::optional<Session>> done) override {
    reader_->ask([token_hash](Queries& queries) { return queries.session(token_hash); }, std::move(done));
  }
  void sessions_of(UserId user, ReadDone<std::vector<Session>> done) override {
    reader_->ask([user](Queries& queries) { return queries.sessions_of(user); }, std::move(done));
  }
  void muted_by(UserId user, ReadDone<std::vector<UserId>> done) override {
    reader_->ask([user](Queries& queries) { return queries.muted_by(user); }, std::move(done));
  }
  void table(TableId id, ReadDone<std::optional<TableRow>> done) override {
    reader_->ask([id](Queries& queries) { return queries.table(id); }, std::move(done));
  }
  void tables(TableState state, ReadDone<std::vector<TableRow>> done) override {
    reader_->ask([state](Queries& queries) { return queries.tables(state); }, std::move(done));
  }
  void chat(TableId table, int last, ReadDone<std::vector<ChatLine>> done) override {
    reader_->ask([table, last](Queries& queries) { return queries.chat(table, last); }, std::move(done));
  }
  void game(GameId id, ReadDone<std::optional<GameRow>> done) override {
    reader_->ask([id](Queries& queries) { return queries.game(id); }, std::move(done));
  }
  void entry(GameId game, std::uint32_t n, ReadDone<std::optional<Entry>> done) override {
    reader_->ask([game, n](Queries& queries) { return queries.entry(game, n); }, std::move(done));
  }
  void board(const Bytes32& hash, ReadDone<std::shared_ptr<const PinnedBoard>> done) override {
    reader_->ask([hash](Queries& queries) { return queries.board(hash); }, std::move(done));
  }
  void unfinished_games(ReadDone<std::vector<OpenGame>> done) override {
    reader_->ask([](Queries& queries) { return queries.unfinished_games(); }, std::move(done));
  }
  void games_of(UserId user, GameFilter filter, const Page& page, ReadDone<std::vector<GameSummary>> done) override {
    reader_->ask([=](Queries& queries) { return queries.games_of(user, filter, page); }, std::move(done));
  }
  void listed_games(const Page& page, ReadDone<std::vector<GameSummary>> done) override {
    reader_->ask([page](Queries& queries) { return queries.listed_games(page); }, std::move(done));
  }
  void counts(ReadDone<Counts> done) override {
    reader_->ask([](Queries& queries) { return queries.counts(); }, std::move(done));
  }
  void probe_reads(Done done) override {
    reader_->ask([](Queries& queries) { return queries.probe(); }, std::move(done));
  }
  std::unique_ptr<GameReader> background() override { return std::make_unique<BackgroundReader>(std::move(background_), tail_); }
  std::vector<std::string> take_bad_rows() override { return report_.take_bad_rows(); }

  StoreStats stats() const override {
    const std::lock_guard guard(mutex_);
    auto out = stats_;
    out.waiting = waiting_.size() + in_commit_;
    out.read_trouble = report_.trouble();
    return out;
  }
  std::vector<StoreMetric> metrics() const override {
    constexpr const char* name = "store_log_seconds";
    const std::lock_guard guard(mutex_);
    return {{name, "WAL checkpoints, beside commits or between two of them; a commit can wait for the latter.", "when=\"beside\"",
             concurrent_checkpoints_},
            {name, "", "when=\"between\"", blocking_checkpoints_}};
  }

 private:
  // When the loop has run what is ready now, so that one commit takes all writes of that.
  void wake_after_turn() {
    if (std::exchange(*wake_posted_, true)) return;
    try {
      post_([this, posted = std::weak_ptr(wake_posted_)] {
        const auto alive = posted.lock();
        if (!alive) return;
        *alive = false;
        wake_.notify_one();
      });
    } catch (...) {  // no memory to post it
      *wake_posted_ = false;
      wake_.notify_one();
    }
  }

  void run() {
    while (true) {
      auto group = std::make_shared<std::vector<PendingWrite>>();
      if (!wait_for_work(*group)) return;
      if (group->empty()) {
        if (in_trouble()) probe_writing();
        else empty_idle_wal();
        continue;
      }
      commit(*group);
      post_([group] {
        std::exception_ptr first;
        for (auto& pending : *group) try {
            if (pending.done) pending.done(std::move(pending.answer));
          } catch (...) {  // one caller's exception must not keep the others' callbacks from running
            if (!first) first = std::current_exception();
          }
        if (first) std::rethrow_exception(first);
      });
      checkpoint_if_due();
    }
  }

  // False: the store is closing. An empty group: time to probe writing, or to empty the WAL.
  bool wait_for_work(std::vector<PendingWrite>& group) {
    std::unique_lock guard(mutex_);
    const auto work = [this] { return stopping_ || !waiting_.empty(); };
    const auto work_or_checkpoint = [&] { return work() || (idle_checkpoint_ && checkpoint_done_); };
    if (stats_.trouble && damaged_) wake_.wait(guard, work);
    else if (stats_.trouble) wake_.wait_for(guard, kRetryInterval, work);
    else if (idle_checkpoint_at_ && !idle_checkpoint_) wake_.wait_until(guard, *idle_checkpoint_at_, work);
    else wake_.wait(guard, work_or_checkpoint);
    if (waiting_.empty()) return !stopping_;
    take(group);
    return true;
  }

  // No write for a while. First starts a checkpoint on the other thread, which takes long; when that is done, little is left to do here
  // before the WAL can be truncated.
  void empty_idle_wal() {
    if (!idle_checkpoint_) {
      idle_checkpoint_ = true;
      return begin_checkpoint();
    }
    {
      const std::lock_guard guard(mutex_);
      checkpoint_done_ = false;
    }
    idle_checkpoint_ = false;
    checkpointer_->take_done();
    marker_->checkpointed();
    if (Clock::now() < *idle_checkpoint_at_) return;  // there was a write since
    if (empty_wal()) idle_checkpoint_at_.reset();
    else idle_checkpoint_at_ = Clock::now() + kTruncateRetryInterval;
  }

  void begin_checkpoint() {
    marker_->checkpointed();  // it may end, and the WAL restart, before take_done() is asked
    checkpointer_->begin();
  }

  // On the checkpoint thread.
  void on_checkpoint() {
    {
      const std::lock_guard guard(mutex_);
      checkpoint_done_ = true;
    }
    wake_.notify_one();
  }

  // False: a reader still uses the WAL, or the disk is full.
  bool empty_wal() {
    if (!checkpoint_all(*writing_) || !marker_->mark_empty()) return false;
    const bool emptied = truncate_wal(*writing_);
    if (emptied) wal_pages_ = 0;
    return emptied;
  }

  bool in_trouble() const {
    const std::lock_guard guard(mutex_);
    return stats_.trouble.has_value();
  }

  // Tries a write, so that /healthz reports a recovered disk even if nobody moves.
  void probe_writing() {
    auto fault = begin_().finish();
    if (!fault) fault = probe_().finish();
    if (!fault) fault = commit_().finish();
    if (fault && writing_->in_transaction()) writing_->run("ROLLBACK");
    if (!fault) idle_checkpoint_at_ = Clock::now() + idle_;
    const std::lock_guard guard(mutex_);
    stats_.trouble = std::move(fault);
  }

  void take(std::vector<PendingWrite>& group) {
    if (waiting_.size() <= kMaxWritesPerCommit) {
      group.swap(waiting_);
    } else {
      const auto end = waiting_.begin() + kMaxWritesPerCommit;
      group.assign(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
      waiting_.erase(waiting_.begin(), end);
    }
    in_commit_ = group.size();
  }

  void commit(std::vector<PendingWrite>& group) {
    const auto begun = Clock::now();
    auto fault = write_all(group);
    if (fault) {
      if (writing_->in_transaction()) writing_->run("ROLLBACK");
      entries_.rolled_back();
      for (auto& pending : group) pending.answer = fault;
      // Further writes could make the damage worse. A restart checks the file and tries again.
      if (fault->fault == StoreFault::damaged) damaged_ = fault;
    } else {
      entries_.committed();
      if (std::exchange(wrote_to_wal_, false)) marker_->committed(wal_pages_);
      idle_checkpoint_at_ = Clock::now() + idle_;
    }
    const auto took = seconds_since(begun);
    const std::lock_guard guard(mutex_);
    in_commit_ = 0;
    stats_.writes += group.size();
    stats_.queue.add(std::chrono::duration<double>(begun - group.front().enqueued).count());
    stats_.commit.add(took);
    stats_.sync.add(sync_seconds_);
    ++(fault ? stats_.failed_commits : stats_.commits);
    for (const auto& pending : group) {
      if (!pending.answer) stats_.changes += pending.changes.size();
      if (pending.answer && !fault) ++stats_.refused;
    }
    stats_.trouble = std::move(fault);
  }

  std::optional<StoreError> write_all(std::vector<PendingWrite>& group) {
    sync_seconds_ = 0;
    if (damaged_) return damaged_;
    if (auto fault = begin_().finish()) return fault;
    for (auto& pending : group) {
      if (pending.changes.empty()) continue;
      pending.answer = change_writer_.apply(pending.changes);
      if (pending.answer && !concerns_one_request(pending.answer->fault)) return pending.answer;
    }
    if (auto fault = entries_.flush_oldest()) return fault;
    const auto begun = Clock::now();
    auto fault = commit_().finish();
    sync_seconds_ = seconds_since(begun);
    return fault;
  }

  // After a concurrent checkpoint, only the frames written meanwhile are left. Checkpointing them lets the next commit restart the WAL.
  void checkpoint_if_due() {
    const auto concurrent = checkpointer_->take_done();
    if (concurrent) {
      marker_->checkpointed();
      const std::lock_guard guard(mutex_);
      checkpoint_done_ = idle_checkpoint_ = false;
    }
    if (!concurrent && wal_pages_ < kMaxWalPages) {
      if (wal_pages_ >= kCheckpointPages) begin_checkpoint();
      return;
    }
    const auto begun = Clock::now();
    checkpoint(*writing_);
    marker_->checkpointed();
    const auto took = seconds_since(begun);
    const std::lock_guard guard(mutex_);
    if (concurrent) concurrent_checkpoints_.add(*concurrent);
    blocking_checkpoints_.add(took);
  }

  const std::unique_ptr<FolderLock> lock_;
  const std::unique_ptr<Database> writing_;
  std::unique_ptr<Database> background_;  // until background() takes it
  const Post post_;
  const std::shared_ptr<bool> wake_posted_ = std::make_shared<bool>(false);  // the loop's
  TailRows tail_;
  EntryLog entries_;  // for the writer thread only, as the members up to the marker
  ChangeWriter change_writer_{*writing_, entries_};
  Statement begin_{*writing_, "BEGIN IMMEDIATE"}, commit_{*writing_, "COMMIT"};
  // Writes a page without changing anything.
  const std::string same_version_ = "PRAGMA user_version = " + std::to_string(schema_version());
  Statement probe_{*writing_, same_version_.c_str()};
  std::optional<StoreError> damaged_;
  int wal_pages_ = 0;
  bool wrote_to_wal_ = false;  // in this commit
  double sync_seconds_ = 0;    // of the last commit
  const std::chrono::milliseconds idle_;
  std::optional<Clock::time_point> idle_checkpoint_at_ =
      Clock::now() + idle_;       // when, unless there is a write before; nullopt: the WAL is empty
  bool idle_checkpoint_ = false;  // a checkpoint is running because there was no write
  const std::unique_ptr<WalMarker> marker_;
  std::unique_ptr<CheckpointThread> checkpointer_;
  ReadReport report_;
  std::unique_ptr<ReaderThread> reader_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<PendingWrite> waiting_;
  std::size_t in_commit_ = 0;
  StoreStats stats_;
  Histogram concurrent_checkpoints_, blocking_checkpoints_;
  bool stopping_ = false, checkpoint_done_ = false;  // checkpoint_done_: set by the checkpoint thread
  std::thread thread_;
};

constexpr const char* kWriterPragmas =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864;"
    "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536";
constexpr const char* kReaderPragmas = "PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384";

}  // namespace

Result<std::unique_ptr<Store>, StoreError> open_store(const std::string& folder, Post post, const StoreOptions& options) {
  if (auto fault = prepare_folder(folder)) return std::move(*fault);
  auto lock = FolderLock::take(folder);
  if (!lock) return lock.error();
  if (auto fault = wal_error(folder)) return std::move(*fault);
  auto writing = Database::open(database_path(folder), Access::write);
  if (!writing) return writing.error();
  // Before the first change, even of the journal mode: checks that it is our database and readable.
  if (const auto version = version_of(**writing); !version) return version.error();
  if (auto fault = (*writing)->run(kWriterPragmas)) return std::move(*fault);
  if (auto fault = migrate(**writing)) return std::move(*fault);
  auto marker = WalMarker::open(folder);
  if (!marker) return marker.error();
  SqliteStore::Connections connections{std::move(*writing), nullptr, nullptr, nullptr, std::move(*marker)};
  for (auto* other : {&connections.reading, &connections.background, &connections.checkpoints}) {
    auto opened = Database::open(database_path(folder), Access::write);
    if (!opened) return opened.error();
    *other = std::move(*opened);
  }
  for (auto* reading : {&connections.reading, &connections.background})
    if (auto fault = (*reading)->run(kReaderPragmas)) return std::move(*fault);
  if (auto fault = connections.checkpoints->run("PRAGMA synchronous = FULL")) return std::move(*fault);
  auto store = std::make_unique<SqliteStore>(std::move(*lock), std::move(connections), std::move(post), options);
  if (auto fault = store->begin()) return std::move(*fault);
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace perron
