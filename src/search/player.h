// Computer players. A player's only input is its PlayerView and its generator: it cannot see what it must not.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/engine.h"

namespace perron {

class Player {
 public:
  virtual ~Player() = default;
  // A legal action of the view's seat, whose turn it is.
  virtual Action choose(const Game& game, const PlayerView& view, Rng& rng) = 0;
};

struct PlayerKind {
  std::string_view name, description;
};
const std::vector<PlayerKind>& player_kinds();
// Nothing if there is no player of that name.
std::unique_ptr<Player> make_player(std::string_view name);

}  // namespace perron
