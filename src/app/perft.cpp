// perron perft: counts the positions at a depth, which detects any change of the rules.
#include "arena/perft.h"

#include <cstdio>
#include <memory>

#include "app/commands.h"
#include "notation/text.h"

namespace perron::app {

int perft(const PerftOptions& options) {
  const auto game = game_or_complain(options.board, options.seats);
  if (!game) return 2;
  const auto chance = options.exact ? arena::Chance::exact : arena::Chance::seeded;
  const auto state = arena::play_line(*game, start(*game, Seat{0}), options.line, chance, options.seed);
  if (!state) return wrong("--line: " + state.error());
  if (options.divide && !is_chance(state->open)) {
    const auto list = std::make_unique<ActionList>();
    legal(*game, state->open, state->own[state->open.to_move], *list);
    for (const auto action : *list) {
      State next = *state;
      apply(*game, next, action);
      std::printf("%-50s %llu\n", to_text(*game, action).c_str(),
                  static_cast<unsigned long long>(arena::count_positions(*game, next, options.depth - 1, chance, options.seed)));
    }
  }
  for (int depth = 1; depth <= options.depth; ++depth) {
    std::printf("perft %d %llu\n", depth,
                static_cast<unsigned long long>(arena::count_positions(*game, *state, depth, chance, options.seed)));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace perron::app
