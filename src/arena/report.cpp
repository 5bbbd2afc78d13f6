#include "arena/report.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace perron::arena {
namespace {

void add(const Unit& unit, int place, int seats, PlayerReport& player) {
  const auto& share = unit.share[place];
  player.games += seats;
  player.wins += share.wins;
  player.shared += share.shared;
  player.completed += share.completed;
  player.points += share.points;
  player.decisions += share.decisions;
  player.forfeits += share.forfeits;
  player.micros += share.micros;
  player.slowest_micros = std::max(player.slowest_micros, share.slowest_micros);
  if (player.forfeit_reason.empty() && !unit.forfeit_reasons.empty()) player.forfeit_reason = unit.forfeit_reasons[place];
}

Contest contest_of(const Unit& unit, const std::vector<int>& lineup, std::int64_t deal) {
  Contest out{deal, static_cast<int>(lineup.size()), {}, {}};
  for (std::size_t i = 0; i < lineup.size(); ++i) {
    out.players[i] = lineup[i];
    out.wins[i] = static_cast<double>(unit.share[i].wins) / kWin;
  }
  return out;
}

// By player: the games on each deal.
std::vector<std::vector<Cluster>> clusters_of(std::size_t players, std::span<const Contest> contests) {
  std::vector<std::vector<Cluster>> out(players);
  std::vector<std::int64_t> last(players, -1);
  for (const auto& contest : contests)
    for (int i = 0; i < contest.size; ++i) {
      const int p = contest.players[i];
      if (std::exchange(last[p], contest.cluster) != contest.cluster) out[p].push_back({0, 0});
      out[p].back().wins += contest.wins[i];
      out[p].back().games += contest.size;
    }
  return out;
}

std::vector<std::vector<double>> cross_table(std::size_t players, std::span<const Contest> contests) {
  std::vector<std::vector<double>> wins(players, std::vector<double>(players, 0)), out = wins;
  for (const auto& contest : contests)
    for (int i = 0; i < contest.size; ++i)
      for (int j = 0; j < contest.size; ++j) wins[contest.players[i]][contest.players[j]] += contest.wins[i];
  for (std::size_t i = 0; i < players; ++i)
    for (std::size_t j = 0; j < players; ++j) {
      const double both = wins[i][j] + wins[j][i];
      out[i][j] = i != j && both > 0 ? wins[i][j] / both : -1;
    }
  return out;
}

void add_statistics(std::span<const Contest> contests, const Anchor& anchor, ArenaReport& report) {
  const auto players = report.players.size();
  const auto clusters = clusters_of(players, contests);
  const auto rating = ratings(static_cast<int>(players), contests, anchor);
  for (std::size_t p = 0; p < players; ++p) {
    report.players[p].share_interval = share_interval(clusters[p]);
    report.players[p].rating = rating[p];
  }
  report.cross = cross_table(players, contests);
}

void add_missing(std::span<const Unit> units, std::int64_t end, ArenaReport& report) {
  std::size_t next = 0;
  for (auto unit = report.shard.number - 1; unit < end; unit += report.shard.of) {
    while (next < units.size() && units[next].number < unit) ++next;
    if (next == units.size() || units[next].number != unit) report.missing.push_back(unit);
  }
}

}  // namespace

void UnitTest::add(const Unit& unit) {
  if (report_.verdict != Verdict::undecided) return;
  waiting_.emplace_back(unit.number, static_cast<double>(unit.share[0].wins) / (2 * kWin));
  std::ranges::sort(waiting_, std::greater{});
  while (!waiting_.empty() && waiting_.back().first == report_.units && report_.verdict == Verdict::undecided) {
    sprt_.add(waiting_.back().second);
    waiting_.pop_back();
    ++report_.units;
    report_.llr = sprt_.llr();
    report_.verdict = sprt_.verdict();
  }
}

ArenaReport report_of(const Match& match, const Shard& shard, std::span<const Unit> units, std::int64_t units_asked,
                      const ReportOptions& options) {
  ArenaReport out;
  out.match = match;
  out.shard = shard;
  out.units_asked = units_asked;
  auto end = units_asked;
  if (options.sprt) {
    UnitTest test(*options.sprt);
    for (const auto& unit : units)
      if (unit.number < end) test.add(unit);
    out.sprt = test.report();
    if (out.sprt->verdict != Verdict::undecided) end = out.sprt->units;
  }
  const Schedule schedule(match);
  for (const auto& name : match.players) out.players.emplace_back().name = name;
  std::vector<Contest> contests;
  for (const auto& unit : units) {
    if (unit.number >= end) break;
    const auto lineup = schedule.lineup(unit.number);
    contests.push_back(contest_of(unit, lineup, schedule.deal(unit.number)));
    for (int i = 0; i < match.seats; ++i) add(unit, i, match.seats, out.players[lineup[i]]);
    ++out.units;
    out.games += match.seats;
    out.unfinished += unit.unfinished;
  }
  for (const auto& player : out.players) out.decisions += player.decisions;
  add_statistics(contests, options.anchor, out);
  add_missing(units, end, out);
  return out;
}

}  // namespace perron::arena
