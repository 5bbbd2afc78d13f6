// The actions of a decision, compared in the same worlds.
#pragma once

#include <cstddef>
#include <vector>

#include "model/action.h"

namespace perron::search {

// One action of the decision, and the plan that is followed after it.
struct Arm {
  Action action, key;
  std::size_t plan;
  float prior;
  double penalty;  // what the prior takes from its value as long as little is known
  double trust;    // worlds that the prior counts for
  double visits = 0, value = 0;
  std::vector<float> results{};  // one for each world that all actions still in question were tried in
};

// How good the actions look: their results, and the prior while they are few. Cards to draw differ little from each other:
// each is compared with the mean of them all, other actions with the mean of everything.
class ArmValues {
 public:
  explicit ArmValues(const std::vector<Arm>& arms);
  double operator()(const Arm& arm) const;

 private:
  double mean_, draws_;
};

// Drops actions in which more thinking would gain less than `regret` of a win; they met the same worlds.
void prune_arms(const std::vector<Arm>& arms, double regret, std::vector<std::size_t>& alive);
// Keeps so many of the best.
void keep_best_arms(const std::vector<Arm>& arms, std::size_t most, std::vector<std::size_t>& alive);

}  // namespace perron::search
