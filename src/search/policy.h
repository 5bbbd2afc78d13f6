// The sense of the game that the planner, the priors of the tree and the playouts share: what each action is worth in
// points, judged from what its seat knows.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/mind.h"

namespace perron {

struct Scored {
  Action action;
  float value;
};
using ScoredList = FixedList<Scored, 320>;

// The sensible actions of the seat to move with their worth; never empty at a decision.
void weigh(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind, ScoredList& out);

// The best of them.
Action best_action(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind);

// Turns that the seats will still have, by the wagons left, each of which lasts so many.
float turns_left(const Game& game, const Public& open, float pace);

// The chance that a plan of so many wagons and so much effort comes to its end.
float completion_odds(const Taste& taste, int wagons_left, float turns, int wagons, int effort);

}  // namespace perron
