// Whether an untrusted view is possible: of this board, with nothing lost and nothing doubled. A view that passes may be given to
// legal(), sample() and every player.
#pragma once

#include <string>

#include "rules/game.h"

namespace perron {

// Why the view is impossible, as a sentence; empty if it is possible. Accepts any bytes.
std::string check_view(const Game& game, const PlayerView& view);

}  // namespace perron
