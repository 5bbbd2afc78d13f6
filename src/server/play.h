// One game as it is played: the position, the dealer, and the log that it can be made from again at any time. Knows no people
// and no messages. Versions count steps: moves, deals and events, from 1; they follow from the log and the key.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "dealer/key.h"
#include "rules/engine.h"
#include "store/rows.h"
#include "wire/messages.h"
#include "wire/view_text.h"

namespace perron::server {

// A line of the log, without what only the store needs.
struct LogItem {
  EntryKind kind = EntryKind::action;
  std::uint8_t seat = 0;
  bool by_person = false;
  wire::Why why = wire::Why::time;  // of computer_takes_seat
  Action action{};
  std::uint32_t version = 0;  // after it
  std::uint32_t request = 0;  // a hash of who asked and their own id; 0: nobody
};

// For LogItem::request.
inline std::uint32_t request_hash(UserId user, std::string_view id) {
  return static_cast<std::uint32_t>(wire::fnv1a(id, wire::fnv1a(to_text(user))));
}

// Sees each step of a game as it happens, or as it is told again.
class Witness {
 public:
  virtual ~Witness() = default;
  virtual void step(std::uint32_t n, const State& before, Action action, const State& after) = 0;
  virtual void event(std::uint32_t n, const LogItem& item, const State& after) = 0;
};

class Play {
 public:
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

  // Requires an action that why_not has accepted, or an undo that can_undo() has.
  void add(LogItem item, Witness* witness);
  // The position after an action, its deals included.
  State after(Action action) const;
  bool can_undo(Seat seat) const;
  // All of it again, from the beginning.
  void retell(Witness& witness) const;

 private:
  struct Run {
    Run(const Key& key) : dealer(KeyStreams{key}) {}
    void deal(const Game& game, Witness* witness);
    void apply(const Game& game, Action action, Witness* witness);
    void take(const Game& game, const LogItem& item, Witness* witness, std::vector<State>* back);

    State state;
    KeyDealer dealer;
    std::uint32_t version = 0, acted = 0;
  };

  Run rerun(Witness* witness) const;
  const LogItem* last_action() const;  // that is not undone

  std::shared_ptr<const Game> game_;
  Key key_;
  Seat first_;
  Run run_;
  std::uint32_t opening_ = 0;  // version after the opening deal
  std::vector<LogItem> log_;
  bool abandoned_ = false;
};

}  // namespace perron::server
