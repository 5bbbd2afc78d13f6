// A signature of the computer players: their answers in fixed positions, hashed for each board and player. It changes when a player's
// behaviour does. It runs without a clock and on one thread, so it is reproducible; but players use floats, so other compilers and C
// libraries may give other answers. The positions are from random games, so they do not depend on any player.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace perron::arena {

// The players that have a signature: each kind once, those that search by iterations instead of time.
std::vector<std::string> signed_players();

// `games`: the board, once for each number of seats that it allows. `player` is one of the above.
std::uint64_t search_signature(const std::vector<Game>& games, std::string_view player);

}  // namespace perron::arena
