// Joins the state files of the shards of one match.
#pragma once

#include <string>
#include <vector>

#include "arena/state_file.h"

namespace perron::arena {

// The units of all files as one state; the error is a sentence. Requires: at least one file.
Result<ArenaState, std::string> merged(const std::vector<std::string>& files);

}  // namespace perron::arena
