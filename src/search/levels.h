// The levels that people choose: easy, medium, hard, expert. Each should win 70 to 80% of its games against the one below on every
// board; docs/players.md has the measurements.
#pragma once

#include <memory>
#include <string_view>

#include "search/player.h"

namespace perron::search {

// Null if there is no level of that name.
std::unique_ptr<Player> make_level(std::string_view name);

}  // namespace perron::search
