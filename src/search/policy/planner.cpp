#include "search/policy/planner.h"

namespace perron::search {

Action PlannerPlayer::choose(const Game& game, const PlayerView& view, Rng& rng) {
  cache_.ready = false;
  if (view.open.phase == Phase::turn) detours_.prepare(game);
  score_actions({game, weights_ ? *weights_ : policy_weights_of(game), detours_}, view.open, view.mine, PolicyMode::decision, cache_,
                list_);
  // An error that leaves a passenger behind or declines a tunnel for no reason would look absurd: no errors there.
  const float blur = view.open.phase == Phase::passengers || view.open.phase == Phase::tunnel ? 0.0f : blur_;
  const ScoredAction* best = nullptr;
  float most = 0;
  for (const auto& scored : list_) {
    // The sum of three uniform numbers approximates a normal distribution.
    float error = 0;
    for (int i = 0; blur > 0 && i < 3; ++i) error += static_cast<float>(rng.below(2001)) / 1000.0f - 1.0f;
    const float value = scored.value + blur * error;
    if (best && (value < most || (value == most && best->action < scored.action))) continue;
    best = &scored;
    most = value;
  }
  return best->action;
}

}  // namespace perron::search
