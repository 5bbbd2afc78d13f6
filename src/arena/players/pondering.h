// Pondering: players search while another seat decides.
#pragma once

#include <thread>
#include <vector>

#include "search/player.h"

namespace perron::arena {

// Everything begun stops at stop(), or with the destructor.
class Pondering {
 public:
  // The player and its generator are busy until then.
  void begin(search::Player& player, const Game& game, const PlayerView& view, Rng& rng) {
    if (!player.ponders()) return;
    threads_.emplace_back([&player, &game, view, &rng](std::stop_token stop) { player.ponder(game, view, rng, stop); });
  }
  void stop() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace perron::arena
