// Whether a view that came from a stranger can be: of this board, with nothing lost and nothing doubled. Whatever passes
// may be given to legal(), sample() and every player.
#pragma once

#include <string>

#include "rules/game.h"

namespace perron {

// A sentence that says why the view is impossible; empty: it is possible. Any bytes may come.
std::string check_view(const Game& game, const PlayerView& view);

}  // namespace perron
