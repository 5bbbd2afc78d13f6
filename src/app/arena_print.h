// The report of the arena for people and for programs.
#pragma once

#include <string>

#include "app/arena_report.h"

namespace perron::app {

std::string table_of(const ArenaReport& report);
std::string json_line_of(const ArenaReport& report);
std::string ranges(std::span<const std::int64_t> numbers);  // "3, 7-12"; ends with "..." if there are many

}  // namespace perron::app
