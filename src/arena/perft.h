// Counts positions, for the perft command and its corpus of rare positions.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/engine.h"

namespace perron::arena {

// exact: every deal is a branch and a step. seeded: each deal is decided by the position and the seed, and is no step.
enum class Chance { exact, seeded };

State settle(const Game& game, State state, std::uint64_t seed);
std::uint64_t count_positions(const Game& game, const State& state, int depth, Chance chance, std::uint64_t seed);
// Plays actions in text form, separated by "/".
Result<State, std::string> play_line(const Game& game, State state, std::string_view line, Chance chance, std::uint64_t seed);

}  // namespace perron::arena
