// The planner: plays the action with the highest score of the policy.
#pragma once

#include "search/player.h"
#include "search/policy/policy.h"

namespace perron::search {

class PlannerPlayer final : public Player {
 public:
  // blur: scale of the random error, in points, added to each score; 0: none.
  explicit PlannerPlayer(double blur, const PolicyWeights* weights = nullptr) : blur_(static_cast<float>(blur)), weights_(weights) {}
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override;

 private:
  float blur_;
  const PolicyWeights* weights_;  // null: that of the game
  Detours detours_;
  PlanCache cache_;
  ScoredActions list_;
};

}  // namespace perron::search
