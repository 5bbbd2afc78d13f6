// Caches games whose text is being sent in pieces, so that not every piece loads its game again. Holds only a few: a person who reads
// many long games at once makes the worker load them again, but uses no more memory. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>

#include "server/game/load_game.h"

namespace perron::server {

class LoadedGameCache {
 public:
  using Held = std::shared_ptr<const LoadedGame>;

  // Nothing if it is not held. It is not held any more.
  Held take(GameId id) {
    const auto it = std::ranges::find(games_, id, [](const Held& game) { return game->row.id; });
    if (it == games_.end()) return nullptr;
    auto out = std::move(*it);
    games_.erase(it);
    return out;
  }
  void hold(Held game) {
    games_.push_back(std::move(game));
    if (games_.size() > kMost) games_.pop_front();
  }

 private:
  static constexpr std::size_t kMost = 4;  // of up to 2 MiB each
  std::deque<Held> games_;                 // the newest last
};

}  // namespace perron::server
