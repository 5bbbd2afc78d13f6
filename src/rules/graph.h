// Networks of tracks: which places are joined, and the longest line. Exact.
#pragma once

#include <cstdint>
#include <span>

#include "rules/game.h"

namespace perron {

// Which places are joined: union-find over the places of a board.
class Joined {
 public:
  explicit Joined(int places) {
    for (int i = 0; i < places; ++i) parent_[i] = static_cast<std::uint8_t>(i);
  }
  int root(int place) const {
    while (parent_[place] != place) place = parent_[place];
    return place;
  }
  void join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a < b) parent_[b] = static_cast<std::uint8_t>(a);
    else parent_[a] = static_cast<std::uint8_t>(b);
  }

 private:
  std::uint8_t parent_[kPlaces];
};

Joined joined_by(const Game& game, const TrackSet& tracks);
bool completes(const Game& game, const Joined& joined, int ticket);

struct Edge {
  std::uint8_t a, b, length;
};
// The greatest sum of lengths of a walk that uses no edge twice [E13]; vertices below kPlaces, at most kTracks edges.
int longest_line(std::span<const Edge> edges);
int longest_line(const Game& game, const TrackSet& tracks);

}  // namespace perron
