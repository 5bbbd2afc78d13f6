#include "search/tree/determinization.h"

#include <cmath>

#include "search/plan/track_graph.h"
#include "search/policy/policy.h"

namespace perron::search {
namespace {

// Points that a seat can expect from its tickets.
float expected_ticket_points(const Game& game, const Public& open, Seat seat, const Plan& plan) {
  const auto& weights = policy_weights_of(game);
  const float odds = completion_odds(weights, open.wagons[seat], turns_left(game, open, weights.pace), plan.wagons, plan.effort);
  float points = static_cast<float>(plan.worth) * (2 * odds - 1) - static_cast<float>(plan.lost_worth);
  plan.done.each([&](Ticket ticket) { points += static_cast<float>(worth_of(game, ticket)); });
  return points;
}

void draw(const Game& game, const PlayerView& view, const TicketOdds& odds, Rng& rng, Determinization& out) {
  out.state = sample(game, view, odds, rng);
  out.ticket_points = 0;
  for (const auto seat : seats_of(game)) {
    out.caches[seat].ready = false;
    if (seat == view.me) continue;
    refresh(game, view.open, out.state.own[seat], seat, policy_weights_of(game), PolicyMode::rollout, out.caches[seat]);
    out.ticket_points += expected_ticket_points(game, view.open, seat, out.caches[seat].plan);
  }
}

void run_chain(const Game& game, const PlayerView& view, const TicketOdds& odds, double temperature, int steps, Rng& rng,
               Determinization& current) {
  Determinization proposal;
  for (; steps > 0; --steps) {
    draw(game, view, odds, rng, proposal);
    const double chance = static_cast<double>(rng.next() >> 11) * 0x1p-53;
    if (chance < std::exp((proposal.ticket_points - current.ticket_points) / temperature)) current = proposal;
  }
}

}  // namespace

void draw_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& settings, Rng& rng,
                          Determinization& out) {
  draw(game, view, odds, rng, out);
  run_chain(game, view, odds, settings.temperature, settings.burn_in - 1, rng, out);
}

void resample_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& settings, Rng& rng,
                              Determinization& out) {
  run_chain(game, view, odds, settings.temperature, settings.thinning, rng, out);
}

}  // namespace perron::search
