// The sense of the game that the planner, the priors of the tree and the playouts share: what each action is worth in
// points, judged from what its seat knows.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/policy/detours.h"
#include "search/policy/plan_cache.h"

namespace perron::search {

struct ScoredAction {
  Action action;
  float value;
};
using ScoredActions = FixedList<ScoredAction, 320>;

// What the policy goes by, whatever the position.
struct Policy {
  const Game& game;
  const PolicyWeights& weights;
  const Detours& detours;  // of this game's board, where a seat may claim a track
};

// The sensible actions of the seat to move with their worth; never empty at a decision.
void score_actions(const Policy& policy, const Public& open, const Private& mine, PolicyMode mode, PlanCache& cache, ScoredActions& out);

// The best of them.
Action best_action(const Policy& policy, const Public& open, const Private& mine, PolicyMode mode, PlanCache& cache);

// Turns that the seats will still have, by the wagons left, each of which lasts so many.
float turns_left(const Game& game, const Public& open, float pace);

// The chance that a plan of so many wagons and so much effort comes to its end.
float completion_odds(const PolicyWeights& weights, int wagons_left, float turns, int wagons, int effort);

}  // namespace perron::search
