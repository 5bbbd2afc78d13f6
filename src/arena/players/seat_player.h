// Players at a table of the arena: built-in ones by name, or an external program by "exec:COMMAND".
#pragma once

#include <stdexcept>

#include "search/player.h"

namespace perron::arena {

// Thrown from Player::choose by a player that has failed (an external program that broke the protocol, stopped or was too slow): its
// seat loses the game.
struct Forfeit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Result<std::unique_ptr<search::Player>, std::string> make_seat_player(std::string_view spec);

}  // namespace perron::arena
