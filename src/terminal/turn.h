// One decision of the person at the terminal: what may be done now, as lists to choose from.
#pragma once

#include <memory>

#include "rules/engine.h"
#include "terminal/prompt.h"

namespace perron::terminal {

class PersonTurn {
 public:
  PersonTurn(Prompt& prompt, const Words& words, const PlayerView& view);
  // An action (typed), undo or quit.
  PromptAnswer decide();

 private:
  struct Choice {
    Option option;
    Action action;
    bool list = false;  // leads to a list of all actions of this kind
  };

  PromptAnswer decide_in_general();
  PromptAnswer choose_kept();
  PromptAnswer choose_claim();
  PromptAnswer choose_station();
  PromptAnswer choose_split();
  PromptAnswer choose_payment(Kind kind, std::uint8_t what, const std::string& title, int cards);
  PromptAnswer go_into(Kind kind);

  std::vector<Choice> choices() const;
  std::string label(Action action) const;
  std::string list_label(Kind kind, int count) const;
  std::string track_label(int track) const;
  std::string title() const;
  std::vector<int> different_tracks() const;
  TrackSet on_my_ways() const;  // what open tickets need, parallel tracks included
  // The different first numbers of the actions of a kind: tracks, places.
  std::vector<int> objects(Kind kind) const;

  Prompt& prompt_;
  const Words& words_;
  const Game& game_;
  const PlayerView& view_;
  std::unique_ptr<ActionList> list_ = std::make_unique<ActionList>();
};

}  // namespace perron::terminal
