// The planner: plans over its tickets and plays the action of most worth.
#pragma once

#include "search/player.h"
#include "search/policy/policy.h"

namespace perron::search {

class PlannerPlayer final : public Player {
 public:
  // blur: how far, in points, its judgement of each action may be off; 0: none.
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
