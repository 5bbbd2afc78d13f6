// Worlds that fit a view. What others hold is drawn by odds for each ticket; but people keep tickets that go together and
// that they can complete, so of several such draws the more sensible one is taken more often.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/mind.h"

namespace perron {

struct World {
  State state;
  std::array<Mind, kSeats> minds;  // of the seats whose tickets were drawn
};

struct Imagination {
  int draws = 16;     // of which one is taken
  double heat = 3.5;  // points of sense that make a draw e times as likely
};

void imagine(const Game& game, const PlayerView& view, const TicketOdds& odds, const Imagination& how, Rng& rng, World& world);

}  // namespace perron
