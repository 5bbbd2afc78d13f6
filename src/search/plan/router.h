// Cheapest ways over a board, for plans. Not for users of plans: see plan.h.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/game.h"
#include "search/plan/plan.h"

namespace perron::search {

inline constexpr std::uint8_t kClosed = 255;
inline constexpr std::int16_t kUnreached = 10000;

// Shortest ways with small whole costs: a ring of buckets, each a set of places. The planner asks for ways often enough to justify
// its own code beside find_shortest_paths() of route/shortest_paths.h.
class Router {
 public:
  explicit Router(const Game& game) : game_(game) {}

  std::array<std::uint8_t, kTracks> cost;  // by track; kClosed: not to be used

  // The cheapest way from any of `from` to any of `to`; its tracks of non-zero cost go into `way`. kUnreached: none.
  int route(const PlaceSet& from, const PlaceSet& to, TrackSet& way) {
    distance_.fill(kUnreached);
    for (; filled_ != 0; filled_ &= filled_ - 1) buckets_[static_cast<std::size_t>(std::countr_zero(filled_))] = {};
    filled_ = 1;
    from.each([&](int p) { distance_[static_cast<std::size_t>(p)] = 0; });
    buckets_[0] = from;
    for (int now = 0; filled_ != 0;) {
      const int ahead = std::countr_zero(std::rotr(filled_, now & 63));
      now += ahead;
      auto& bucket = buckets_[static_cast<std::size_t>(now & 63)];
      const int place = first(bucket);
      bucket.reset(place);
      if (bucket.none()) filled_ &= ~(std::uint64_t{1} << (now & 63));
      if (distance_[static_cast<std::size_t>(place)] != now) continue;
      if (to.test(place)) return trace(place, way), now;
      relax(place, now);
    }
    return kUnreached;
  }

 private:
  static int first(const PlaceSet& set) {
    for (int i = 0; i < PlaceSet::kWords; ++i)
      if (set.words[static_cast<std::size_t>(i)] != 0) return i * 64 + std::countr_zero(set.words[static_cast<std::size_t>(i)]);
    return 0;
  }

  void relax(int place, int now) {
    const auto p = static_cast<std::size_t>(place);
    for (auto i = game_.neighbors_begin[p]; i < game_.neighbors_begin[p + 1]; ++i) {
      const auto step = game_.neighbors[i];
      const int price = cost[static_cast<std::size_t>(index(step.track))];
      if (price == kClosed) continue;
      const auto to = static_cast<std::size_t>(index(step.to));
      if (now + price >= distance_[to]) continue;
      distance_[to] = static_cast<std::int16_t>(now + price);
      by_[to] = step.track;
      buckets_[static_cast<std::size_t>((now + price) & 63)].set(index(step.to));
      filled_ |= std::uint64_t{1} << ((now + price) & 63);
    }
  }

  void trace(int place, TrackSet& way) const {
    while (distance_[static_cast<std::size_t>(place)] > 0) {
      const auto track = by_[static_cast<std::size_t>(place)];
      if (cost[static_cast<std::size_t>(index(track))] > 0) way.set(index(track));
      const auto& line = game_.tracks[static_cast<std::size_t>(index(track))];
      place = index(line.a) == place ? index(line.b) : index(line.a);
    }
  }

  const Game& game_;
  std::array<std::int16_t, kPlaces> distance_;
  std::array<Track, kPlaces> by_;
  std::array<PlaceSet, 64> buckets_{};
  std::uint64_t filled_ = 0;  // buckets that are not empty
};

}  // namespace perron::search
