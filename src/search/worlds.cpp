#include "search/worlds.h"

#include <cmath>

#include "rules/turn.h"
#include "search/policy.h"
#include "search/track_graph.h"

namespace perron {
namespace {

// Points that a seat can hope for from its tickets.
float ticket_hope(const Game& game, const Public& open, Seat seat, const Plan& plan) {
  const auto& taste = taste_of(game);
  const float odds = completion_odds(taste, open.wagons[at(seat)], turns_left(game, open, taste.pace), plan.wagons, plan.effort);
  float hope = static_cast<float>(plan.worth) * (2 * odds - 1) - static_cast<float>(plan.lost_worth);
  plan.done.each([&](int t) { hope += static_cast<float>(worth_of(game, t)); });
  return hope;
}

}  // namespace

void imagine(const Game& game, const PlayerView& view, const TicketOdds& odds, const Imagination& how, Rng& rng, World& world) {
  World other;
  double best = -1e9;
  for (int i = 0; i < how.draws; ++i) {
    other.state = sample(game, view, odds, rng);
    double hope = 0;
    for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) {
      other.minds[s].ready = false;
      if (s == at(view.me)) continue;
      refresh(game, view.open, other.state.own[s], Seat(s), taste_of(game), Care::playout, other.minds[s]);
      hope += ticket_hope(game, view.open, Seat(s), other.minds[s].plan);
    }
    // The greatest of such sums is drawn with the odds exp(hope / heat).
    const double luck = -std::log(-std::log((static_cast<double>(rng.next() >> 11) + 0.5) * 0x1p-53));
    if (i > 0 && hope / how.heat + luck <= best) continue;
    best = hope / how.heat + luck;
    world = other;
  }
}

}  // namespace perron
