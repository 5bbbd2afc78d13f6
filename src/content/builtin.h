// The boards that are part of the program. The table is generated from data/boards by cmake/embed_boards.cmake.
#pragma once

#include <span>
#include <string_view>

namespace perron {

struct BuiltinBoard {
  std::string_view id, json;
};

// In the order of their names.
std::span<const BuiltinBoard> builtin_boards();

}  // namespace perron
