// Players that think while another seat decides.
#pragma once

#include <thread>
#include <vector>

#include "search/player.h"

namespace perron::arena {

// All that was begun stops at stop(), or when this goes.
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
