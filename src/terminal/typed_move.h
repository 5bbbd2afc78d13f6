// Parses moves that a person types, and explains what is wrong with a line that is none.
#pragma once

#include <string>
#include <string_view>

#include "model/action.h"
#include "rules/engine.h"

namespace perron::terminal {

// Whether a line begins with the name of a move, or with something similar.
bool looks_like_move(std::string_view line);
// Parses a move and checks that it is legal. False: `sentence` says why not.
bool read_move(const Game& game, const PlayerView& view, std::string_view line, Action& action, std::string& sentence);

}  // namespace perron::terminal
