// The cards and tickets that come in the worlds of a search.
#pragma once

#include <array>
#include <cstdint>

#include "rules/engine.h"

namespace perron::search {

// Two actions tried in the same world with the same seed meet the same luck, as far as it can be the same. Each seat's hand, each
// place of the row and the tunnels have lots of their own, one for each of their cards: a card more for one of them leaves the others
// theirs, and a lot stands for nearly the same card in decks that are nearly the same, also after a shuffle.
class CommonRandomNumbers {
 public:
  void begin(std::uint64_t seed) {
    seed_ = seed;
    drawn_ = {};
  }
  // The deal that this position gets; from rng what no lot was drawn for.
  Action deal(const Game& game, const State& state, Rng& rng);

 private:
  static constexpr std::size_t kTakers = kSeats + kRow + 1;  // hands, places of the row, tunnels

  std::uint8_t card(const State& state, std::size_t taker);
  Action ticket(const Game& game, const State& state) const;

  std::uint64_t seed_ = 0;
  std::array<std::uint32_t, kTakers> drawn_{};
};

}  // namespace perron::search
