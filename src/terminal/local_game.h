// A game that is played on this computer: its position, its record so far, and undo. Knows no files and no terminal.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "dealer/key.h"
#include "notation/record.h"
#include "terminal/screen/recent_events.h"

namespace perron::terminal {

enum class UndoState { possible, nothing_done, card_shown, others_acted };

class LocalGame {
 public:
  LocalGame(Game game, RecordHeader header, const Key& key, TextStyle style);
  LocalGame(const LocalGame&) = delete;  // words_ and news_ point into it
  LocalGame& operator=(const LocalGame&) = delete;

  const Game& game() const { return game_; }
  const State& state() const { return state_; }
  const RecordHeader& header() const { return header_; }
  const Key& key() const { return key_; }
  const Words& words() const { return words_; }
  std::vector<std::string> recent_events() const { return events_.lines(); }  // since the person's last action, inclusive

  void play(Action action);  // legal
  void deal();               // at a chance node
  Action next_deal() { return dealer_.deal(game_, state_); }
  // The random numbers for a computer player at this point: derived from the key, so that nobody can predict them from the record.
  Rng rng() const;

  UndoState undo_state() const { return past_.empty() ? why_no_past_ : UndoState::possible; }
  void undo();

  // The record so far. That of a finished game has the result and the key.
  std::string record() const;

 private:
  struct Past {
    State state;
    std::size_t lines;
  };

  Game game_;
  RecordHeader header_;
  Key key_;
  KeyDealer dealer_;
  Words words_;
  RecentEvents events_;
  State state_;
  std::vector<std::string> lines_;
  std::vector<Past> past_;  // before each action of the person that can be undone
  UndoState why_no_past_ = UndoState::nothing_done;
};

// Replays a record with its key. The error says what does not match.
Result<std::unique_ptr<LocalGame>, std::string> game_from_record(Record record, const Key& key, TextStyle style);

}  // namespace perron::terminal
