// Plays a game between players and visits its positions: shared by the tools that tune the players.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "content/load.h"
#include "dealer/playout.h"
#include "search/player.h"

namespace perron::tuning {

inline Game game_of(const char* board, const char* seats) {
  auto loaded = load_board(board);
  if (!loaded) {
    std::fprintf(stderr, "there is no board %s\n", board);
    std::exit(2);
  }
  return make_game(*loaded, std::atoi(seats));
}

// Plays to the end, or to 4000 steps: races can reach a deadlock. Calls visit(state) before each turn.
template <class Visit>
State play(const Game& game, const std::vector<std::unique_ptr<search::Player>>& players, std::uint64_t seed, Rng& rng, Visit&& visit) {
  FastDealer dealer(FastStreams{seed});
  State state = start(game, dealer.first_seat(game.seats));
  for (int n = 0; !is_over(state.open) && n < 4000; ++n) {
    if (is_chance(state.open)) {
      apply(game, state, dealer.deal(game, state));
      continue;
    }
    if (state.open.phase == Phase::turn) visit(state);
    const auto seat = state.open.to_move;
    apply(game, state, players[index(seat)]->choose(game, observe(state, seat), rng));
  }
  return state;
}

}  // namespace perron::tuning
