// Finds the saved game that goes on, or begins a new one in files of its own.
#pragma once

#include <memory>
#include <string>

#include "model/board.h"
#include "terminal/local_game.h"
#include "terminal/options.h"
#include "terminal/save_file.h"

namespace perron::terminal {

struct Resumed {
  std::unique_ptr<LocalGame> game;  // nothing without an error: a new one may begin
  std::string put_away;             // the name that the record of a game that had just ended has now; empty: there was none
  std::string error;                // a sentence
  std::string unusable;             // why the saved game can't be resumed
};
Resumed resume(const PlayOptions& given, const Board& asked, SaveFile& save);

// What was asked for and is different in the game that goes on; empty: nothing.
std::string differences(const PlayOptions& given, const Board& asked, const LocalGame& game);

std::unique_ptr<LocalGame> new_game(const PlayOptions& options, Game game);

struct Begun {
  std::string put_aside;  // the name that an older game goes on with; empty: there was none
  std::string error;      // a sentence
};
// Puts what is there aside and writes the first files of a new game.
Begun begin(SaveFile& save, const LocalGame& game);

}  // namespace perron::terminal
