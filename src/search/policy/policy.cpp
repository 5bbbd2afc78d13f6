#include "search/policy/policy.h"

#include <algorithm>
#include <cmath>

#include "search/policy/decision.h"

namespace perron::search {
namespace {

enum class Pruning : std::uint8_t { off, on };  // on: actions that cannot be the best may be skipped

void score_turn(Decision& d, Pruning pruning) {
  if (pruning == Pruning::on) {
    score_draws(d);  // a claim off the plan must be worth more than a draw
    for (const auto& scored : d.out) d.min_value = std::max(d.min_value, scored.value);
  }
  score_claims(d);
  if (pruning == Pruning::off) score_draws(d);
  if (std::holds_alternative<Race>(d.game.rules().tickets)) score_swap(d);
  else score_ticket_draw(d);
  if (d.game.rules().stations) score_stations(d);
}

// Where no sensible action is left: all legal ones, such as a useless station or a forced pass.
void score_forced_actions(Decision& d) {
  ActionList list;
  legal(d.game, d.open, d.mine, list);
  for (int i = 0; i < std::min(list.size(), 100); ++i) d.push(list[i], -static_cast<float>(list[i].c));
}

void score_passengers(Decision& d) {
  const auto place = d.game.tracks[d.open.claim.track()].visits[d.open.visit];
  d.push({Kind::leave_passenger, static_cast<std::uint8_t>(place), 0, 0}, 0.0f);
  each_waiting(d.game, d.open, place, [&](Color color) {
    d.push({Kind::take_passenger, static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(color), 0},
           0.01f + figure_gain(d.game, d.open, d.me, color));
  });
}

// The price of a wagon: scarce wagons cost more, wagons that the seat has no time left to lay cost less.
float wagon_price(const PolicyWeights& weights, int wagons, float turns) {
  const float could = turns * 1.6f;
  const float use = wagons <= 3 ? 0.0f : wagons <= 6 ? 0.5f : 1.0f;  // the last ones are too few for a long track
  return use * weights.wagon * std::clamp((could + 4.0f) / static_cast<float>(std::max(1, wagons)) - 0.2f, 0.0f, 1.0f);
}

// Points ahead on the board, from -1 to 1.
float lead_of(const Game& game, const Public& open, Seat me) {
  int best = -1000;
  for (const auto s : seats_of(game))
    if (s != me) best = std::max<int>(best, open.points[s]);
  return std::clamp(static_cast<float>(open.points[me] - best) / 30.0f, -1.0f, 1.0f);
}

}  // namespace

float completion_odds(const PolicyWeights& weights, int wagons_left, float turns, int wagons, int effort) {
  const float use = static_cast<float>(wagons) / static_cast<float>(std::max(1, wagons_left));
  const float time = static_cast<float>(effort) / 4.0f / std::max(1.0f, turns);
  const float u = std::max(use, time) / weights.ticket_risk;
  return 1.0f / (1.0f + u * u * u);
}

float turns_left(const Game& game, const Public& open, float pace) {
  if (open.turns_left > 0) return static_cast<float>(open.turns_left) / static_cast<float>(game.seats);
  int least = 255;
  for (const auto s : seats_of(game)) least = std::min<int>(least, open.wagons[s]);
  return 1.0f + static_cast<float>(std::max(0, least - game.rules().end.wagons_left)) * pace;
}

namespace {

void score_phase(Decision& d, Pruning pruning) {
  switch (d.open.phase) {
    case Phase::turn: score_turn(d, pruning); break;
    case Phase::second_draw: score_draws(d); break;
    case Phase::first_split: score_splits(d, 5.0f); break;
    case Phase::first_keep:
    case Phase::keep: score_keeps(d); break;
    case Phase::tunnel: score_tunnel(d); break;
    case Phase::passengers: score_passengers(d); break;
    default: break;
  }
  if (d.out.empty()) score_forced_actions(d);
}

void score_actions(const Policy& policy, const Public& open, const Private& mine, PolicyMode mode, PlanCache& cache, ScoredActions& out,
                   Pruning pruning) {
  const auto& [game, weights, detours] = policy;
  out.clear();
  const auto me = open.to_move;
  const float turns = turns_left(game, open, weights.pace);
  GreyPayments grey;
  Decision d{.game = game,
             .open = open,
             .mine = mine,
             .weights = weights,
             .detours = detours,
             .mode = mode,
             .cache = cache,
             .out = out,
             .me = me,
             .turns = turns,
             .wagon_price = wagon_price(weights, open.wagons[me], turns),
             .card_demand = std::clamp(1.2f - static_cast<float>(open.hand_size[me]) / weights.full_hand, 0.0f, 1.0f),
             .lead_bonus = weights.hurry == 0 ? 0.0f : weights.hurry * lead_of(game, open, me),
             .per_wagon = 0.0f,
             .urgency = 0.0f,
             .min_value = mode == PolicyMode::rollout ? 0.0f : kNoMinimum,
             .grey = grey};
  if (open.phase != Phase::first_keep && open.phase != Phase::keep && open.phase != Phase::passengers)
    refresh(game, open, mine, me, weights, mode, cache);
  d.per_wagon = cache.per_wagon;
  d.urgency = weights.urgent * std::clamp(1.0f - (turns - static_cast<float>(cache.plan.effort) / 4.0f) / 8.0f, 0.0f, 1.0f);
  if (weights.late > 0)
    d.per_wagon *= std::pow(completion_odds(weights, d.wagons(), turns, cache.plan.wagons, cache.plan.effort), weights.late);
  score_phase(d, pruning);
}

}  // namespace

void score_actions(const Policy& policy, const Public& open, const Private& mine, PolicyMode mode, PlanCache& cache, ScoredActions& out) {
  score_actions(policy, open, mine, mode, cache, out, Pruning::off);
}

Action best_action(const Policy& policy, const Public& open, const Private& mine, PolicyMode mode, PlanCache& cache) {
  ScoredActions list;
  score_actions(policy, open, mine, mode, cache, list, Pruning::on);
  const ScoredAction* best = list.begin();
  for (const auto& scored : list)
    if (scored.value > best->value || (scored.value == best->value && scored.action < best->action)) best = &scored;
  return best->action;
}

}  // namespace perron::search
