#include "search/policy/plan_cache.h"

#include <algorithm>
#include <cmath>

#include "rules/turn.h"

namespace perron::search {

void update_needs(const Game& game, const Public& open, Seat seat, const PolicyWeights& weights, PlanCache& cache) {
  cache.need = {};
  cache.grey = 0;
  // In a race the nearest ticket comes first.
  (cache.plan.next.any() && weights.focus > 0.25f ? cache.plan.next & cache.plan.tracks : cache.plan.tracks).each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    if (line.color == Color::none) {
      cache.grey += line.length - line.locomotives;
      cache.need[kPlainColors] = static_cast<std::uint8_t>(cache.need[kPlainColors] + line.locomotives);
    } else {
      cache.need[at(line.color)] = static_cast<std::uint8_t>(cache.need[at(line.color)] + line.length);
    }
  });
  const auto wagons = static_cast<float>(std::max(1, cache.plan.wagons));
  cache.per_wagon = cache.plan.tracks.any() ? weights.plan * static_cast<float>(cache.plan.worth) / std::pow(wagons, weights.plan_power) : 0.0f;
  // A plan that uses nearly all wagons may come too late.
  const float share = static_cast<float>(cache.plan.wagons) / static_cast<float>(std::max<int>(1, open.wagons[at(seat)]));
  if (share > 0.8f) cache.per_wagon *= 0.8f;
}

namespace {

// Takes what the seat has built off its plan. False: a new plan is needed. A track off the plan is no reason for one: in playouts claims
// would then be worth what the better plan is.
bool advance_plan(const Game& game, const Public& open, Seat seat, const PolicyWeights& weights, PlanCache& cache) {
  const auto& own = open.tracks[at(seat)];
  const auto built = own - cache.own;
  auto left = cache.plan.tracks;
  bool as_planned = true;
  built.each([&](int t) {
    const auto& set = game.parallel[static_cast<std::size_t>(t)];
    as_planned &= (set & cache.plan.tracks).any();
    left -= set;
  });
  if ((left - open.free).any()) return false;  // another took it
  if (built.none()) return true;
  cache.own = own;
  if (cache.plan.live.none() && cache.plan.lost.none()) return true;
  if (left.none() || (!as_planned && cache.plan.wagons > open.wagons[at(seat)])) return false;
  (cache.plan.tracks - left).each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    cache.plan.wagons -= line.length;
    cache.plan.effort -= effort_of(line);
  });
  cache.plan.tracks = left;
  update_needs(game, open, seat, weights, cache);
  return true;
}

// Looks at the places of the networks.
void update_networks(const Game& game, const Public& open, Seat seat, PlanCache& cache) {
  cache.free = open.free;
  cache.reached = cache.ends = cache.rivals = {};
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s)
    open.tracks[s].each([&](int t) {
      const auto& line = game.tracks[static_cast<std::size_t>(t)];
      for (const int place : {index(line.a), index(line.b)}) {
        if (s != at(seat)) {
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

void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, const PolicyWeights& weights, PolicyMode mode, PlanCache& cache) {
  if (!cache.ready || cache.free != open.free) update_networks(game, open, seat, cache);
  if (cache.ready && cache.tickets == mine.tickets && advance_plan(game, open, seat, weights, cache)) return;
  // A second card needs no perfect plan, nor does a race, whose tickets are few and short.
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  const int rounds = mode != PolicyMode::decision || open.phase == Phase::second_draw ? 0 : race ? 1 : 2;
  make_plan(game, open, seat, mine.tickets, {rounds, &mine.hand, weights.held, weights.way_points, {}, static_cast<int>(weights.loan)},
            cache.plan);
  cache.ready = true;
  cache.own = open.tracks[at(seat)];
  cache.tickets = mine.tickets;
  update_needs(game, open, seat, weights, cache);
}

}  // namespace perron::search
