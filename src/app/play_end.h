// The end of a game on the terminal: the count part by part, the tickets, who won and by what.
#pragma once

#include <string>

#include "app/play_words.h"
#include "rules/scoring.h"

namespace perron::app {

std::string show_end(const Words& words, const State& state);
// "Anna wins, tied on points, by more completed tickets."
std::string show_winner(const Words& words, const State& state, const Scores& scores);

}  // namespace perron::app
