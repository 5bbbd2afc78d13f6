// The store on SQLite: a thread that writes, many writes in one commit, and a thread with a second connection that reads.
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "store/background_reads.h"
#include "store/changes.h"
#include "store/checkpoint_thread.h"
#include "store/folder.h"
#include "store/log_marker.h"
#include "store/reader_thread.h"
#include "store/schema.h"

namespace perron {

namespace {

using namespace sqlite;

// A commit appends to the write-ahead log beside the file; a log of this many pages (of 4 KiB) is checkpointed. Seldom: commits wait for
// the disk meanwhile, and most pages are written again and again before.
constexpr int kLogPages = 4000, kMostLogPages = 4 * kLogPages;
constexpr std::size_t kMostInCommit = 2000;  // writes: bounds how long the first of them waits
constexpr auto kTryAgain = std::chrono::seconds(2);
constexpr auto kLookAtLogAgain = std::chrono::seconds(60);  // where somebody who reads kept the log from being emptied

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

struct Pending {
  std::vector<Change> changes;
  Store::Done done;
  std::optional<StoreError> answer;
  Clock::time_point asked;
};

class SqliteStore final : public Store {
 public:
  struct Connections {
    std::unique_ptr<Database> writing, reading, background, log;
    std::unique_ptr<LogMarker> marker;
  };
  SqliteStore(std::unique_ptr<FolderLock> lock, Connections to, Post post, const StoreOptions& options)
      : lock_(std::move(lock)),
        writing_(std::move(to.writing)),
        background_(std::move(to.background)),
        post_(std::move(post)),
        entries_(*writing_, tail_, options.tail),
        idle_(options.idle),
        marker_(std::move(to.marker)),
        checkpoints_(std::make_unique<CheckpointThread>(std::move(to.log), [this] { checkpointed(); })),
        reader_(std::make_unique<ReaderThread>(std::move(to.reading), tail_, report_, post_)) {
    sqlite3_wal_hook(
        writing_->handle(),
        [](void* pages, sqlite3*, const char*, int count) {
          *static_cast<int*>(pages) = count;
          return SQLITE_OK;
        },
        &log_pages_);
  }
  // Reads where entries lie, then begins to write.
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
    checkpoints_.reset();
    reader_.reset();
    // Whatever reads it still keeps the log, and the marker with it: the next start works it in.
    if (empty_log()) marker_->remove();
  }

  void write(std::vector<Change> changes, Done done) override {
    {
      const std::lock_guard guard(mutex_);
      waiting_.push_back({std::move(changes), std::move(done), std::nullopt, Clock::now()});
    }
    wake_.notify_one();
  }

  void user(UserId id, ReadDone<std::optional<User>> done) override {
    reader_->ask([id](Reads& reads) { return reads.user(id); }, std::move(done));
  }
  void account(std::string account, ReadDone<std::optional<User>> done) override {
    reader_->ask([account = std::move(account)](Reads& reads) { return reads.account(account); }, std::move(done));
  }
  void session(const Bytes32& token_hash, ReadDone<std::optional<Session>> done) override {
    reader_->ask([token_hash](Reads& reads) { return reads.session(token_hash); }, std::move(done));
  }
  void sessions_of(UserId user, ReadDone<std::vector<Session>> done) override {
    reader_->ask([user](Reads& reads) { return reads.sessions_of(user); }, std::move(done));
  }
  void muted_by(UserId user, ReadDone<std::vector<UserId>> done) override {
    reader_->ask([user](Reads& reads) { return reads.muted_by(user); }, std::move(done));
  }
  void table(TableId id, ReadDone<std::optional<TableRow>> done) override {
    reader_->ask([id](Reads& reads) { return reads.table(id); }, std::move(done));
  }
  void tables(TableState state, ReadDone<std::vector<TableRow>> done) override {
    reader_->ask([state](Reads& reads) { return reads.tables(state); }, std::move(done));
  }
  void chat(TableId table, int last, ReadDone<std::vector<ChatLine>> done) override {
    reader_->ask([table, last](Reads& reads) { return reads.chat(table, last); }, std::move(done));
  }
  void game(GameId id, ReadDone<std::optional<GameRow>> done) override {
    reader_->ask([id](Reads& reads) { return reads.game(id); }, std::move(done));
  }
  void entry(GameId game, std::uint32_t n, ReadDone<std::optional<Entry>> done) override {
    reader_->ask([game, n](Reads& reads) { return reads.entry(game, n); }, std::move(done));
  }
  void board(const Bytes32& hash, ReadDone<std::shared_ptr<const PinnedBoard>> done) override {
    reader_->ask([hash](Reads& reads) { return reads.board(hash); }, std::move(done));
  }
  void unfinished_games(ReadDone<std::vector<OpenGame>> done) override {
    reader_->ask([](Reads& reads) { return reads.unfinished_games(); }, std::move(done));
  }
  void games_of(UserId user, GameFilter filter, const Page& page, ReadDone<std::vector<GameSummary>> done) override {
    reader_->ask([=](Reads& reads) { return reads.games_of(user, filter, page); }, std::move(done));
  }
  void listed_games(const Page& page, ReadDone<std::vector<GameSummary>> done) override {
    reader_->ask([page](Reads& reads) { return reads.listed_games(page); }, std::move(done));
  }
  void counts(ReadDone<Counts> done) override {
    reader_->ask([](Reads& reads) { return reads.counts(); }, std::move(done));
  }
  void probe_reads(Done done) override {
    reader_->ask([](Reads& reads) { return reads.probe(); }, std::move(done));
  }
  std::unique_ptr<GameReads> background() override { return std::make_unique<BackgroundReads>(std::move(background_), tail_); }
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
             checkpoints_beside_},
            {name, "", "when=\"between\"", checkpoints_between_}};
  }

 private:
  void run() {
    while (true) {
      auto group = std::make_shared<std::vector<Pending>>();
      if (!wait_for_work(*group)) return;
      if (group->empty()) {
        if (in_trouble()) try_again();
        else look_at_log();
        continue;
      }
      commit(*group);
      post_([group] {
        std::exception_ptr first;
        for (auto& pending : *group) try {
            if (pending.done) pending.done(std::move(pending.answer));
          } catch (...) {  // one caller's trouble is not that of the others
            if (!first) first = std::current_exception();
          }
        if (first) std::rethrow_exception(first);
      });
      shorten_log();
    }
  }

  // False: the end. Nothing in the group: time to try again whether anything can be stored, or to empty the log.
  bool wait_for_work(std::vector<Pending>& group) {
    std::unique_lock guard(mutex_);
    const auto work = [this] { return stopping_ || !waiting_.empty(); };
    const auto work_or_log = [&] { return work() || (log_asked_ && log_ready_); };
    if (stats_.trouble && damaged_) wake_.wait(guard, work);
    else if (stats_.trouble) wake_.wait_for(guard, kTryAgain, work);
    else if (look_at_log_ && !log_asked_) wake_.wait_until(guard, *look_at_log_, work);
    else wake_.wait(guard, work_or_log);
    if (waiting_.empty()) return !stopping_;
    take(group);
    return true;
  }

  // Nobody has written for a while. A checkpoint beside the commits does what takes long; when it is done, next to nothing is left
  // to do before the log can be emptied.
  void look_at_log() {
    if (!log_asked_) {
      log_asked_ = true;
      return checkpoints_->begin();
    }
    {
      const std::lock_guard guard(mutex_);
      log_ready_ = false;
    }
    log_asked_ = false;
    checkpoints_->take_done();
    marker_->checkpointed();
    if (Clock::now() < *look_at_log_) return;  // somebody has written since
    if (empty_log()) look_at_log_.reset();
    else look_at_log_ = Clock::now() + kLookAtLogAgain;
  }

  // On the checkpoint thread.
  void checkpointed() {
    {
      const std::lock_guard guard(mutex_);
      log_ready_ = true;
    }
    wake_.notify_one();
  }

  // False: somebody still reads from it, or the disk has no room.
  bool empty_log() {
    if (!checkpoint_all(*writing_) || !marker_->nothing_needed()) return false;
    const bool emptied = sqlite::empty_log(*writing_);
    if (emptied) log_pages_ = 0;
    return emptied;
  }

  bool in_trouble() const {
    const std::lock_guard guard(mutex_);
    return stats_.trouble.has_value();
  }

  // Who asks /healthz must not have to wait for somebody's move to learn that the disk has room again.
  void try_again() {
    auto fault = begin_().finish();
    if (!fault) fault = probe_().finish();
    if (!fault) fault = commit_().finish();
    if (fault && writing_->in_transaction()) writing_->run("ROLLBACK");
    if (!fault) look_at_log_ = Clock::now() + idle_;
    const std::lock_guard guard(mutex_);
    stats_.trouble = std::move(fault);
  }

  void take(std::vector<Pending>& group) {
    if (waiting_.size() <= kMostInCommit) {
      group.swap(waiting_);
    } else {
      const auto end = waiting_.begin() + kMostInCommit;
      group.assign(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
      waiting_.erase(waiting_.begin(), end);
    }
    in_commit_ = group.size();
  }

  void commit(std::vector<Pending>& group) {
    const auto begun = Clock::now();
    auto fault = all_of(group);
    if (fault) {
      if (writing_->in_transaction()) writing_->run("ROLLBACK");
      entries_.rolled_back();
      for (auto& pending : group) pending.answer = fault;
      // Writing on could make it worse; a restart tries anew, after a look at the file.
      if (fault->fault == StoreFault::damaged) damaged_ = fault;
    } else {
      entries_.committed();
      marker_->committed(log_pages_);
      look_at_log_ = Clock::now() + idle_;
    }
    const auto took = seconds_since(begun);
    const std::lock_guard guard(mutex_);
    in_commit_ = 0;
    stats_.writes += group.size();
    stats_.queue.add(std::chrono::duration<double>(begun - group.front().asked).count());
    stats_.commit.add(took);
    stats_.sync.add(sync_seconds_);
    ++(fault ? stats_.failed_commits : stats_.commits);
    for (const auto& pending : group) {
      if (!pending.answer) stats_.changes += pending.changes.size();
      if (pending.answer && !fault) ++stats_.refused;
    }
    stats_.trouble = std::move(fault);
  }

  std::optional<StoreError> all_of(std::vector<Pending>& group) {
    sync_seconds_ = 0;
    if (damaged_) return damaged_;
    if (auto fault = begin_().finish()) return fault;
    for (auto& pending : group) {
      if (pending.changes.empty()) continue;
      pending.answer = changes_.apply(pending.changes);
      if (pending.answer && !is_about_one(pending.answer->fault)) return pending.answer;
    }
    if (auto fault = entries_.settle()) return fault;
    const auto begun = Clock::now();
    auto fault = commit_().finish();
    sync_seconds_ = seconds_since(begun);
    return fault;
  }

  // After a checkpoint beside the commits only what was logged meanwhile is left: then the next commit begins the log again.
  void shorten_log() {
    const auto beside = checkpoints_->take_done();
    if (beside) {
      marker_->checkpointed();
      const std::lock_guard guard(mutex_);
      log_ready_ = log_asked_ = false;
    }
    if (!beside && log_pages_ < kMostLogPages) {
      if (log_pages_ >= kLogPages) checkpoints_->begin();
      return;
    }
    const auto begun = Clock::now();
    checkpoint(*writing_);
    marker_->checkpointed();
    const auto took = seconds_since(begun);
    const std::lock_guard guard(mutex_);
    if (beside) checkpoints_beside_.add(*beside);
    checkpoints_between_.add(took);
  }

  const std::unique_ptr<FolderLock> lock_;
  const std::unique_ptr<Database> writing_;
  std::unique_ptr<Database> background_;  // until it is asked for
  const Post post_;
  TailRows tail_;
  EntryLog entries_;  // the store's thread only, as all down to the log
  Changes changes_{*writing_, entries_};
  Statement begin_{*writing_, "BEGIN IMMEDIATE"}, commit_{*writing_, "COMMIT"};
  // Writes a page, and changes nothing.
  const std::string same_version_ = "PRAGMA user_version = " + std::to_string(schema_version());
  Statement probe_{*writing_, same_version_.c_str()};
  std::optional<StoreError> damaged_;
  int log_pages_ = 0;
  double sync_seconds_ = 0;  // of the last commit
  const std::chrono::milliseconds idle_;
  std::optional<Clock::time_point> look_at_log_ = Clock::now() + idle_;  // when, if nobody writes; nothing: the log is empty
  bool log_asked_ = false;                                               // a checkpoint, because nobody writes
  const std::unique_ptr<LogMarker> marker_;
  std::unique_ptr<CheckpointThread> checkpoints_;
  ReadReport report_;
  std::unique_ptr<ReaderThread> reader_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Pending> waiting_;
  std::size_t in_commit_ = 0;
  StoreStats stats_;
  Histogram checkpoints_beside_, checkpoints_between_;
  bool stopping_ = false, log_ready_ = false;  // ready: a checkpoint beside the commits has ended
  std::thread thread_;
};

constexpr const char* kWriting =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864;"
    "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536";
constexpr const char* kReading = "PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384";

}  // namespace

Result<std::unique_ptr<Store>, StoreError> open_store(const std::string& folder, Post post, const StoreOptions& options) {
  if (auto fault = prepare_folder(folder)) return std::move(*fault);
  auto lock = FolderLock::take(folder);
  if (!lock) return lock.error();
  if (auto fault = log_fault(folder)) return std::move(*fault);
  auto writing = Database::open(database_path(folder), Access::write);
  if (!writing) return writing.error();
  // Before the first change, even of the journal's kind: is it ours, and whole?
  if (const auto version = version_of(**writing); !version) return version.error();
  if (auto fault = (*writing)->run(kWriting)) return std::move(*fault);
  if (auto fault = migrate(**writing)) return std::move(*fault);
  auto marker = LogMarker::open(folder);
  if (!marker) return marker.error();
  SqliteStore::Connections connections{std::move(*writing), nullptr, nullptr, nullptr, std::move(*marker)};
  for (auto* other : {&connections.reading, &connections.background, &connections.log}) {
    auto opened = Database::open(database_path(folder), Access::write);
    if (!opened) return opened.error();
    *other = std::move(*opened);
  }
  for (auto* reading : {&connections.reading, &connections.background})
    if (auto fault = (*reading)->run(kReading)) return std::move(*fault);
  if (auto fault = connections.log->run("PRAGMA synchronous = FULL")) return std::move(*fault);
  auto store = std::make_unique<SqliteStore>(std::move(*lock), std::move(connections), std::move(post), options);
  if (auto fault = store->begin()) return std::move(*fault);
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace perron
