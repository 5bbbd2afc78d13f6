#include "search/tree/arms.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perron::search {
namespace {

constexpr double kMaxPriorVisits = 60;  // the most that the prior counts for when an arm is pruned

// The expected loss of win probability from never returning to an arm in favour of the best one. The difference of their values is
// taken as normally distributed, by the paired results and the prior.
double regret_of(const Arm& arm, const Arm& best) {
  const auto n = std::min(arm.results.size(), best.results.size());
  const double samples = static_cast<double>(n), prior_visits = std::min({arm.prior_visits, best.prior_visits, kMaxPriorVisits});
  double sum = 0, squares = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double difference = best.results[k] - arm.results[k];
    sum += difference;
    squares += difference * difference;
  }
  const double mean = sum / samples, variance = std::max(0.001, squares / samples - mean * mean);
  const double lead = (sum + prior_visits * (arm.penalty - best.penalty)) / (samples + prior_visits);
  const double error = std::sqrt(variance / (samples + prior_visits)), z = lead / error;
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
  return (arm.value + arm.prior_visits * (mean - arm.penalty)) / (arm.visits + arm.prior_visits);
}

void prune_arms(const std::vector<Arm>& arms, double regret, std::vector<std::size_t>& alive) {
  const ArmValues value_of(arms);
  const auto best = *std::ranges::max_element(alive, {}, [&](std::size_t i) { return value_of(arms[i]); });
  std::erase_if(alive, [&](std::size_t i) { return i != best && regret_of(arms[i], arms[best]) < regret; });
}

void keep_best_arms(const std::vector<Arm>& arms, std::size_t most, std::vector<std::size_t>& alive) {
  if (alive.size() <= most) return;
  const ArmValues value_of(arms);
  std::ranges::stable_sort(alive, [&](std::size_t a, std::size_t b) { return value_of(arms[a]) > value_of(arms[b]); });
  alive.resize(most);
}

}  // namespace perron::search
