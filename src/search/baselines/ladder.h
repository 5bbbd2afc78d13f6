// The ladder of 2026: h1 to h4, each the one below and something more. All in one currency, points; ties to the lowest action.
#pragma once

#include <memory>

#include "search/player.h"

namespace perron::search {

std::unique_ptr<Player> make_ladder_player(int rung);  // 1 to 4

}  // namespace perron::search
