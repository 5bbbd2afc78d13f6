// Plays one game between computer players, writing its record if asked.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dealer/playout.h"
#include "notation/record.h"
#include "search/player.h"

namespace perron::arena {

// How long a seat took for its decisions.
struct Thinking {
  int decisions = 0;
  std::chrono::nanoseconds total{0}, slowest{0};
};

struct Forfeited {
  Seat seat;
  std::string reason;
};

// A game that is not over, not forfeited and not stopped reached a deadlock (kMaxActionsInGame).
struct Finished {
  State state;
  Scores scores;  // as if the game ended here
  PerSeat<Thinking> thinking{};
  std::optional<Forfeited> forfeited;
  bool stopped = false;
};

// What a game is played with; all spans are by seat. A player that throws Forfeit ends the game.
struct GameSetup {
  const Game& game;
  std::span<search::Player* const> players;
  std::span<Rng> rngs;  // one for each seat, so that seats do not influence each other
  Dealer& dealer;
  const std::atomic<bool>* stop = nullptr;
  std::string* lines = nullptr;  // gets the record's lines after the header, without the result
};

Finished play_game(const GameSetup& setup, Seat first);

}  // namespace perron::arena
