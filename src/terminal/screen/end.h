// The end of a game on the terminal: the scores by part, the tickets, the winner and the tie-break.
#pragma once

#include <string>

#include "rules/scoring.h"
#include "terminal/screen/words.h"

namespace perron::terminal {

std::string show_end(const Words& words, const State& state);
// "Anna wins, tied on points, by more completed tickets."
std::string show_winner(const Words& words, const State& state, const Scores& scores);

}  // namespace perron::terminal
