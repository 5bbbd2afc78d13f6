// Asks the person at the terminal: lists to choose from, typed moves, and the commands that work everywhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terminal/screen/words.h"

namespace perron::terminal {

struct Option {
  std::string label;
  std::string id;                  // shown at the end of the line and searched; may be empty
  std::vector<Place> places = {};  // for narrowing the list by a place's name
};

struct Menu {
  std::string title;
  std::vector<Option> options;
  bool inside = false;    // a submenu: b goes back
  bool narrows = false;   // part of a place's name narrows the list
  bool several = false;   // takes more than one number
  std::string note = {};  // under the list
};

enum class AnswerKind { picked, typed, back, undo, quit };

struct PromptAnswer {
  AnswerKind kind;
  std::vector<std::size_t> picks = {};  // options, from 0
  Action action{};                      // typed: a legal move
};

class Prompt {
 public:
  explicit Prompt(const Words& words);

  void print(const std::string& text) const;  // wrapped
  // The position that the next questions are about. no_undo: why undo is not possible; empty if it is.
  void set_scene(const PlayerView& view, std::vector<std::string> events, std::string no_undo);

  PromptAnswer ask(const Menu& menu);
  // At the end of the person's turn: continue (picked), undo or quit. A move typed here answers the next question.
  AnswerKind ask_to_continue();

 private:
  enum class Command { none, done, back, undo, quit };

  std::optional<std::string> read_line();
  Command command(const std::string& line);
  void show_list(const Menu& menu, const std::vector<std::size_t>& shown, bool whole) const;
  bool pick(const Menu& menu, const std::vector<std::size_t>& shown, const std::string& line, PromptAnswer& answer) const;
  std::vector<std::size_t> narrowed(const Menu& menu, const std::string& part) const;
  void say_unknown(const Menu& menu, const std::string& line) const;

  const Words& words_;
  PlayerView view_{};
  std::vector<std::string> events_;
  std::string no_undo_;
  std::optional<std::string> typed_ahead_;
  bool echo_;  // echoes piped input, so that the output reads like a game
};

}  // namespace perron::terminal
