// Plays one game between computer players, writing its record if asked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dealer/playout.h"
#include "notation/record.h"
#include "search/player.h"

namespace perron::app {

struct Finished {
  State state;
  Scores scores;
  int decisions = 0;
};

// `players` by seat. `lines` gets the record's lines after the header, without the result; may be null.
inline Finished play_game(const Game& game, const std::vector<Player*>& players, Dealer& dealer, Seat first, Rng& rng, std::string* lines) {
  Finished out{start(game, first), {}, 0};
  auto& state = out.state;
  for (int n = 0; !is_over(state.open) && n < kMaxActionsInGame; ++n) {
    Action action{};
    if (is_chance(state.open)) {
      action = dealer.deal(game, state);
    } else {
      const auto seat = state.open.to_move;
      action = players[static_cast<std::size_t>(index(seat))]->choose(game, observe(state, seat), rng);
      ++out.decisions;
    }
    if (lines) (*lines += action_line(game, state, action)) += '\n';
    apply(game, state, action);
  }
  out.scores = final_scores(game, state);
  return out;
}

}  // namespace perron::app
