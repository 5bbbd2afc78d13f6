#include "terminal/opponents.h"

#include <algorithm>

#include "content/builtin.h"
#include "terminal/screen/text.h"

namespace perron::terminal {

std::string seat_name(std::string kind, std::size_t seat) {
  if (kind.starts_with("exec:")) kind = kExec;  // the command is no part of the game
  if (kind[0] >= 'a' && kind[0] <= 'z') kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
  return kind + " " + std::to_string(seat);
}

std::string kind_of(const std::string& seat_name) { return in_lower_case(seat_name.substr(0, seat_name.rfind(' '))); }

bool is_builtin(const std::string& board_id) {
  return std::ranges::any_of(builtin_boards(), [&](const auto& board) { return board.id == board_id; });
}

}  // namespace perron::terminal
