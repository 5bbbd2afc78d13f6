// perron arena: many games between computer players, on all cores. What is played stands in arena_match, what it says in
// arena_report; here are threads, progress, signals and the end.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <thread>

#include "app/arena_play.h"
#include "app/arena_print.h"
#include "app/arena_setup.h"
#include "app/arena_state.h"
#include "app/game_sources.h"

namespace perron::app {

namespace {

// When the first signal came, in seconds from 1; 0: none. A signal handler reaches nothing but a global.
std::atomic<std::int64_t> interrupted_at{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

// Schedulers and `timeout` may send a signal to us and once more to our group. So only one that comes later, from somebody
// who does not want to wait for a long decision, ends the program at once.
void on_signal(int) {
  constexpr int kInterrupted = 130, kImpatient = 2;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  std::int64_t none = 0;
  const auto second = static_cast<std::int64_t>(now.tv_sec) + 1;
  if (!interrupted_at.compare_exchange_strong(none, second) && second >= none + kImpatient) _exit(kInterrupted);
}

bool interrupted() { return interrupted_at.load() > 0; }

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

class Arena {
 public:
  Arena(const ArenaOptions& options, const ReportOptions& report, const Game& game, ArenaState& state, StateWriter& writer)
      : options_(options), report_(report), game_(game), state_(state), writer_(writer), schedule_(state.match) {
    if (report.sprt) test_.emplace(*report.sprt);
    collect_todo();
  }

  // False: something could not be written or played.
  bool run() {
    const auto cores = std::max(1u, std::thread::hardware_concurrency());
    const auto threads = options_.threads > 0 ? static_cast<unsigned>(options_.threads) : cores;
    begin_ = std::chrono::steady_clock::now();
    std::vector<std::thread> pool;
    working_ = threads;
    for (unsigned i = 0; i < threads; ++i) pool.emplace_back([this] { work(); });
    watch_over();
    for (auto& thread : pool) thread.join();
    std::ranges::sort(state_.units, {}, &Unit::number);
    return error_.empty();
  }

  const std::string& error() const { return error_; }
  std::int64_t resumed() const { return resumed_; }

  ArenaReport report() const {
    auto out = report_of(state_.match, state_.shard, state_.units, state_.units_asked, report_);
    out.seconds = seconds();
    out.interrupted = interrupted() && !out.missing.empty();
    return out;
  }

 private:
  // The units of this shard that are not in the state file.
  void collect_todo() {
    std::size_t next = 0;
    const auto& units = state_.units;
    for (auto unit = state_.shard.number - 1; unit < state_.units_asked; unit += state_.shard.of) {
      while (next < units.size() && units[next].number < unit) ++next;
      if (next == units.size() || units[next].number != unit) todo_.push_back(unit);
      else count(units[next]), ++resumed_;
    }
  }

  // For the progress bar and the test. Under the mutex, or before the threads.
  void count(const Unit& unit) {
    const auto lineup = schedule_.lineup(unit.number);
    for (std::size_t i = 0; i < lineup.size(); ++i)
      if (lineup[i] == 0) first_wins_ += unit.share[i].wins, first_games_ += state_.match.seats;
    if (!test_) return;
    test_->add(unit);
    if (test_->report().verdict != Verdict::undecided) stop_ = true;
  }

  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  void work() {
    UnitPlayer player(state_.match, game_, options_.record_dir, stop_, games_done_);
    for (auto i = next_++; i < todo_.size() && !stop_; i = next_++) {
      auto unit = player.play(todo_[i]);
      if (!player.error().empty()) fail(player.error());
      if (!unit) break;
      if (writer_.is_open() && !writer_.add(*unit, schedule_.lineup(unit->number))) fail("can't write the state file " + options_.state);
      const std::lock_guard lock(mutex_);
      count(*unit);
      state_.units.push_back(std::move(*unit));
    }
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) done_.notify_all();
  }

  void fail(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    error_ = sentence;
    stop_ = true;
  }

  // The main thread: hands a signal on to the others and shows how far they are.
  void watch_over() {
    constexpr int kSteps = 10;  // between two pictures of the bar
    const bool bar = isatty(STDERR_FILENO) && !options_.quiet;
    std::unique_lock lock(mutex_);
    for (int step = 0; working_ > 0; ++step) {
      done_.wait_for(lock, std::chrono::milliseconds(20));
      if (interrupted()) stop_ = true;
      if (bar && step % kSteps == 0) show_progress();
    }
    if (bar) std::fprintf(stderr, "\r\033[K");
  }

  void show_progress() const {
    constexpr int kWidth = 30;
    const auto seats = state_.match.seats;
    const auto done = games_done_.load(), before = resumed_ * seats;
    const auto all = before + static_cast<std::int64_t>(todo_.size()) * seats;
    const double left = done > 0 ? seconds() / static_cast<double>(done) * static_cast<double>(all - before - done) : 0;
    const auto filled = static_cast<std::size_t>(kWidth * (before + done) / std::max<std::int64_t>(1, all));
    std::fprintf(stderr, "\r\033[K[%s%s] %lld of %lld games, %s left", std::string(filled, '#').c_str(),
                 std::string(kWidth - std::min<std::size_t>(kWidth, filled), '.').c_str(), static_cast<long long>(before + done),
                 static_cast<long long>(all), done > 0 ? duration(left).c_str() : "?");
    if (first_games_ > 0)
      std::fprintf(stderr, ", %.20s wins %.1f %%", state_.match.players[0].c_str(),
                   100.0 * static_cast<double>(first_wins_) / kWin / static_cast<double>(first_games_));
    if (test_) std::fprintf(stderr, ", LLR %.2f", test_->report().llr);
  }

  static std::string duration(double seconds) {
    char out[40];
    const auto s = static_cast<long long>(seconds + 0.5);
    if (s < 120) std::snprintf(out, sizeof out, "%lld s", s);
    else if (s < 7200) std::snprintf(out, sizeof out, "%lld min", s / 60);
    else std::snprintf(out, sizeof out, "%lld h %lld min", s / 3600, s / 60 % 60);
    return out;
  }

  const ArenaOptions& options_;
  const ReportOptions& report_;
  const Game& game_;
  ArenaState& state_;
  StateWriter& writer_;
  Schedule schedule_;
  std::vector<std::int64_t> todo_;
  std::int64_t resumed_ = 0;  // units that were in the state file
  std::atomic<std::size_t> next_{0};
  std::atomic<std::int64_t> games_done_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // all below, and the units of the state
  std::condition_variable done_;
  unsigned working_ = 0;
  std::string error_;
  std::optional<UnitTest> test_;
  std::uint64_t first_wins_ = 0;
  std::int64_t first_games_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

void say(const ArenaOptions& options, const std::string& sentence) {
  if (!options.quiet) std::fprintf(stderr, "perron: %s\n", sentence.c_str());
}

int exit_code(const ArenaReport& report) {
  constexpr int kUndecided = 3, kInterrupted = 130;
  if (report.interrupted) return kInterrupted;
  if (!report.sprt || report.sprt->verdict == Verdict::accepted) return 0;
  return report.sprt->verdict == Verdict::rejected ? 1 : kUndecided;
}

int play_match(const ArenaOptions& options, const ReportOptions& report_options, const Game& game, ArenaState& state) {
  StateWriter writer;
  if (!options.state.empty())
    if (const auto error = writer.open(options.state, state); !error.empty()) return wrong(error);
  Arena arena(options, report_options, game, state, writer);
  if (arena.resumed() > 0) say(options, "going on after " + std::to_string(arena.resumed()) + " units in " + options.state);
  catch_signals();
  if (!arena.run()) return wrong(arena.error());
  const auto report = arena.report();
  std::fputs((options.json ? json_line_of(report) : table_of(report)).c_str(), stdout);
  if (report.interrupted)
    say(options, std::string("interrupted; ") +
                     (options.state.empty() ? "with --state FILE a match can be resumed" : "the same command goes on with the match"));
  return exit_code(report);
}

}  // namespace

int arena(const ArenaOptions& options) {
  ArenaState state;
  auto match = match_of(options);
  if (!match) return wrong(match.error());
  const auto shard = shard_of(options);
  if (!shard) return wrong(shard.error());
  const auto report = report_options_of(options, *match);
  if (!report) return wrong(report.error());
  const auto game = game_or_complain(options.board, match->seats);
  if (!game) return 2;
  match->board = game->board.id;
  match->board_hash = board_hash(options.board);
  match->sources = game_sources();
  state.match = std::move(*match);
  state.shard = *shard;
  const Schedule schedule(state.match);
  state.units_asked = schedule.units_for(games_of(options));
  if (const auto games = state.units_asked * state.match.seats; games != games_of(options))
    say(options, "playing " + std::to_string(games) + " games: whole deals of " + std::to_string(schedule.games_per_deal()) + " games");
  if (!options.record_dir.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.record_dir, error);
    if (error) return wrong("can't make the folder " + options.record_dir + ": " + error.message());
  }
  return play_match(options, *report, *game, state);
}

}  // namespace perron::app
