// Plays the units of a match that are left to play, on several threads, into its state and state file. Must not
// depend on a terminal or on signals: the caller watches the progress and may end it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/options.h"
#include "arena/report.h"
#include "arena/state_file.h"
#include "rules/game.h"

namespace perron::arena {

struct MatchProgress {
  std::int64_t done = 0, all = 0;      // games, with those that were in the state file
  std::optional<double> seconds_left;  // nothing: no game has been played yet
  std::optional<double> first_share;   // of the wins, of the first player
  std::optional<double> llr;           // of the sequential test, if there is one
};

class MatchRun {
 public:
  // `state` says what is to be played and has what has been played.
  MatchRun(const ArenaOptions& options, const ReportOptions& report, const Game& game, ArenaState& state, StateWriter& writer);

  // False: stop as soon as each thread has finished its current action.
  using Watch = std::function<bool(const MatchProgress&)>;
  // Calls `watch` on this thread about every 20 ms. False: something could not be written or played.
  bool run(const Watch& watch);

  const std::string& error() const { return error_; }
  std::int64_t resumed() const { return resumed_; }  // units that were in the state file
  ArenaReport report() const;

 private:
  void collect_units();
  void count(const Unit& unit);
  void work();
  void fail(const std::string& sentence);
  void watch_threads(const Watch& watch);
  MatchProgress progress() const;
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  const ArenaOptions& options_;
  const ReportOptions& report_;
  const Game& game_;
  ArenaState& state_;
  StateWriter& writer_;
  Schedule schedule_;
  std::vector<std::int64_t> units_;  // to be played
  std::int64_t resumed_ = 0;
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

}  // namespace perron::arena
