// The seat to move as the autopilot sees it, from the game, the seats and the followers.
#pragma once

#include "server/game/match.h"
#include "server/people/followers.h"
#include "server/room/autopilot.h"
#include "server/table/table.h"

namespace perron::server {

// `lag`: of the person whose clock runs. Requires an ongoing game.
Autopilot::Turn turn_of(const Match& match, const Table& table, const Followers& here, Milliseconds lag, Milliseconds now);

}  // namespace perron::server
