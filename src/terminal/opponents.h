// Names of the opponents in the terminal, and which boards are built in.
#pragma once

#include <string>

namespace perron::terminal {

inline constexpr const char* kExec = "exec";  // an external program; --against names it each time, so that a file can't make us run one
// "H1 1" for an h1 player at seat 1, and back.
std::string seat_name(std::string kind, std::size_t seat);
std::string kind_of(const std::string& seat_name);
bool is_builtin(const std::string& board_id);

}  // namespace perron::terminal
