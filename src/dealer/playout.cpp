#include "dealer/playout.h"

#include <memory>

#include "base/hash.h"

namespace perron {

std::uint64_t signature(const Game& game, int games) {
  const auto scratch = std::make_unique<ActionList>();
  Hash hash;
  for (int i = 0; i < games; ++i) {
    const auto last = random_game(game, static_cast<std::uint64_t>(i), *scratch, [&](const State& state, Action action) {
      hash.add(hash_of(state));
      hash.add(static_cast<std::uint64_t>(action.kind) | static_cast<std::uint64_t>(action.a) << 8 |
               static_cast<std::uint64_t>(action.b) << 16 | static_cast<std::uint64_t>(action.c) << 24);
    });
    hash.add(hash_of(last));
    const auto scores = final_scores(game, last);
    for (const auto s : seats_of(game)) {
      hash.add(static_cast<std::uint64_t>(scores.seat[s].total + 10000));
      hash.add(scores.seat[s].completed);
    }
    hash.add(scores.winners);
  }
  return hash.value();
}

}  // namespace perron
