// perron engine: reads questions from standard input and writes answers to standard output, one line each.
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "app/commands.h"
#include "arena/players/engine_protocol.h"
#include "arena/players/lines.h"

namespace perron::app {

namespace {

// False: standard output is closed.
bool say_line(const std::string& line) {
  return std::fputs(line.c_str(), stdout) >= 0 && std::fputc('\n', stdout) >= 0 && std::fflush(stdout) == 0;
}

std::string too_long() { return R"({"id":null,"error":"the line has more than )" + std::to_string(kMaxJsonBytes) + R"( bytes"})"; }

}  // namespace

int engine(const EngineOptions& options) {
  if (const auto player = search::make_player(options.player); !player) return wrong(player.error());
  auto board = board_or_complain(options.board);
  if (!board) return 2;
  if (options.seats > 0 && !game_or_complain(options.board, options.seats)) return 2;
  arena::EngineProtocol protocol({options.player, options.seats}, std::move(*board), PERRON_VERSION);
  arena::LineBuffer lines(kMaxJsonBytes);
  static char bytes[1 << 16];
  while (true) {
    const auto count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count > 0) lines.add({bytes, static_cast<std::size_t>(count)});
    else if (lines.has_rest()) lines.add("\n");  // the last line may lack its newline
    while (const auto line = lines.next()) {
      if (line->text.find_first_not_of(" \t\r") == std::string::npos && !line->too_long) continue;
      if (!say_line(line->too_long ? too_long() : protocol.answer(line->text)) || protocol.quit()) return 0;
    }
    if (count <= 0) return 0;
  }
}

}  // namespace perron::app
