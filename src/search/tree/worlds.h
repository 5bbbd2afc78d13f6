// Worlds that fit a view. What others hold is drawn by odds for each ticket; but people keep tickets that go together and
// that they can complete, so of several such draws the more sensible one is taken more often.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/policy/mind.h"

namespace perron::search {

struct World {
  State state;
  std::array<Mind, kSeats> minds;  // of the seats whose tickets were drawn
  double hope = 0;                 // points that these seats can hope for from their tickets
};

struct Imagination {
  int draws = 16;     // until a world is thought to be sensible
  int steps = 4;      // more draws until the next one
  double heat = 3.5;  // points of hope that make a world e times as likely
};

// Worlds are the steps of a Markov chain (Metropolis): each draw replaces the last one by the odds of their hopes.
void imagine(const Game& game, const PlayerView& view, const TicketOdds& odds, const Imagination& how, Rng& rng, World& world);
// The same from a world of this view, which takes fewer draws.
void imagine_another(const Game& game, const PlayerView& view, const TicketOdds& odds, const Imagination& how, Rng& rng, World& world);

}  // namespace perron::search
