#include "search/baselines/ladder_plan.h"

#include <algorithm>

namespace perron::search {

const LadderPlan& LadderPlanner::plan(const Game& game, const PlayerView& view) {
  const auto usable = usable_tracks(game, view.open, view.me);
  const auto tickets = unfinished(game, view);
  const bool same_game = game_ == &game && board_ == game.board.id;
  const int wagons = view.open.wagons[view.me];
  if (same_game && usable == usable_ && tickets == tickets_ && wagons == wagons_) return plan_;
  game_ = &game;
  board_ = game.board.id;
  usable_ = usable;
  tickets_ = tickets;
  wagons_ = wagons;
  make_plan(game);
  return plan_;
}

void LadderPlanner::make_plan(const Game& game) {
  steiner_.prepare(game, usable_);
  detour_.fill(-1);
  plan_ = {};
  demands_.clear();
  tickets_.each([&](Ticket ticket) {
    if (wagons_for(game, ticket) > wagons_) return;
    plan_.live.set(ticket);
    plan_.points += worth_of(game, ticket);
    add_demand(game, ticket, 0);
  });
  for (const int region : regions()) {
    solve_region(game, region);
    plan_.tracks |= steiner_.tree((1u << terminals_.size()) - 1);
  }
  plan_.wagons = wagons_of(game, plan_.tracks);
}

int LadderPlanner::wagons_for(const Game& game, Ticket ticket) const {
  const auto ends = ends_of(game, ticket);
  return steiner_.distance(ends.from, ends.to);
}

void LadderPlanner::add_demand(const Game& game, Ticket ticket, unsigned extra) {
  const auto ends = ends_of(game, ticket);
  demands_.push_back({ticket, extra, steiner_.region(ends.from, ends.to)});
}

std::vector<int> LadderPlanner::regions() const {
  std::vector<int> out;
  for (const auto& demand : demands_)
    if (std::ranges::find(out, demand.region) == out.end()) out.push_back(demand.region);
  return out;
}

// Offered tickets first, then the held ones by worth: beyond kMaxTerminals the cheapest are left out.
void LadderPlanner::solve_region(const Game& game, int region) {
  std::ranges::stable_sort(demands_, [&](const Demand& a, const Demand& b) {
    return std::pair(a.extra == 0, -worth_of(game, a.ticket)) < std::pair(b.extra == 0, -worth_of(game, b.ticket));
  });
  terminals_.clear();
  for (auto& demand : demands_) {
    demand.terminals = 0;
    if (demand.region != region) continue;
    const auto ends = ends_of(game, demand.ticket);
    const auto had = terminals_.size();
    for (const auto& end : {steiner_.components(ends.from), steiner_.components(ends.to)}) {
      const auto found = std::ranges::find(terminals_, end);
      demand.terminals |= 1u << (found - terminals_.begin());
      if (found == terminals_.end()) terminals_.push_back(end);
    }
    if (terminals_.size() <= kMaxTerminals) continue;
    terminals_.resize(had);
    demand.terminals = 0;
  }
  steiner_.solve(terminals_);
}

int LadderPlanner::detour(const Game& game, Track track, int most) {
  auto& known = detour_[track];
  if (known < 0) {
    auto without = usable_;
    without.open.reset(track);
    const auto& entry = game.tracks[track];
    PlaceSet from;
    from.set(entry.a);
    const int around = paths_from(game, without, Metric::wagons, from).distance[entry.b];
    known = static_cast<std::int16_t>(std::max(0, around - entry.length));
  }
  return std::min<int>(known, most);
}

std::vector<int> LadderPlanner::wagons_with(const Game& game, const std::vector<Ticket>& extra) {
  std::vector<int> out(std::size_t{1} << extra.size(), 0);
  demands_.clear();
  plan_.live.each([&](Ticket ticket) { add_demand(game, ticket, 0); });
  for (std::size_t i = 0; i < extra.size(); ++i)
    if (wagons_for(game, extra[i]) < kUnreachable) add_demand(game, extra[i], 1u << i);
  for (const int region : regions()) {
    solve_region(game, region);
    for (unsigned subset = 0; subset < out.size(); ++subset) {
      unsigned terminals = 0;
      for (const auto& demand : demands_)
        if (demand.extra == 0 || (demand.extra & subset)) terminals |= demand.terminals;
      out[subset] += steiner_.cost(terminals);
    }
  }
  return out;
}

}  // namespace perron::search
