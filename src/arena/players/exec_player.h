// A player that is an outside program: JSON lines over pipes (docs/engine-protocol.md). It sees a view and the legal
// actions, and has a limited time. Whatever it does wrong is a Forfeit.
#pragma once

#include "arena/players/seat_player.h"

namespace perron::arena {

// From what stands after "exec:": "COMMAND", "ms=2000:COMMAND". Nothing runs before the first decision.
Result<std::unique_ptr<search::Player>, std::string> make_exec_player(std::string_view text);

}  // namespace perron::arena
