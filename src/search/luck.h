// The order in which a world's cards and tickets come, for the worlds of a search.
#pragma once

#include <array>
#include <cstdint>

#include "rules/engine.h"

namespace perron {

// Two actions tried in the same world with the same seed meet the same luck. Each seat's hand, the row and the tunnels take
// from places of their own in the deck: one card more for one of them leaves the others theirs.
class Luck {
 public:
  void begin(const State& world, std::uint64_t seed);
  // The deal that this position gets; from rng what no order was fixed for.
  Action deal(const Game& game, const State& state, Rng& rng);

 private:
  static constexpr std::size_t kTakers = kSeats + 2;  // hands, the row, tunnels
  static constexpr std::uint8_t kTaken = 255;

  std::uint8_t take(std::size_t taker);
  Action ticket(const Game& game, const State& state) const;

  std::uint64_t seed_ = 0;
  std::uint8_t shuffles_ = 0;
  std::size_t size_ = 0, left_ = 0;
  std::array<std::size_t, kTakers> next_{};
  std::array<std::uint8_t, 256> cards_;
};

}  // namespace perron
