// A board as JSON in the form of a board file (docs/boards.md): read_board() gives the same board again.
#pragma once

#include <nlohmann/json.hpp>

#include "model/board.h"

namespace perron {

nlohmann::ordered_json board_json(const Board& board);

}  // namespace perron
