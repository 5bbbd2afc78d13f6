#include "search/policy/detours.h"

#include <algorithm>
#include <span>

#include "route/shortest_ways.h"

namespace perron::search {
namespace {

constexpr int kTurnCards = 2;  // that the turn of laying a track is worth
constexpr int kMaxDetour = 40;

// The cheapest way between the ends of a track over all others but its parallels.
int cost_around(const Game& game, std::size_t track) {
  const auto price = [&](Track other) {
    if (game.parallel[track].test(index(other))) return kNotForUse;
    return game.tracks[static_cast<std::size_t>(index(other))].length + kTurnCards;
  };
  PlaceSet from, to;
  from.set(index(game.tracks[track].a));
  to.set(index(game.tracks[track].b));
  Ways ways;
  const auto reached = find_ways(game, from, to, price, ways);
  return reached ? ways.far[static_cast<std::size_t>(index(*reached))] : kFar;
}

}  // namespace

bool Detours::is_prepared_for(const Game& game) const {
  return std::ranges::equal(std::span(shapes_.data(), count_), game.tracks, [](const Shape& shape, const TrackLine& line) {
    return shape == Shape{line.a, line.b, line.length};
  });
}

void Detours::look_at(const Game& game) {
  if (is_prepared_for(game)) return;
  count_ = game.tracks.size();
  most_ = 0;
  for (std::size_t t = 0; t < count_; ++t) {
    const auto& line = game.tracks[t];
    shapes_[t] = {line.a, line.b, line.length};
    more_[t] = static_cast<std::uint8_t>(std::clamp(cost_around(game, t) - line.length - kTurnCards, 0, kMaxDetour));
    most_ = std::max(most_, more_[t]);
  }
}

}  // namespace perron::search
