// Networks of tracks: which places they join, and the longest line. Exact.
#pragma once

#include <cstdint>
#include <span>

#include "base/union_find.h"
#include "rules/game.h"

namespace perron {

using Joined = UnionFind<kPlaces, Place>;

Joined joined_by(const Game& game, const TrackSet& tracks);
bool completes(const Game& game, const Joined& joined, Ticket ticket);
struct Edge {
  std::uint8_t a, b, length;
};
// The greatest sum of lengths of a walk that uses no edge twice [E13]; vertices below kPlaces, at most kTracks edges.
int longest_line(std::span<const Edge> edges);
int longest_line(const Game& game, const TrackSet& tracks);

}  // namespace perron
