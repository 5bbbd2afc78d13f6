// perron arena: many games between computer players, on all cores. src/arena plays them and writes the report; here
// are the arguments, signals, the progress bar and the exit code.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "app/commands.h"
#include "arena/game_sources.h"
#include "arena/match_run.h"
#include "arena/print.h"
#include "arena/setup.h"

namespace perron::app {

namespace {

// Time of the first signal, in seconds plus 1; 0: none. A global because a signal handler can access nothing else.
std::atomic<std::int64_t> interrupted_at{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

// Schedulers and `timeout` may signal this process and then its process group. So only a signal at least kImpatient seconds later, from a
// person who does not want to wait for a long decision, ends the program at once.
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

std::string duration(double seconds) {
  char out[40];
  const auto s = static_cast<long long>(seconds + 0.5);
  if (s < 120) std::snprintf(out, sizeof out, "%lld s", s);
  else if (s < 7200) std::snprintf(out, sizeof out, "%lld min", s / 60);
  else std::snprintf(out, sizeof out, "%lld h %lld min", s / 3600, s / 60 % 60);
  return out;
}

void show_bar(const arena::MatchProgress& progress, const std::string& first_player) {
  constexpr int kWidth = 30;
  const auto filled = static_cast<std::size_t>(kWidth * progress.done / std::max<std::int64_t>(1, progress.all));
  std::fprintf(stderr, "\r\033[K[%s%s] %lld of %lld games, %s left", std::string(filled, '#').c_str(),
               std::string(kWidth - std::min<std::size_t>(kWidth, filled), '.').c_str(), static_cast<long long>(progress.done),
               static_cast<long long>(progress.all), progress.seconds_left ? duration(*progress.seconds_left).c_str() : "?");
  if (progress.first_share) std::fprintf(stderr, ", %.20s wins %.1f %%", first_player.c_str(), 100 * *progress.first_share);
  if (progress.llr) std::fprintf(stderr, ", LLR %.2f", *progress.llr);
}

// Draws the bar on a terminal, and stops the match after a signal.
bool run_with_bar(arena::MatchRun& run, const arena::ArenaOptions& options, const std::string& first_player) {
  constexpr int kSteps = 10;  // between two updates of the bar
  const bool bar = isatty(STDERR_FILENO) && !options.quiet;
  const bool done = run.run([&, step = 0](const arena::MatchProgress& progress) mutable {
    if (bar && step++ % kSteps == 0) show_bar(progress, first_player);
    return !interrupted();
  });
  if (bar) std::fprintf(stderr, "\r\033[K");
  return done;
}

void say(const arena::ArenaOptions& options, const std::string& sentence) {
  if (!options.quiet) std::fprintf(stderr, "perron: %s\n", sentence.c_str());
}

int exit_code(const arena::ArenaReport& report) {
  constexpr int kUndecided = 3, kInterrupted = 130;
  if (report.interrupted) return kInterrupted;
  if (!report.sprt || report.sprt->verdict == arena::Verdict::accepted) return 0;
  return report.sprt->verdict == arena::Verdict::rejected ? 1 : kUndecided;
}

int play_match(const arena::ArenaOptions& options, const arena::ReportOptions& report_options, const Game& game, arena::ArenaState& state) {
  arena::StateWriter writer;
  if (!options.state.empty())
    if (const auto error = writer.open(options.state, state); !error.empty()) return wrong(error);
  arena::MatchRun run(options, report_options, game, state, writer);
  if (run.resumed() > 0) say(options, "resuming after " + std::to_string(run.resumed()) + " units in " + options.state);
  catch_signals();
  if (!run_with_bar(run, options, state.match.players[0])) return wrong(run.error());
  auto report = run.report();
  report.interrupted = interrupted() && !report.missing.empty();
  std::fputs((options.json ? arena::json_line_of(report) : arena::table_of(report)).c_str(), stdout);
  if (report.interrupted)
    say(options, std::string("interrupted; ") +
                     (options.state.empty() ? "with --state FILE a match can be resumed" : "the same command resumes the match"));
  return exit_code(report);
}

}  // namespace

int arena(const arena::ArenaOptions& options) {
  arena::ArenaState state;
  auto match = arena::match_of(options);
  if (!match) return wrong(match.error());
  const auto shard = arena::shard_of(options);
  if (!shard) return wrong(shard.error());
  const auto report = arena::report_options_of(options, *match);
  if (!report) return wrong(report.error());
  const auto game = game_or_complain(options.board, match->seats);
  if (!game) return 2;
  match->board = game->board.id;
  match->board_hash = arena::board_hash(options.board);
  match->sources = arena::game_sources();
  state.match = std::move(*match);
  state.shard = *shard;
  const arena::Schedule schedule(state.match);
  state.units_asked = schedule.units_for(arena::games_of(options));
  if (const auto games = state.units_asked * state.match.seats; games != arena::games_of(options))
    say(options, "playing " + std::to_string(games) + " games: whole deals of " + std::to_string(schedule.games_per_deal()) + " games");
  if (!options.record_dir.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.record_dir, error);
    if (error) return wrong("can't make the folder " + options.record_dir + ": " + error.message());
  }
  return play_match(options, *report, *game, state);
}

}  // namespace perron::app
