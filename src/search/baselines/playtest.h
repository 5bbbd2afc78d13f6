// The four players of "AI-based Playtesting of Contemporary Board Games" (2017): hungry, onestep, longroute and path.
#pragma once

#include <memory>
#include <string_view>

#include "search/player.h"

namespace perron::search {

std::unique_ptr<Player> make_playtest_player(std::string_view name);  // null: none of them

}  // namespace perron::search
