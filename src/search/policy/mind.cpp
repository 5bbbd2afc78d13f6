#include "search/policy/mind.h"

#include <algorithm>
#include <cmath>

#include "rules/turn.h"

namespace perron::search {

void recount(const Game& game, const Public& open, Seat seat, const Taste& taste, Mind& mind) {
  mind.need = {};
  mind.grey = 0;
  // In a race the nearest ticket comes first.
  (mind.plan.next.any() && taste.focus > 0.25f ? mind.plan.next & mind.plan.tracks : mind.plan.tracks).each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    if (line.color == Color::none) {
      mind.grey += line.length - line.locomotives;
      mind.need[kPlainColors] = static_cast<std::uint8_t>(mind.need[kPlainColors] + line.locomotives);
    } else {
      mind.need[at(line.color)] = static_cast<std::uint8_t>(mind.need[at(line.color)] + line.length);
    }
  });
  const auto wagons = static_cast<float>(std::max(1, mind.plan.wagons));
  mind.per_wagon = mind.plan.tracks.any() ? taste.plan * static_cast<float>(mind.plan.worth) / std::pow(wagons, taste.plan_power) : 0.0f;
  // A plan that uses nearly all wagons may come too late.
  const float share = static_cast<float>(mind.plan.wagons) / static_cast<float>(std::max<int>(1, open.wagons[at(seat)]));
  if (share > 0.8f) mind.per_wagon *= 0.8f;
}

namespace {

// Takes what the seat has built off its plan. False: a new plan is needed. A track off the plan is no reason for one: in playouts claims
// would then be worth what the better plan is.
bool keep_plan(const Game& game, const Public& open, Seat seat, const Taste& taste, Mind& mind) {
  const auto& own = open.tracks[at(seat)];
  const auto built = own - mind.own;
  auto left = mind.plan.tracks;
  bool as_planned = true;
  built.each([&](int t) {
    const auto& set = game.parallel[static_cast<std::size_t>(t)];
    as_planned &= (set & mind.plan.tracks).any();
    left -= set;
  });
  if ((left - open.free).any()) return false;  // another took it
  if (built.none()) return true;
  mind.own = own;
  if (mind.plan.live.none() && mind.plan.lost.none()) return true;
  if (left.none() || (!as_planned && mind.plan.wagons > open.wagons[at(seat)])) return false;
  (mind.plan.tracks - left).each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    mind.plan.wagons -= line.length;
    mind.plan.effort -= effort_of(line);
  });
  mind.plan.tracks = left;
  recount(game, open, seat, taste, mind);
  return true;
}

// Looks at the places of the networks.
void survey(const Game& game, const Public& open, Seat seat, Mind& mind) {
  mind.free = open.free;
  mind.reached = mind.ends = mind.rivals = {};
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s)
    open.tracks[s].each([&](int t) {
      const auto& line = game.tracks[static_cast<std::size_t>(t)];
      for (const int place : {index(line.a), index(line.b)}) {
        if (s != at(seat)) {
          mind.rivals.set(place);
          continue;
        }
        mind.reached.set(place);
        if (mind.ends.test(place)) mind.ends.reset(place);
        else mind.ends.set(place);
      }
    });
}

}  // namespace

void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, const Taste& taste, Care care, Mind& mind) {
  if (!mind.ready || mind.free != open.free) survey(game, open, seat, mind);
  if (mind.ready && mind.tickets == mine.tickets && keep_plan(game, open, seat, taste, mind)) return;
  // A second card needs no perfect plan, nor does a race, whose tickets are few and short.
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  const int rounds = care != Care::player || open.phase == Phase::second_draw ? 0 : race ? 1 : 2;
  make_plan(game, open, seat, mine.tickets, {rounds, &mine.hand, taste.held, taste.way_points, {}, static_cast<int>(taste.loan)},
            mind.plan);
  mind.ready = true;
  mind.own = open.tracks[at(seat)];
  mind.tickets = mine.tickets;
  recount(game, open, seat, taste, mind);
}

}  // namespace perron::search
