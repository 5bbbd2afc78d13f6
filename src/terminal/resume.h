// Resumes the saved game, or starts a new one in files of its own.
#pragma once

#include <memory>
#include <string>

#include "model/board.h"
#include "terminal/local_game.h"
#include "terminal/options.h"
#include "terminal/save_file.h"

namespace perron::terminal {

struct Resumed {
  std::unique_ptr<LocalGame> game;  // nullptr without an error: a new one may start
  std::string put_away;             // new name of the record of a game that had just ended; empty: there was none
  std::string error;                // message
  std::string unusable;             // why the saved game can't be resumed
};
Resumed resume(const PlayOptions& given, const Board& asked, SaveFile& save);

// The options that differ from those of the resumed game; empty: none.
std::string differences(const PlayOptions& given, const Board& asked, const LocalGame& game);

std::unique_ptr<LocalGame> new_game(const PlayOptions& options, Game game);

struct Begun {
  std::string put_aside;  // new name of the older game; empty: there was none
  std::string error;      // message
};
// Moves existing files aside and writes the files of a new game.
Begun begin(SaveFile& save, const LocalGame& game);

}  // namespace perron::terminal
