// How many cards more the way around each track costs than the track itself: the price of losing it to a rival.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/game.h"

namespace perron::search {

class Detours {
 public:
  // Works the table out, unless the board has the same tracks as the last one: a player may be asked about several games.
  void look_at(const Game& game);

  // A way counts a card for each wagon and two for each turn that lays a track; at most 40 more.
  int of(int track) const { return more_[static_cast<std::size_t>(track)]; }
  int most() const { return most_; }

 private:
  struct Shape {  // of a track: all that its detour depends on
    Place a, b;
    std::uint8_t length;
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  bool is_prepared_for(const Game& game) const;

  // Of fixed size: a player thinks without allocating.
  std::array<Shape, kTracks> shapes_;
  std::array<std::uint8_t, kTracks> more_;
  std::size_t count_ = 0;
  std::uint8_t most_ = 0;
};

}  // namespace perron::search
