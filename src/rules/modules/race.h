// What other modules need to know of the race.
#pragma once

#include "rules/turn.h"

namespace perron {

inline int completed_in_race(const Public& open, Seat seat) { return open.shown[seat].count() + open.east_west[seat]; }
// Ends the game if the seat has reached the goal [F7]; nothing in a game without a race.
void win_at_goal(const Game& game, State& state, Seat seat);

}  // namespace perron
