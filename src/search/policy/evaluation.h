// The evaluation function: each seat's expected final points, a weighted sum of features of a fully known position, and from them
// each seat's chance to win.
#pragma once

#include "rules/state.h"
#include "search/policy/policy.h"

namespace perron::search {

inline constexpr int kFeatures = 16;
using Features = std::array<float, kFeatures>;

// The inputs of the evaluation for one seat. Requires an up-to-date cache.
Features features_of(const Game& game, const State& state, Seat seat, const PlanCache& cache);

struct Evaluation {
  PerSeat<float> points{};  // expected at the end; in a race: tickets
  PerSeat<float> win{};     // chances; they add up to 1
};
Evaluation evaluate(const Game& game, const State& state, PerSeat<PlanCache>& caches);

}  // namespace perron::search
