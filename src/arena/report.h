// The report on the finished units of a match. It depends only on the match and its units, so that one run, a resumed one and merged
// shards report the same.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/match.h"
#include "arena/statistics.h"

namespace perron::arena {

struct PlayerReport {
  std::string name;
  std::int64_t games = 0, shared = 0, completed = 0, points = 0, decisions = 0, forfeits = 0;
  std::int64_t wins = 0;                         // in sixtieths
  std::uint64_t micros = 0, slowest_micros = 0;  // of thinking: the sum and the slowest decision
  std::string forfeit_reason;                    // the first
  Interval share_interval{0, 1};
  Rating rating{};

  double win_share() const { return games > 0 ? static_cast<double>(wins) / kWin / static_cast<double>(games) : 0; }
  double mean(std::int64_t sum) const { return games > 0 ? static_cast<double>(sum) / static_cast<double>(games) : 0; }
  double ms_per_decision() const { return decisions > 0 ? static_cast<double>(micros) / 1e3 / static_cast<double>(decisions) : 0; }
};

struct SprtReport {
  SprtPlan plan;
  Verdict verdict = Verdict::undecided;
  double llr = 0;
  std::int64_t units = 0;  // that the verdict is based on
};

struct ArenaReport {
  Match match;
  Shard shard;
  std::int64_t games = 0, units = 0, decisions = 0, unfinished = 0, units_asked = 0;
  std::vector<PlayerReport> players;
  // [i][j]: the share of i in the wins of i or j in games that both played; less than 0: there are none.
  std::vector<std::vector<double>> cross;
  std::optional<SprtReport> sprt;
  std::vector<std::int64_t> missing;  // units asked for in this shard and not played, up to the end of the test
  double seconds = 0;                 // of this run in wall-clock time; 0: nothing was played
  bool interrupted = false;
};

// The sequential test over units in the order of their numbers, up to the first gap: the speed of threads must not influence it.
class UnitTest {
 public:
  explicit UnitTest(const SprtPlan& plan) : report_{plan, Verdict::undecided, 0, 0}, sprt_(plan) {}
  void add(const Unit& unit);
  const SprtReport& report() const { return report_; }

 private:
  SprtReport report_;
  Sprt sprt_;
  std::vector<std::pair<std::int64_t, double>> waiting_;  // scores behind a gap
};

struct ReportOptions {
  Anchor anchor;
  std::optional<SprtPlan> sprt;
};

// `units` in the order of their numbers. With a test that has come to an end the units after it are left out.
ArenaReport report_of(const Match& match, const Shard& shard, std::span<const Unit> units, std::int64_t units_asked,
                      const ReportOptions& options);

}  // namespace perron::arena
