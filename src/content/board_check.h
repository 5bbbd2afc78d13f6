// Checks that need the whole board: whether its rules, places, tracks and tickets are consistent.
#pragma once

#include "base/fields.h"
#include "model/board.h"

namespace perron {

// Items stand at the index that they have in the file; an end that is not known is kNoPlace. Says nothing about what
// has an error already.
void check_board(FieldReport& report, const Board& board);

}  // namespace perron
