// A player that is an external program: JSON lines over pipes (docs/engine-protocol.md). It receives a view and the legal actions, and
// has a time limit. Any error of the program is a Forfeit.
#pragma once

#include "arena/players/seat_player.h"

namespace perron::arena {

// From the text after "exec:": "COMMAND", "ms=2000:COMMAND". Nothing runs before the first decision.
Result<std::unique_ptr<search::Player>, std::string> make_exec_player(std::string_view text);

}  // namespace perron::arena
