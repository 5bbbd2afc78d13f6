// Which version of the rules, the dealer and the players this program has: 16 hexadecimal digits that any change of their
// sources changes. cmake/game_sources.cmake makes them.
#pragma once

#include <string_view>

namespace perron::arena {

std::string_view game_sources();

}  // namespace perron::arena
