// Shortest paths over the board from a set of places: Dijkstra's algorithm, for any cost of a track.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/game.h"

namespace perron {

inline constexpr int kUnreachable = 10000;      // its double fits 16 bits
inline constexpr int kUnusable = kUnreachable;  // the cost of a track that no path may use

struct ShortestPaths {
  PerPlace<std::uint16_t> distance;  // or kUnreachable
  PerPlace<Track> via;               // the last track of the path; kNoTrack at its beginning
};

// Stops at the first place of `goals`, which is returned; with none, visits all places that can be reached. cost(track) is from 0;
// the longest path without a place twice costs less than kUnreachable.
template <class Cost>
std::optional<Place> find_shortest_paths(const Game& game, const PlaceSet& from, const PlaceSet& goals, Cost&& cost, ShortestPaths& paths) {
  paths.distance.fill(kUnreachable);
  paths.via.fill(kNoTrack);
  from.each([&](Place p) { paths.distance[p] = 0; });
  for (PlaceSet frontier = from; frontier.any();) {  // so few places that a linear scan beats a heap
    auto next = kNoPlace;
    frontier.each([&](Place p) {
      if (next == kNoPlace || paths.distance[p] < paths.distance[next]) next = p;
    });
    if (goals.test(next)) return next;
    frontier.reset(next);
    for (const auto track : game.tracks_at[next]) {
      const int more = cost(track);
      if (more == kUnusable) continue;
      const auto& entry = game.tracks[track];
      const auto far_end = entry.a == next ? entry.b : entry.a;
      const int distance = paths.distance[next] + more;
      if (distance >= paths.distance[far_end]) continue;
      paths.distance[far_end] = static_cast<std::uint16_t>(distance);
      paths.via[far_end] = track;
      frontier.set(far_end);
    }
  }
  return std::nullopt;
}

// Calls f(track) for each track of the path to a place, free ones too, from its end to its beginning.
template <class F>
void trace_back(const Game& game, const ShortestPaths& paths, Place place, F&& f) {
  while (paths.via[place] != kNoTrack) {
    const auto track = paths.via[place];
    f(track);
    const auto& entry = game.tracks[track];
    place = entry.a == place ? entry.b : entry.a;
  }
}

// Each end of a ticket is a set of places: any place of a country will do [G6].
struct TicketEnds {
  PlaceSet from, to;
};
inline TicketEnds ends_of(const Game& game, Ticket ticket) {
  const auto& entry = game.tickets[ticket];
  TicketEnds out;
  for (const auto place : game.starts_of(entry)) out.from.set(place);
  for (const auto place : game.goals_of(entry)) out.to.set(place);
  return out;
}
}  // namespace perron
