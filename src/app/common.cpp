#include <cstdio>

#include "app/commands.h"
#include "content/load.h"

namespace perron::app {

int wrong(const std::string& sentence) {
  std::fprintf(stderr, "perron: %s\n", sentence.c_str());
  return 2;
}

std::optional<Board> board_or_complain(const std::string& name_or_file) {
  auto board = load_board(name_or_file);
  if (board) return std::move(*board);
  for (const auto& error : board.error())
    std::fprintf(stderr, "perron: board %s: %s%s%s\n", name_or_file.c_str(), error.path.c_str(), error.path.empty() ? "" : ": ",
                 error.message.c_str());
  return std::nullopt;
}

std::optional<Game> game_or_complain(const std::string& name_or_file, int seats) {
  auto board = board_or_complain(name_or_file);
  if (!board) return std::nullopt;
  const int least = board->rules.players_min, most = board->rules.players_max;
  if (seats < least || seats > most) {
    wrong("board " + board->id + " is for " + std::to_string(least) + " to " + std::to_string(most) + " players, not " +
          std::to_string(seats));
    return std::nullopt;
  }
  return make_game(std::move(*board), seats);
}

}  // namespace perron::app
