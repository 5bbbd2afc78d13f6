// Computer players. A player's only inputs are its PlayerView and its generator, so it cannot see what it must not.
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

// One action that a player has searched.
struct Candidate {
  Action action;
  double share;  // of the visits
  double win;    // its seat's chance to win after it
};

// An answer with its reasons. Players without a search give the action alone.
struct Advice {
  Action action;
  std::vector<Candidate> candidates;  // best first
  PerSeat<double> win{};              // chance to win by seat; all 0: not estimated
  PerSeat<double> points{};           // expected final points by seat
  std::int64_t iterations = 0;
  std::int64_t determinizations = 0;  // several iterations share one
};

// An action as the other seats see it: without the tickets that are kept.
inline Action public_action(Action action) { return action.kind == Kind::keep_tickets ? Action{action.kind, 0, 0, 0} : action; }

class Player {
 public:
  virtual ~Player() = default;
  // A legal action of the view's seat, whose turn it is.
  virtual Action choose(const Game& game, const PlayerView& view, Rng& rng) = 0;
  virtual Advice advise(const Game& game, const PlayerView& view, Rng& rng) { return {choose(game, view, rng), {}, {}, {}}; }

  // For players that ponder; others ignore all of it. inform_action() is called for each action of any seat, as all seats see it, with
  // the position before it. ponder() may search while another seat is to move, until it is asked to stop. restart() is called when
  // another game begins, or when actions were taken back.
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
// says what is wrong and what is available.
Result<std::unique_ptr<Player>, std::string> make_player(std::string_view spec);

}  // namespace perron::search
