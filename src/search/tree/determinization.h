// Determinizations: fully known positions consistent with a view. The hidden tickets of others are sampled by odds for each ticket.
// But people keep tickets that go together and that they can complete, so a Markov chain favours such combinations.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/policy/plan_cache.h"

namespace perron::search {

struct Determinization {
  State state;
  PerSeat<PlanCache> caches;  // of the seats whose tickets were sampled
  double ticket_points = 0;   // that these seats can expect from their tickets
};

struct SamplingSettings {
  int burn_in = 16;          // samples until the chain is taken to have converged
  int thinning = 4;          // further samples until the next determinization
  double temperature = 3.5;  // ticket points that make a determinization e times as likely
};

// Determinizations are states of a Markov chain (Metropolis): each sample replaces the last one with odds that depend on their
// ticket points.
void draw_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& settings, Rng& rng,
                          Determinization& out);
// The same from a determinization of this view, which takes fewer samples.
void resample_determinization(const Game& game, const PlayerView& view, const TicketOdds& odds, const SamplingSettings& settings, Rng& rng,
                              Determinization& out);

}  // namespace perron::search
