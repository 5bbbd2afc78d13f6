// The heuristic policy that the planner, the priors of the tree and the rollouts share: it scores each action in points. Must not
// depend on anything that the seat to move cannot see.
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

// What the policy needs beside the position.
struct Policy {
  const Game& game;
  const PolicyWeights& weights;
  const Detours& detours;  // of this game's board, where a seat may claim a track
};

// The sensible actions of the seat to move with their scores; never empty at a decision.
void score_actions(const Policy& policy, const Public& open, const Private& mine, PolicyMode mode, PlanCache& cache, ScoredActions& out);

// The one with the highest score.
Action best_action(const Policy& policy, const Public& open, const Private& mine, PolicyMode mode, PlanCache& cache);

// Turns that each seat still has, estimated from the fewest wagons left. `pace`: turns that a wagon lasts.
float turns_left(const Game& game, const Public& open, float pace);

// The probability that a plan of this many wagons and this effort is completed.
float completion_odds(const PolicyWeights& weights, int wagons_left, float turns, int wagons, int effort);

}  // namespace perron::search
