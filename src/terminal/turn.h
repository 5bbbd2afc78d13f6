// One decision of the person at the terminal: the legal actions as lists to choose from.
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
    bool submenu = false;  // leads to a list of all actions of this kind
  };

  PromptAnswer choose_action();
  PromptAnswer choose_kept();
  PromptAnswer choose_claim();
  PromptAnswer choose_station();
  PromptAnswer choose_split();
  PromptAnswer choose_payment(Kind kind, int object, const std::string& title, int cards);
  PromptAnswer choose_in_submenu(Kind kind);

  std::vector<Choice> choices() const;
  std::string label(Action action) const;
  std::string list_label(Kind kind, int count) const;
  std::string track_label(Track track) const;
  std::string title() const;
  std::vector<Track> different_tracks() const;
  TrackSet on_shortest_ways() const;  // of the open tickets, parallel tracks included
  // The tracks or places that actions of a kind are about, each once.
  template <class Id>
  std::vector<Id> objects(Kind kind) const;

  Prompt& prompt_;
  const Words& words_;
  const Game& game_;
  const PlayerView& view_;
  std::unique_ptr<ActionList> list_ = std::make_unique<ActionList>();
};

}  // namespace perron::terminal
