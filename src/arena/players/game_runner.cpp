#include "arena/players/game_runner.h"

#include <algorithm>

#include "arena/players/pondering.h"
#include "arena/players/seat_player.h"

namespace perron::arena {
namespace {

Action timed_choice(const GameSetup& setup, const State& state, Thinking& thinking) {
  const auto seat = state.open.to_move;
  Pondering others;
  for (const auto other : seats_of(setup.game))
    if (other != seat) others.begin(*setup.players[index(other)], setup.game, observe(state, other), setup.rngs[index(other)]);
  const auto begin = std::chrono::steady_clock::now();
  const auto note = [&] {
    const auto took = std::chrono::steady_clock::now() - begin;
    ++thinking.decisions;
    thinking.total += took;
    thinking.slowest = std::max<std::chrono::nanoseconds>(thinking.slowest, took);
  };
  try {
    const auto action = setup.players[index(seat)]->choose(setup.game, observe(state, seat), setup.rngs[index(seat)]);
    note();
    return action;
  } catch (const Forfeit&) {
    note();
    throw;
  }
}

// The action of the seat to move, reported to all players; nothing if a player forfeited.
std::optional<Action> seat_action(const GameSetup& setup, Finished& out) {
  auto seat = out.state.open.to_move;
  try {
    const auto action = timed_choice(setup, out.state, out.thinking[seat]);
    for (const auto other : seats_of(setup.game)) {
      seat = other;
      setup.players[index(other)]->inform_action(setup.game, out.state.open, search::public_action(action));
    }
    return action;
  } catch (const Forfeit& reason) {
    out.forfeited = Forfeited{seat, reason.what()};
    return std::nullopt;
  }
}

}  // namespace

Finished play_game(const GameSetup& setup, Seat first) {
  Finished out{start(setup.game, first), {}, {}, {}, false};
  for (auto* player : setup.players) player->restart();
  auto& state = out.state;
  for (int n = 0; !is_over(state.open) && n < kMaxActionsInGame; ++n) {
    if (setup.stop && setup.stop->load(std::memory_order_relaxed)) {
      out.stopped = true;
      break;
    }
    const auto action = is_chance(state.open) ? setup.dealer.deal(setup.game, state) : seat_action(setup, out);
    if (!action) break;
    if (setup.lines) (*setup.lines += action_line(setup.game, state, *action)) += '\n';
    apply(setup.game, state, *action);
  }
  out.scores = final_scores(setup.game, state);
  return out;
}

}  // namespace perron::arena
