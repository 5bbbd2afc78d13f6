// Common random numbers for the deals of a search: the variance reduction that compares actions on nearly the same cards.
#pragma once

#include <array>
#include <cstdint>

#include "rules/engine.h"

namespace perron::search {

// Two actions tried in the same determinization with the same seed are dealt the same cards as far as possible. Each seat's hand, each
// place of the row and the tunnels have a stream of random numbers of their own, one number for each card dealt: an extra card for one
// of them does not change the cards of the others. A number maps to nearly the same card in nearly equal decks, also after a shuffle.
class CommonRandomNumbers {
 public:
  void reseed(std::uint64_t seed) {
    seed_ = seed;
    dealt_ = {};
  }
  // The deal for this position; takes random numbers from rng for debts without a stream.
  Action deal(const Game& game, const State& state, Rng& rng);

 private:
  static constexpr int kStreams = kSeats + kRow + 1;  // hands, places of the row, tunnels

  std::uint8_t card(const State& state, int stream);
  Action ticket(const Game& game, const State& state) const;

  std::uint64_t seed_ = 0;
  std::array<std::uint32_t, kStreams> dealt_{};
};

}  // namespace perron::search
