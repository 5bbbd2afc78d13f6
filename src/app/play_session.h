// The course of a game in the terminal: whose turn it is, what is shown and kept, how it ends.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/play_desk.h"
#include "app/play_save.h"
#include "app/play_table.h"
#include "app/seat_player.h"

namespace perron::app {

// "H1 1" for an h1 player at seat 1, and back.
inline constexpr const char* kExec = "exec";  // a program; which one, --against says each time: a file can't make us run it
std::string seat_name(std::string kind, std::size_t seat);
std::string kind_of(const std::string& seat_name);
bool is_builtin(const std::string& board_id);

enum class Begins { anew, resumed };

class Session {
 public:
  Session(const PlayOptions& options, SaveFile& save, Table& table);

  void welcome(Begins begins) const;
  int run();  // the exit code

 private:
  const Public& open() const { return table_.state().open; }

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
  Table& table_;
  Desk desk_;
  std::vector<std::unique_ptr<Player>> players_;
  std::size_t shown_ = 0;  // lines of the news that have been shown
  std::string not_kept_;   // why the last write of the save failed; empty: it did not
};

}  // namespace perron::app
