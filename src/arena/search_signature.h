// What the computer players answer in fixed positions, as one number for each board and player: it changes when a player does.
// Without clock and on one thread, so it can be repeated; but players use floats, so other compilers and C libraries may
// answer differently. The positions are from random games: no player's change moves another's positions.
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
