// Cheapest paths over a board, for plans: Dial's algorithm. Internal to plans: users of plans include plan.h.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/game.h"
#include "search/plan/plan.h"

namespace perron::search {

inline constexpr std::uint8_t kClosed = 255;
inline constexpr std::int16_t kUnreached = 10000;

// Shortest paths with small integer costs, below 64 each: a ring of buckets, each a set of places. The planner asks for paths often
// enough to justify its own code beside find_shortest_paths() of route/shortest_paths.h.
class Router {
 public:
  explicit Router(const Game& game) : game_(game) {}

  PerTrack<std::uint8_t> cost;  // kClosed: not to be used

  // The cheapest path from any of `from` to any of `to`; its tracks of non-zero cost go into `path`. kUnreached: none.
  int route(const PlaceSet& from, const PlaceSet& to, TrackSet& path) {
    distance_.fill(kUnreached);
    for (; filled_ != 0; filled_ &= filled_ - 1) buckets_[std::countr_zero(filled_)] = {};
    filled_ = 1;
    from.each([&](Place place) { distance_[place] = 0; });
    buckets_[0] = from;
    for (int now = 0; filled_ != 0;) {
      const int ahead = std::countr_zero(std::rotr(filled_, now & 63));
      now += ahead;
      auto& bucket = buckets_[now & 63];
      const auto place = first(bucket);
      bucket.reset(place);
      if (bucket.none()) filled_ &= ~(std::uint64_t{1} << (now & 63));
      if (distance_[place] != now) continue;
      if (to.test(place)) return trace(place, path), now;
      relax(place, now);
    }
    return kUnreached;
  }

 private:
  static Place first(const PlaceSet& set) {
    for (int i = 0; i < PlaceSet::kWords; ++i)
      if (set.words[i] != 0) return Place(i * 64 + std::countr_zero(set.words[i]));
    return Place(0);
  }

  void relax(Place place, int now) {
    for (const auto& neighbor : game_.neighbors_of(place)) {
      const int price = cost[neighbor.track];
      if (price == kClosed) continue;
      const auto to = neighbor.to;
      if (now + price >= distance_[to]) continue;
      distance_[to] = static_cast<std::int16_t>(now + price);
      by_[to] = neighbor.track;
      buckets_[(now + price) & 63].set(to);
      filled_ |= std::uint64_t{1} << ((now + price) & 63);
    }
  }

  void trace(Place place, TrackSet& path) const {
    while (distance_[place] > 0) {
      const auto track = by_[place];
      if (cost[track] > 0) path.set(track);
      const auto& entry = game_.tracks[track];
      place = entry.a == place ? entry.b : entry.a;
    }
  }

  const Game& game_;
  PerPlace<std::int16_t> distance_;
  PerPlace<Track> by_;                  // the last track of the path
  std::array<PlaceSet, 64> buckets_{};  // by distance modulo 64
  std::uint64_t filled_ = 0;            // bit set of the buckets that are not empty
};

}  // namespace perron::search
