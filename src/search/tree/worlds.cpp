#include "search/tree/worlds.h"

#include <cmath>

#include "rules/turn.h"
#include "search/plan/track_graph.h"
#include "search/policy/policy.h"

namespace perron::search {
namespace {

// Points that a seat can hope for from its tickets.
float ticket_hope(const Game& game, const Public& open, Seat seat, const Plan& plan) {
  const auto& taste = taste_of(game);
  const float odds = completion_odds(taste, open.wagons[at(seat)], turns_left(game, open, taste.pace), plan.wagons, plan.effort);
  float hope = static_cast<float>(plan.worth) * (2 * odds - 1) - static_cast<float>(plan.lost_worth);
  plan.done.each([&](int t) { hope += static_cast<float>(worth_of(game, t)); });
  return hope;
}

void draw(const Game& game, const PlayerView& view, const TicketOdds& odds, Rng& rng, World& world) {
  world.state = sample(game, view, odds, rng);
  world.hope = 0;
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) {
    world.minds[s].ready = false;
    if (s == at(view.me)) continue;
    refresh(game, view.open, world.state.own[s], Seat(s), taste_of(game), Care::playout, world.minds[s]);
    world.hope += ticket_hope(game, view.open, Seat(s), world.minds[s].plan);
  }
}

void walk(const Game& game, const PlayerView& view, const TicketOdds& odds, const Imagination& how, int steps, Rng& rng, World& world) {
  World other;
  for (; steps > 0; --steps) {
    draw(game, view, odds, rng, other);
    const double chance = static_cast<double>(rng.next() >> 11) * 0x1p-53;
    if (chance < std::exp((other.hope - world.hope) / how.heat)) world = other;
  }
}

}  // namespace

void imagine(const Game& game, const PlayerView& view, const TicketOdds& odds, const Imagination& how, Rng& rng, World& world) {
  draw(game, view, odds, rng, world);
  walk(game, view, odds, how, how.draws - 1, rng, world);
}

void imagine_another(const Game& game, const PlayerView& view, const TicketOdds& odds, const Imagination& how, Rng& rng, World& world) {
  walk(game, view, odds, how, how.steps, rng, world);
}

}  // namespace perron::search
