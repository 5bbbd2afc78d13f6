// What a viewer is told of a step. The only place where the truth of an action becomes something to be sent.
#pragma once

#include "model/notice.h"
#include "rules/game.h"

namespace perron {

// `after` is `before` with the action applied.
Notice seen_by(const Game& game, const State& before, Action action, const State& after, Viewer viewer);

}  // namespace perron
