// How a game will end, judged from a position with everything known: final points of each seat as a weighted sum of
// what it has and plans, and from them each seat's chance to win.
#pragma once

#include "rules/state.h"
#include "search/policy/policy.h"

namespace perron::search {

inline constexpr int kFeatures = 16;
using Features = std::array<float, kFeatures>;

// What the estimate looks at for one seat. The mind must be up to date.
Features features_of(const Game& game, const State& state, Seat seat, const PlanCache& cache);

struct Evaluation {
  PerSeat<float> points{};  // expected at the end; in a race: tickets
  PerSeat<float> win{};     // chances, in all 1
};
Evaluation evaluate(const Game& game, const State& state, std::array<PlanCache, kSeats>& caches);

}  // namespace perron::search
