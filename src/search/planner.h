// The planner: plans over its tickets and plays the action of most worth.
#pragma once

#include "search/player.h"
#include "search/policy.h"

namespace perron {

class PlannerPlayer final : public Player {
 public:
  // blur: how far, in points, its judgement of each action may be off; 0: none.
  explicit PlannerPlayer(double blur) : blur_(static_cast<float>(blur)) {}
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override;

 private:
  float blur_;
  Mind mind_;
  ScoredList list_;
};

}  // namespace perron
