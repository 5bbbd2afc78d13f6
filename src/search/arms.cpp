#include "search/arms.h"

#include <algorithm>
#include <cmath>

namespace perron {
namespace {

constexpr double kPriorWorlds = 60;  // that the prior counts for at most when an action is dropped for good

// By how many standard errors one action is behind another. As long as worlds are few the prior speaks against what only luck has
// put in front.
double behind(const Arm& arm, const Arm& best) {
  const auto n = std::min(arm.results.size(), best.results.size());
  double sum = 0, squares = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double less = best.results[k] - arm.results[k];
    sum += less;
    squares += less * less;
  }
  const double mean = sum / static_cast<double>(n);
  const double variance = std::max(0.001, squares / static_cast<double>(n) - mean * mean);
  const double prior = (arm.penalty - best.penalty) * std::min({arm.trust, best.trust, kPriorWorlds}) / static_cast<double>(n);
  return (mean + prior) / std::sqrt(variance / static_cast<double>(n));
}

bool is_draw(const Arm& arm) { return arm.action.kind == Kind::draw_blind || arm.action.kind == Kind::draw_row; }

}  // namespace

Worth::Worth(const std::vector<Arm>& arms) {
  double visits = 0, value = 0, draw_visits = 0, draw_value = 0;
  for (const auto& arm : arms) {
    visits += arm.visits, value += arm.value;
    if (is_draw(arm)) draw_visits += arm.visits, draw_value += arm.value;
  }
  mean_ = visits > 0 ? value / visits : 0.5;
  draws_ = draw_visits > 0 ? draw_value / draw_visits : mean_;
}

double Worth::operator()(const Arm& arm) const {
  const double mean = is_draw(arm) ? draws_ : mean_;
  return (arm.value + arm.trust * (mean - arm.penalty)) / (arm.visits + arm.trust);
}

void drop_hopeless(const std::vector<Arm>& arms, double clear, std::vector<std::size_t>& alive) {
  const Worth worth(arms);
  const auto best = *std::ranges::max_element(alive, {}, [&](std::size_t i) { return worth(arms[i]); });
  std::erase_if(alive, [&](std::size_t i) { return i != best && behind(arms[i], arms[best]) > clear; });
}

void keep_best(const std::vector<Arm>& arms, std::size_t most, std::vector<std::size_t>& alive) {
  if (alive.size() <= most) return;
  const Worth worth(arms);
  std::ranges::stable_sort(alive, [&](std::size_t a, std::size_t b) { return worth(arms[a]) > worth(arms[b]); });
  alive.resize(most);
}

}  // namespace perron
