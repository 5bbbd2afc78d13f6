// How the opponents of a game in the terminal are called, and which boards any program has.
#pragma once

#include <string>

namespace perron::terminal {

// "H1 1" for an h1 player at seat 1, and back.
inline constexpr const char* kExec = "exec";  // a program; which one, --against says each time: a file can't make us run it
std::string seat_name(std::string kind, std::size_t seat);
std::string kind_of(const std::string& seat_name);
bool is_builtin(const std::string& board_id);

}  // namespace perron::terminal
