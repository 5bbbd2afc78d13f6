// Cheapest ways over the board from a set of places: Dijkstra's search, for any price of a track.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/game.h"

namespace perron {

inline constexpr int kFar = 10000;       // no way; kFar + kFar fits 16 bits
inline constexpr int kNotForUse = kFar;  // the price of a track that no way may use

struct Ways {
  std::array<std::uint16_t, kPlaces> far;  // kFar: there is none
  std::array<Track, kPlaces> via;          // the last track of the way; kNoTrack at its beginning
};

// Until a place of `goals` is reached, which is returned; else all places that can be. price(track) is from 0; the longest way
// without a place twice costs less than kFar.
template <class Price>
std::optional<Place> find_ways(const Game& game, const PlaceSet& from, const PlaceSet& goals, Price&& price, Ways& ways) {
  ways.far.fill(kFar);
  ways.via.fill(kNoTrack);
  from.each([&](int p) { ways.far[static_cast<std::size_t>(p)] = 0; });
  for (PlaceSet edge = from; edge.any();) {  // reached and not done: so few that looking through them beats a heap
    int next = -1;
    edge.each([&](int p) {
      if (next < 0 || ways.far[static_cast<std::size_t>(p)] < ways.far[static_cast<std::size_t>(next)]) next = p;
    });
    if (goals.test(next)) return Place(next);
    edge.reset(next);
    for (const auto track : game.tracks_at[static_cast<std::size_t>(next)]) {
      const int more = price(track);
      if (more == kNotForUse) continue;
      const auto& line = game.tracks[static_cast<std::size_t>(index(track))];
      const auto far_end = static_cast<std::size_t>(index(index(line.a) == next ? line.b : line.a));
      const int far = ways.far[static_cast<std::size_t>(next)] + more;
      if (far >= ways.far[far_end]) continue;
      ways.far[far_end] = static_cast<std::uint16_t>(far);
      ways.via[far_end] = track;
      edge.set(static_cast<int>(far_end));
    }
  }
  return std::nullopt;
}

// Follows the way back from a place. Calls f(track) for each track, free ones too; ends with the first of the way.
template <class F>
void each_back(const Game& game, const Ways& ways, Place place, F&& f) {
  while (ways.via[static_cast<std::size_t>(index(place))] != kNoTrack) {
    const auto track = ways.via[static_cast<std::size_t>(index(place))];
    f(index(track));
    const auto& line = game.tracks[static_cast<std::size_t>(index(track))];
    place = line.a == place ? line.b : line.a;
  }
}

// Each end of a ticket is a set of places: any place of a country will do [G6].
struct TicketEnds {
  PlaceSet from, to;
};
inline TicketEnds ends_of(const Game& game, int ticket) {
  const auto& line = game.tickets[static_cast<std::size_t>(ticket)];
  TicketEnds out;
  for (std::size_t i = 0; i < line.from_count; ++i) out.from.set(index(game.ends[line.from + i]));
  for (std::size_t i = 0; i < line.to_count; ++i) out.to.set(index(game.ends[line.to + i]));
  return out;
}

}  // namespace perron
