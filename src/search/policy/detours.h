// How many cards more the cheapest detour around each track costs than the track itself: the price of losing it to a rival.
#pragma once

#include <cstdint>

#include "rules/game.h"

namespace perron::search {

class Detours {
 public:
  // Computes the table, unless the board has the same tracks as the last one: a player may be asked about several games.
  void prepare(const Game& game);

  // A detour counts a card for each wagon and two for each turn that claims a track; at most 40 more.
  int of(Track track) const { return extra_[track]; }
  int longest() const { return longest_; }

 private:
  struct Shape {  // of a track: all that its detour depends on
    Place a, b;
    std::uint8_t length;
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  bool is_prepared_for(const Game& game) const;

  // Of fixed size: a player decides without allocating.
  PerTrack<Shape> shapes_;
  PerTrack<std::uint8_t> extra_;
  int count_ = 0;
  std::uint8_t longest_ = 0;
};

}  // namespace perron::search
