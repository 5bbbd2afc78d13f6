// The root actions of a search as arms of a bandit, compared in the same determinizations.
#pragma once

#include <cstddef>
#include <vector>

#include "model/action.h"

namespace perron::search {

// One action of the decision, and the plan that is followed after it.
struct Arm {
  Action action, key;
  std::size_t plan;  // 0: the seat's own; else an alternative, from 1
  float prior;
  double penalty;       // the prior's deduction from the value
  double prior_visits;  // number of results that the prior counts as
  double visits = 0, value = 0;
  std::vector<float> results{};  // one for each determinization in which all remaining arms were played
};

// Values of the arms: the mean of the results and the prior. Draws of cards differ little from each other, so the prior of a draw is
// based on the mean of all draws, that of other actions on the mean of all.
class ArmValues {
 public:
  explicit ArmValues(const std::vector<Arm>& arms);
  double operator()(const Arm& arm) const;

 private:
  double mean_, draws_;
};

// Removes arms that have less than `regret` of win probability to gain from further search. All have met the same determinizations.
void prune_arms(const std::vector<Arm>& arms, double regret, std::vector<std::size_t>& alive);
// Keeps the `most` best arms.
void keep_best_arms(const std::vector<Arm>& arms, std::size_t most, std::vector<std::size_t>& alive);

}  // namespace perron::search
