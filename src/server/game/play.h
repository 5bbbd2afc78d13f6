// A game in progress: the position, the dealer, and the log from which both can be rebuilt at any time. Knows no people and no messages.
// Versions count steps (moves, deals and events) from 1; they follow from the log and the key.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dealer/key.h"
#include "rules/engine.h"
#include "store/request_hash.h"
#include "store/rows.h"
#include "wire/messages.h"
#include "wire/view_text.h"

namespace perron::server {

// A line of the log, without what only the store needs.
struct LogItem {
  EntryKind kind = EntryKind::action;
  Seat seat{0};
  bool by_person = false;
  wire::TakeoverReason why = wire::TakeoverReason::time;  // of computer_takes_seat
  Action action{};
  std::uint32_t version = 0;  // after it
  RequestHash request{};      // zeros: nobody asked for it
};

// Is called for each step of a game as it happens, or in a replay.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  // True ends a replay before the next entry of the log.
  virtual bool done() const { return false; }
  virtual void step(std::uint32_t n, const State& before, Action action, const State& after) = 0;
  virtual void event(std::uint32_t n, const LogItem& item, const State& after) = 0;
};

class Play {
  struct Run {
    Run(const Key& key) : dealer(KeyStreams{key}) {}
    void deal(const Game& game, StepObserver* observer);
    void apply(const Game& game, Action action, StepObserver* observer);
    void take(const Game& game, const LogItem& item, StepObserver* observer, std::vector<State>* back);

    State state;
    KeyDealer dealer;
    std::uint32_t version = 0, acted = 0;
  };

 public:
  // Entries that are about to be stored, and the game after them. Computed once, before they are: commit() only puts it in place.
  class Prepared {
   public:
    const State& state() const { return run_.state; }
    std::span<const LogItem> items() const { return items_; }  // with their versions

   private:
    friend class Play;
    struct Step {
      std::uint32_t version;
      Action action;
      State after;
    };
    Prepared(std::vector<LogItem> items, const Run& run) : items_(std::move(items)), run_(run) {}
    void play(const Game& game, Action action);

    std::vector<LogItem> items_;
    Run run_;                     // after them
    std::vector<Step> steps_;     // of an action: itself and what was dealt
    std::vector<State> returns_;  // of an undo: the positions that the next ones return to
  };

  // The opening deal is done at once, up to the first decision.
  Play(std::shared_ptr<const Game> game, const Key& key, Seat first);

  const Game& game() const { return *game_; }
  const std::shared_ptr<const Game>& shared_game() const { return game_; }
  const Key& key() const { return key_; }
  const State& state() const { return run_.state; }
  std::uint32_t version() const { return run_.version; }
  std::uint32_t acted_version() const { return run_.acted; }  // of the last step that was no mere event
  Seat first() const { return first_; }
  bool over() const { return is_over(run_.state.open); }
  bool abandoned() const { return abandoned_; }
  const std::vector<LogItem>& log() const { return log_; }

  // Requires an action that why_not has accepted, or an undo that can_undo() has. Several items are events only.
  Prepared prepare(std::vector<LogItem> items) const;
  // Its steps. Like commit(), requires that nothing has been added since it was prepared.
  void report(const Prepared& next, StepObserver& observer) const;
  void commit(Prepared&& next);
  // An entry that is in the store already: nobody waits to hear of it, so its steps need no memory.
  void add(LogItem item);
  bool can_undo(Seat seat) const;
  std::uint32_t undos() const { return undos_; }
  // Actions that have not been taken back, and events.
  std::size_t effective_entries() const { return log_.size() - 2 * std::size_t{undos_}; }

  // All steps from the beginning.
  void replay(StepObserver& observer) const { replay(observer, 0); }
  // All steps after version `after`, until the observer has enough; that version itself if there is one, and a bounded number before it.
  void replay(StepObserver& observer, std::uint32_t after) const;

  // Loading keeps the positions that undo entries return to, so that each entry costs the same. Afterwards they are only memory:
  // a game in play restores them from a checkpoint when somebody takes an action back.
  void keep_positions(bool on);

 private:
  // A run with the positions before those actions that can be taken back: nothing was dealt since.
  struct Checkpoint {
    Run run;
    std::vector<State> back;
    std::size_t entries = 0;  // of the log, that led here
  };

  Checkpoint beginning(StepObserver* observer) const;
  void advance(Checkpoint& from, StepObserver* observer) const;  // to the end of the log, or until the observer is done
  std::vector<State> positions() const;                          // as in Checkpoint
  void restore_positions();
  void begin_entry(EntryKind kind);
  void end_entry(LogItem item, std::uint32_t before);
  void note_undoable(const LogItem& item, std::uint32_t before);

  std::shared_ptr<const Game> game_;
  Key key_;
  Seat first_;
  Run run_;
  std::vector<LogItem> log_;
  std::vector<Checkpoint> checkpoints_;  // oldest first, every kCheckpointEvery entries
  std::vector<State> back_;              // as in Checkpoint; empty unless back_known_
  std::vector<std::uint32_t> undoable_;  // the entries of the log that are actions which back_ is for
  std::uint32_t undos_ = 0;
  bool back_known_ = true, keeps_back_ = false;
  bool abandoned_ = false;
};

}  // namespace perron::server
