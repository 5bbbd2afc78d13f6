// Plans that a seat could follow instead of its own: sometimes a dearer way, or one ticket less, wins more.
#pragma once

#include <vector>

#include "model/view.h"
#include "search/policy/plan_cache.h"

namespace perron::search {

struct Alternative {
  PlanCache cache;
  double penalty;  // of a win: how much worse such a plan is on average
};

// At most so many, the likeliest first: more carefully planned, without regard to the hand, without one of the tracks or of the tickets.
std::vector<Alternative> alternative_plans(const Game& game, const PlayerView& view, const PolicyWeights& weights, const PlanCache& cache, std::size_t most);

}  // namespace perron::search
