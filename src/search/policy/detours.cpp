#include "search/policy/detours.h"

#include <algorithm>

namespace perron::search {
namespace {

constexpr int kTurnCards = 2;  // that the turn of laying a track is worth
constexpr int kMostDetour = 40;

// The cheapest way between two places over all tracks but some.
int way_between(const Game& game, Place from, Place to, const TrackSet& without) {
  std::vector<int> cost(game.board.places.size(), 10000);
  std::vector<Place> open{from};
  cost[static_cast<std::size_t>(index(from))] = 0;
  while (!open.empty()) {
    const auto here = open.back();
    open.pop_back();
    const int so_far = cost[static_cast<std::size_t>(index(here))];
    for (auto i = game.steps_begin[static_cast<std::size_t>(index(here))]; i < game.steps_begin[static_cast<std::size_t>(index(here)) + 1];
         ++i) {
      const auto& step = game.steps[i];
      if (without.test(index(step.track))) continue;
      auto& there = cost[static_cast<std::size_t>(index(step.to))];
      const int sum = so_far + game.tracks[static_cast<std::size_t>(index(step.track))].length + kTurnCards;
      if (sum >= there || sum >= cost[static_cast<std::size_t>(index(to))]) continue;
      there = sum;
      open.push_back(step.to);
    }
  }
  return cost[static_cast<std::size_t>(index(to))];
}

}  // namespace

bool Detours::is_known(const Game& game) const {
  return std::ranges::equal(shapes_, game.tracks, [](const Shape& shape, const TrackLine& line) {
    return shape == Shape{line.a, line.b, line.length};
  });
}

void Detours::look_at(const Game& game) {
  if (is_known(game)) return;
  shapes_.clear();
  more_.clear();
  most_ = 0;
  for (std::size_t t = 0; t < game.tracks.size(); ++t) {
    const auto& line = game.tracks[t];
    shapes_.push_back({line.a, line.b, line.length});
    const int more = way_between(game, line.a, line.b, game.parallel[t]) - line.length - kTurnCards;
    more_.push_back(static_cast<std::uint8_t>(std::clamp(more, 0, kMostDetour)));
    most_ = std::max(most_, more_.back());
  }
}

}  // namespace perron::search
