// Plans that a seat could follow instead of its own: sometimes a costlier path, or one ticket less, wins more.
#pragma once

#include <vector>

#include "model/view.h"
#include "search/policy/plan_cache.h"

namespace perron::search {

struct Alternative {
  PlanCache cache;
  double penalty;  // in win probability: how much worse such a plan is on average
};

// At most `most` plans, in ascending order of penalty: planned more carefully, without regard to the hand, without one of the tracks
// or without one of the tickets.
std::vector<Alternative> alternative_plans(const Game& game, const PlayerView& view, const PolicyWeights& weights, const PlanCache& cache,
                                           std::size_t most);

}  // namespace perron::search
