// Moves that a person types in text form, and what is wrong with those that are none.
#pragma once

#include <string>
#include <string_view>

#include "model/action.h"
#include "rules/engine.h"

namespace perron::terminal {

// Whether a line begins with the word of a move, or with one that is meant to be.
bool looks_like_move(std::string_view line);
// Reads a move and checks that it may be played. False: `sentence` says why it can't.
bool read_move(const Game& game, const PlayerView& view, std::string_view line, Action& action, std::string& sentence);

}  // namespace perron::terminal
