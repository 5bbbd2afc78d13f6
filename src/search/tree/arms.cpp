#include "search/tree/arms.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perron::search {
namespace {

constexpr double kMaxPriorVisits = 60;  // worlds that the prior counts for at most when an action is given up for good

// How much of a win is lost on average by never looking at an action again in favour of the best. What is not known of their
// difference is a bell curve: the results in the same worlds, and the prior for some worlds more.
double regret_of(const Arm& arm, const Arm& best) {
  const auto n = std::min(arm.results.size(), best.results.size());
  const double worlds = static_cast<double>(n), trust = std::min({arm.trust, best.trust, kMaxPriorVisits});
  double sum = 0, squares = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double less = best.results[k] - arm.results[k];
    sum += less;
    squares += less * less;
  }
  const double mean = sum / worlds, variance = std::max(0.001, squares / worlds - mean * mean);
  const double lead = (sum + trust * (arm.penalty - best.penalty)) / (worlds + trust);
  const double error = std::sqrt(variance / (worlds + trust)), z = lead / error;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi), beyond = std::erfc(z / std::numbers::sqrt2) / 2;
  return error * (density - z * beyond);
}

bool is_draw(const Arm& arm) { return arm.action.kind == Kind::draw_blind || arm.action.kind == Kind::draw_row; }

}  // namespace

ArmValues::ArmValues(const std::vector<Arm>& arms) {
  double visits = 0, value = 0, draw_visits = 0, draw_value = 0;
  for (const auto& arm : arms) {
    visits += arm.visits, value += arm.value;
    if (is_draw(arm)) draw_visits += arm.visits, draw_value += arm.value;
  }
  mean_ = visits > 0 ? value / visits : 0.5;
  draws_ = draw_visits > 0 ? draw_value / draw_visits : mean_;
}

double ArmValues::operator()(const Arm& arm) const {
  const double mean = is_draw(arm) ? draws_ : mean_;
  return (arm.value + arm.trust * (mean - arm.penalty)) / (arm.visits + arm.trust);
}

void prune_arms(const std::vector<Arm>& arms, double regret, std::vector<std::size_t>& alive) {
  const ArmValues worth(arms);
  const auto best = *std::ranges::max_element(alive, {}, [&](std::size_t i) { return worth(arms[i]); });
  std::erase_if(alive, [&](std::size_t i) { return i != best && regret_of(arms[i], arms[best]) < regret; });
}

void keep_best_arms(const std::vector<Arm>& arms, std::size_t most, std::vector<std::size_t>& alive) {
  if (alive.size() <= most) return;
  const ArmValues worth(arms);
  std::ranges::stable_sort(alive, [&](std::size_t a, std::size_t b) { return worth(arms[a]) > worth(arms[b]); });
  alive.resize(most);
}

}  // namespace perron::search
