// Where the person at the terminal is asked: lists to choose from, typed moves, and the commands that work everywhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terminal/screen/words.h"

namespace perron::terminal {

struct Option {
  std::string label;
  std::string id;                // shown at the end of the line and found by; may be empty
  std::vector<int> places = {};  // the list can be narrowed to those at a place
};

struct Menu {
  std::string title;
  std::vector<Option> options;
  bool inside = false;    // of another one: b goes back
  bool narrows = false;   // by part of a place's name
  bool several = false;   // takes more than one number
  std::string note = {};  // under the list
};

enum class AnswerKind { picked, typed, back, undo, quit };

struct PromptAnswer {
  AnswerKind did;
  std::vector<std::size_t> picks = {};  // options, from 0
  Action action{};                      // a move that may be played
};

class Prompt {
 public:
  explicit Prompt(const Words& words);

  void print(const std::string& text) const;  // wrapped
  // What is asked about. no_undo: why nothing can be taken back; empty if it can.
  void set_scene(const PlayerView& view, std::vector<std::string> news, std::string no_undo);

  PromptAnswer ask(const Menu& menu);
  // The person's turn is over: go on (picked), take it back, or quit. A move typed here is kept for the next question.
  AnswerKind ask_to_go_on();

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
  std::vector<std::string> news_;
  std::string no_undo_;
  std::optional<std::string> ahead_;
  bool echo_;  // what is piped in is shown, so that the output reads like a game
};

}  // namespace perron::terminal
