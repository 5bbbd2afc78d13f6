#include "search/policy/detours.h"

#include <algorithm>
#include <span>

#include "route/shortest_paths.h"

namespace perron::search {
namespace {

constexpr int kTurnCards = 2;  // worth of the turn that claims a track
constexpr int kMaxDetour = 40;

// The cheapest path between the ends of a track over all others but its parallels.
int cost_around(const Game& game, Track track) {
  const auto cost = [&](Track other) {
    if (game.parallel[track].test(other)) return kUnusable;
    return game.tracks[other].length + kTurnCards;
  };
  PlaceSet from, to;
  from.set(game.tracks[track].a);
  to.set(game.tracks[track].b);
  ShortestPaths paths;
  const auto reached = find_shortest_paths(game, from, to, cost, paths);
  return reached ? int{paths.distance[*reached]} : kUnreachable;
}

}  // namespace

bool Detours::is_prepared_for(const Game& game) const {
  return std::ranges::equal(std::span(shapes_.data(), static_cast<std::size_t>(count_)), game.tracks,
                            [](const Shape& shape, const TrackEntry& entry) {
                              return shape == Shape{entry.a, entry.b, entry.length};
                            });
}

void Detours::prepare(const Game& game) {
  if (is_prepared_for(game)) return;
  count_ = game.tracks.size();
  longest_ = 0;
  for (const auto track : ids<Track>(count_)) {
    const auto& entry = game.tracks[track];
    shapes_[track] = {entry.a, entry.b, entry.length};
    extra_[track] = static_cast<std::uint8_t>(std::clamp(cost_around(game, track) - entry.length - kTurnCards, 0, kMaxDetour));
    longest_ = std::max(longest_, extra_[track]);
  }
}

}  // namespace perron::search
