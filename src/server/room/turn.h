// The seat to move as the autopilot sees it: made of the game, the seats and who is here.
#pragma once

#include "server/game/match.h"
#include "server/people/followers.h"
#include "server/room/autopilot.h"
#include "server/table/table.h"

namespace perron::server {

// `lag`: of the person whose clock runs. Requires a game that goes on.
Autopilot::Turn turn_of(const Match& match, const Table& table, const Followers& here, Milliseconds lag, Milliseconds now);

}  // namespace perron::server
