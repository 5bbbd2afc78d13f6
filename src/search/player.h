// Computer players. A player's only input is its PlayerView and its generator: it cannot see what it must not.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/engine.h"
#include "search/threads.h"

namespace perron::search {

// One action that a player has thought about.
struct Candidate {
  Action action;
  double share;  // of its thinking that went into this action
  double win;    // its seat's chance to win after it
};

// An answer with its reasons. Players that only follow rules of thumb give the action alone.
struct Advice {
  Action action;
  std::vector<Candidate> candidates;  // best first
  PerSeat<double> win{};              // chance to win by seat; all 0: not estimated
  PerSeat<double> points{};           // expected final points by seat
  std::int64_t iterations = 0;
  std::int64_t worlds = 0;  // that were drawn to fit a view; several iterations share one
};

// What the others see of an action: not which tickets are kept.
inline Action public_action(Action action) { return action.kind == Kind::keep_tickets ? Action{action.kind, 0, 0, 0} : action; }

class Player {
 public:
  virtual ~Player() = default;
  // A legal action of the view's seat, whose turn it is.
  virtual Action choose(const Game& game, const PlayerView& view, Rng& rng) = 0;
  virtual Advice advise(const Game& game, const PlayerView& view, Rng& rng) { return {choose(game, view, rng), {}, {}, {}}; }

  // For players that think between their moves; others ignore all of it. watch() tells of each action of any seat as all see it, with
  // the position before it. ponder() may think while another seat is to move, until asked to stop. forget() tells that another game
  // begins, or that actions were taken back.
  virtual void inform_action(const Game&, const Public& /*before*/, Action) {}
  virtual void restart() {}
  virtual void ponder(const Game&, const PlayerView&, Rng&, StopToken) {}
  virtual bool ponders() const { return false; }
};

struct PlayerKind {
  std::string_view name, description;
};
const std::vector<PlayerKind>& player_kinds();

// Makes a player from its name and options: "planner", "ismcts:iterations=500:threads=2". The error is a sentence that
// says what is wrong and what there is.
Result<std::unique_ptr<Player>, std::string> make_player(std::string_view spec);

}  // namespace perron::search
