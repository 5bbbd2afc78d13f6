// Random games for benchmarks and signatures; the same in every build of the engine.
#pragma once

#include <cstdint>

#include "dealer/dealer.h"

namespace perron {

// Once no seat can build or draw any more, swapping tickets can prolong a race for ever: programs stop it here.
inline constexpr int kMaxActionsInGame = 20000;

// Plays to the end from a seed. Calls visit(state, action) before each action, deals included.
template <class Visit>
State random_game(const Game& game, std::uint64_t seed, ActionList& scratch, Visit&& visit) {
  FastDealer dealer(FastStreams{seed});
  Rng rng(mix64(seed) + 1);
  State state = start(game, dealer.first_seat(game.seats));
  for (int n = 0; !is_over(state.open) && n < kMaxActionsInGame; ++n) {
    const auto action =
        is_chance(state.open) ? dealer.deal(game, state) : random_action(game, state.open, state.own[state.open.to_move], rng, scratch);
    visit(static_cast<const State&>(state), action);
    apply(game, state, action);
  }
  return state;
}

// A hash over every action, every position and every final score of this many random games. It changes exactly when the
// behaviour of the engine does.
std::uint64_t signature(const Game& game, int games);

}  // namespace perron
