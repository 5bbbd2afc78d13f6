// Information-set tree search: one tree over what the player can tell apart, a fresh world drawn from its view for each
// iteration, the planner's sense as prior and as the policy of the playouts.
#pragma once

#include <memory>

#include "search/player.h"
#include "search/tree/determinization.h"

namespace perron::search {

struct SearchSettings {
  int ms = 1000;                // time for a decision; 0: no limit
  std::int64_t iterations = 0;  // 0: no limit
  int threads = 1;
  bool ponder = false;
  double explore = 0.5;        // weight of the prior against the results
  double heat = 0;             // points: how much the prior spreads; 0: by the game
  int width = 12;              // actions of a decision that are compared
  double regret = -1;          // of a win: an action that can gain no more on average is not thought about any longer; -1: by the game
  double trust = -1;           // worlds that the prior counts for; -1: by the game
  double draw_trust = 300;     // the same among cards to draw, which differ little
  double ticket_trust = 2000;  // the same for tickets, tunnels, passengers and stations, where playouts mislead
  double plan_trust = -1;      // the same for other plans, which differ much; -1: by the game
  int plans = 8;               // other plans that are compared
  double margin = -1;          // share of the reward that goes by the points ahead instead of the win; -1: by the game
  double scale = 0;            // points (in a race tickets) ahead that count as a clear lead; 0: by the game
  int rivals = 4;              // one in so many iterations is for the rivals, with our secrets drawn anew; 0: none
  int cut = -1;                // decisions after which a playout is judged instead of played on; 0: never, -1: by the game
  bool check = false;          // make sure that every drawn world fits its view; stops the program if one does not
  SamplingSettings sampling;
};

std::unique_ptr<Player> make_ismcts(const SearchSettings& settings);

}  // namespace perron::search
