#include "search/policy/plan_cache.h"

#include <algorithm>
#include <cmath>

namespace perron::search {

void update_needs(const Game& game, const Public& open, Seat seat, const PolicyWeights& weights, PlanCache& cache) {
  cache.need = {};
  cache.grey = 0;
  // In a race the nearest ticket comes first.
  (cache.plan.next.any() && weights.focus > 0.25f ? cache.plan.next & cache.plan.tracks : cache.plan.tracks).each([&](Track track) {
    const auto& entry = game.tracks[track];
    if (entry.color == Color::none) {
      cache.grey += entry.length - entry.locomotives;
      cache.need[Color::locomotive] = static_cast<std::uint8_t>(cache.need[Color::locomotive] + entry.locomotives);
    } else {
      cache.need[entry.color] = static_cast<std::uint8_t>(cache.need[entry.color] + entry.length);
    }
  });
  const auto wagons = static_cast<float>(std::max(1, cache.plan.wagons));
  cache.per_wagon =
      cache.plan.tracks.any() ? weights.plan * static_cast<float>(cache.plan.worth) / std::pow(wagons, weights.plan_power) : 0.0f;
  // A plan that uses nearly all wagons may come too late.
  const float share = static_cast<float>(cache.plan.wagons) / static_cast<float>(std::max<int>(1, open.wagons[seat]));
  if (share > 0.8f) cache.per_wagon *= 0.8f;
}

namespace {

// Removes what the seat has built from its plan. False: a new plan is needed. A claim off the plan is no reason for a new one: in
// rollouts such claims would be credited with the improvement of the plan.
bool advance_plan(const Game& game, const Public& open, Seat seat, const PolicyWeights& weights, PlanCache& cache) {
  const auto& own = open.tracks[seat];
  const auto built = own - cache.own;
  auto left = cache.plan.tracks;
  bool as_planned = true;
  built.each([&](Track track) {
    const auto& set = game.parallel[track];
    as_planned &= (set & cache.plan.tracks).any();
    left -= set;
  });
  if ((left - open.free).any()) return false;  // another seat took a track
  if (built.none()) return true;
  cache.own = own;
  if (cache.plan.live.none() && cache.plan.lost.none()) return true;
  if (left.none() || (!as_planned && cache.plan.wagons > open.wagons[seat])) return false;
  (cache.plan.tracks - left).each([&](Track track) {
    const auto& entry = game.tracks[track];
    cache.plan.wagons -= entry.length;
    cache.plan.effort -= effort_of(entry);
  });
  cache.plan.tracks = left;
  update_needs(game, open, seat, weights, cache);
  return true;
}

// Recomputes the places of all networks.
void update_networks(const Game& game, const Public& open, Seat seat, PlanCache& cache) {
  cache.free = open.free;
  cache.reached = cache.ends = cache.rivals = {};
  for (const auto s : seats_of(game))
    open.tracks[s].each([&](Track track) {
      const auto& entry = game.tracks[track];
      for (const auto place : {entry.a, entry.b}) {
        if (s != seat) {
          cache.rivals.set(place);
          continue;
        }
        cache.reached.set(place);
        if (cache.ends.test(place)) cache.ends.reset(place);
        else cache.ends.set(place);
      }
    });
}

}  // namespace

void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, const PolicyWeights& weights, PolicyMode mode,
             PlanCache& cache) {
  if (!cache.ready || cache.free != open.free) update_networks(game, open, seat, cache);
  if (cache.ready && cache.tickets == mine.tickets && advance_plan(game, open, seat, weights, cache)) return;
  // A second card needs no perfect plan. Nor does a race: its tickets are few and short.
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  const int rounds = mode != PolicyMode::decision || open.phase == Phase::second_draw ? 0 : race ? 1 : 2;
  make_plan(game, open, seat, mine.tickets, {rounds, &mine.hand, weights.held, weights.way_points, {}, static_cast<int>(weights.loan)},
            cache.plan);
  cache.ready = true;
  cache.own = open.tracks[seat];
  cache.tickets = mine.tickets;
  update_needs(game, open, seat, weights, cache);
}

}  // namespace perron::search
