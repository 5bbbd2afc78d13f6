// Plays one game between computer players, writing its record if asked.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/seat_player.h"
#include "app/thinking_ahead.h"
#include "dealer/playout.h"
#include "notation/record.h"
#include "search/player.h"

namespace perron::app {

// How long a seat took for its decisions.
struct Thinking {
  int decisions = 0;
  std::chrono::nanoseconds total{0}, slowest{0};
};

struct Forfeited {
  Seat seat;
  std::string reason;
};

// A game that is not over, not forfeited and not stopped came to a standstill (kMaxActionsInGame).
struct Finished {
  State state;
  Scores scores;  // as if the game ended here
  PerSeat<Thinking> thinking{};
  std::optional<Forfeited> forfeited;
  bool stopped = false;
};

// A game at one table; all spans are by seat. A player that throws Forfeit ends the game.
struct Table {
  const Game& game;
  std::span<Player* const> players;
  std::span<Rng> rngs;  // one for each seat: what one draws does not disturb the others
  Dealer& dealer;
  const std::atomic<bool>* stop = nullptr;
  std::string* lines = nullptr;  // gets the record's lines after the header, without the result
};

inline Action timed_choice(const Table& table, const State& state, Thinking& thinking) {
  const auto seat = static_cast<std::size_t>(index(state.open.to_move));
  ThinkingAhead others;
  for (std::size_t s = 0; s < table.players.size(); ++s)
    if (s != seat) others.begin(*table.players[s], table.game, observe(state, Seat(s)), table.rngs[s]);
  const auto begin = std::chrono::steady_clock::now();
  const auto note = [&] {
    const auto took = std::chrono::steady_clock::now() - begin;
    ++thinking.decisions;
    thinking.total += took;
    thinking.slowest = std::max<std::chrono::nanoseconds>(thinking.slowest, took);
  };
  try {
    const auto action = table.players[seat]->choose(table.game, observe(state, state.open.to_move), table.rngs[seat]);
    note();
    return action;
  } catch (const Forfeit&) {
    note();
    throw;
  }
}

// The action of the seat to move, told to all, or nothing if a player gave up.
inline std::optional<Action> seat_action(const Table& table, Finished& out) {
  auto seat = out.state.open.to_move;
  try {
    const auto action = timed_choice(table, out.state, out.thinking[static_cast<std::size_t>(index(seat))]);
    for (std::size_t s = 0; s < table.players.size(); ++s) {
      seat = Seat(s);
      table.players[s]->watch(table.game, out.state.open, seen_by_all(action));
    }
    return action;
  } catch (const Forfeit& reason) {
    out.forfeited = Forfeited{seat, reason.what()};
    return std::nullopt;
  }
}

inline Finished play_game(const Table& table, Seat first) {
  Finished out{start(table.game, first), {}, {}, {}, false};
  for (auto* player : table.players) player->forget();
  auto& state = out.state;
  for (int n = 0; !is_over(state.open) && n < kMaxActionsInGame; ++n) {
    if (table.stop && table.stop->load(std::memory_order_relaxed)) {
      out.stopped = true;
      break;
    }
    const auto action = is_chance(state.open) ? table.dealer.deal(table.game, state) : seat_action(table, out);
    if (!action) break;
    if (table.lines) (*table.lines += action_line(table.game, state, *action)) += '\n';
    apply(table.game, state, *action);
  }
  out.scores = final_scores(table.game, state);
  return out;
}

}  // namespace perron::app
