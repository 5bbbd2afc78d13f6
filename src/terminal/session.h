// A game in the terminal, from welcome to end: turns, output, saving.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/player.h"
#include "terminal/local_game.h"
#include "terminal/options.h"
#include "terminal/prompt.h"
#include "terminal/save_file.h"

namespace perron::terminal {

enum class GameStart { fresh, resumed };

class TerminalSession {
 public:
  TerminalSession(const PlayOptions& options, SaveFile& save, LocalGame& game);

  void welcome(GameStart start) const;
  int run();  // the exit code

 private:
  const Public& open() const { return game_.state().open; }
  search::Player& player_at(Seat seat) { return *players_[static_cast<std::size_t>(index(seat) - 1)]; }

  // False: the person quits.
  bool take_my_action();
  bool offer_undo();
  bool take_action_of(Seat seat);  // false: a program failed
  std::string no_undo() const;
  void undo();
  std::vector<std::string> events_to_show() const;
  void show_scene();
  void play(Action action);
  void save();
  int quit();
  int finish();

  const PlayOptions& options_;
  SaveFile& save_file_;
  LocalGame& game_;
  Prompt prompt_;
  std::vector<std::unique_ptr<search::Player>> players_;  // of the seats from 1
  std::size_t shown_ = 0;                                 // lines of the news that have been shown
  std::string save_error_;                                // of the last write of the save file; empty: it succeeded
};

}  // namespace perron::terminal
