// Worlds that fit a view. What others hold is drawn by odds for each ticket; but people keep tickets that go together and
// that they can complete, so of several such draws the more sensible one is taken more often.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/policy/plan_cache.h"

namespace perron::search {

struct Determinization {
  State state;
  std::array<PlanCache, kSeats> caches;  // of the seats whose tickets were drawn
  double ticket_points = 0;                 // points that these seats can hope for from their tickets
};

struct SamplingSettings {
  int draws = 16;     // until a world is thought to be sensible
  int steps = 4;      // more draws until the next one
  double heat = 3.5;  // points of hope that make a world e times as likely
};

// Worlds are the steps of a Markov chain (Metropolis): each draw replaces the last one by the odds of their hopes.
void draw_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& how, Rng& rng, Determinization& determinization);
// The same from a world of this view, which takes fewer draws.
void resample_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& how, Rng& rng, Determinization& determinization);

}  // namespace perron::search
