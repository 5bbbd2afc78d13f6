// What a viewer sees of a step. The only place that turns the truth of an action into something to send.
#pragma once

#include "model/notice.h"
#include "rules/game.h"

namespace perron {

// `after` is `before` with the action applied.
Notice seen_by(const Game& game, const State& before, Action action, const State& after, Viewer viewer);

}  // namespace perron
