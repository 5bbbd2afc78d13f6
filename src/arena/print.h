// The report of the arena for people and for programs.
#pragma once

#include <string>

#include "arena/report.h"

namespace perron::arena {

std::string table_of(const ArenaReport& report);
std::string json_line_of(const ArenaReport& report);
std::string ranges(std::span<const std::int64_t> numbers);  // "3, 7-12"
// A short text for people: "shard 2 of 8; units 3, 7-12". A shard of which no unit was played is named as a whole. `shards`: how many the
// match was divided into; 1: it was not.
std::string missing_text(std::span<const std::int64_t> missing, std::span<const Unit> played, std::int64_t shards);

}  // namespace perron::arena
