#include "search/tree/determinization.h"

#include <cmath>

#include "rules/turn.h"
#include "search/plan/track_graph.h"
#include "search/policy/policy.h"

namespace perron::search {
namespace {

// Points that a seat can hope for from its tickets.
float expected_ticket_points(const Game& game, const Public& open, Seat seat, const Plan& plan) {
  const auto& weights = policy_weights_of(game);
  const float odds = completion_odds(weights, open.wagons[at(seat)], turns_left(game, open, weights.pace), plan.wagons, plan.effort);
  float ticket_points = static_cast<float>(plan.worth) * (2 * odds - 1) - static_cast<float>(plan.lost_worth);
  plan.done.each([&](int t) { ticket_points += static_cast<float>(worth_of(game, t)); });
  return ticket_points;
}

void draw(const Game& game, const PlayerView& view, const TicketOdds& odds, Rng& rng, Determinization& determinization) {
  determinization.state = sample(game, view, odds, rng);
  determinization.ticket_points = 0;
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) {
    determinization.caches[s].ready = false;
    if (s == at(view.me)) continue;
    refresh(game, view.open, determinization.state.own[s], Seat(s), policy_weights_of(game), PolicyMode::rollout, determinization.caches[s]);
    determinization.ticket_points += expected_ticket_points(game, view.open, Seat(s), determinization.caches[s].plan);
  }
}

void walk(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& how, int steps, Rng& rng, Determinization& determinization) {
  Determinization other;
  for (; steps > 0; --steps) {
    draw(game, view, odds, rng, other);
    const double chance = static_cast<double>(rng.next() >> 11) * 0x1p-53;
    if (chance < std::exp((other.ticket_points - determinization.ticket_points) / how.heat)) determinization = other;
  }
}

}  // namespace

void draw_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& how, Rng& rng, Determinization& determinization) {
  draw(game, view, odds, rng, determinization);
  walk(game, view, odds, how, how.draws - 1, rng, determinization);
}

void resample_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& how, Rng& rng, Determinization& determinization) {
  walk(game, view, odds, how, how.steps, rng, determinization);
}

}  // namespace perron::search
