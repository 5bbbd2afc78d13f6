// The course of a game in the terminal: whose turn it is, what is shown and kept, how it ends.
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

enum class Begins { anew, resumed };

class TerminalSession {
 public:
  TerminalSession(const PlayOptions& options, SaveFile& save, LocalGame& game);

  void welcome(Begins begins) const;
  int run();  // the exit code

 private:
  const Public& open() const { return game_.state().open; }

  // False: the person quits.
  bool take_my_action();
  bool let_me_take_back();
  bool take_action_of(Seat seat);  // false: a program can't go on
  std::string no_undo() const;
  void undo();
  std::vector<std::string> news_to_show() const;
  void show_scene();
  void play(Action action);
  void keep();
  int quit();
  int finish();

  const PlayOptions& options_;
  SaveFile& save_;
  LocalGame& game_;
  Prompt prompt_;
  std::vector<std::unique_ptr<search::Player>> players_;
  std::size_t shown_ = 0;  // lines of the news that have been shown
  std::string not_kept_;   // why the last write of the save failed; empty: it did not
};

}  // namespace perron::terminal
