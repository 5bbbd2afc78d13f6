// Information-set Monte Carlo tree search: one tree over the information sets of all seats, a determinization of the player's view for
// each comparison of the root actions, and the planner's policy for priors and rollouts.
#pragma once

#include <memory>

#include "search/player.h"
#include "search/tree/determinization.h"

namespace perron::search {

// Most are options of the player of the same name: docs/players.md.
struct SearchSettings {
  int ms = 1000;                // time for a decision; 0: no limit
  std::int64_t iterations = 0;  // 0: no limit
  int threads = 1;
  bool ponder = false;
  double explore = 0.5;        // weight of the prior against the results
  double heat = 0;             // temperature of the prior in points; 0: default of the rules
  int width = 12;              // root actions that are compared
  double regret = -1;          // in win probability: an arm that can gain less on average is pruned; -1: default of the rules
  double trust = -1;           // number of results that the prior counts as; -1: default of the rules
  double draw_trust = 300;     // the same among draws of cards, which differ little
  double ticket_trust = 2000;  // the same for tickets, tunnels, passengers and stations, where rollouts mislead
  double plan_trust = -1;      // the same for alternative plans, which differ much; -1: default of the rules
  int plans = 8;               // alternative plans that are compared
  double margin = -1;          // share of the reward that depends on the lead instead of the win; -1: default of the rules
  double scale = 0;            // points (in a race tickets) that count as a clear lead; 0: default of the rules
  int rivals = 4;              // one iteration in this many is for the rivals, with our secrets redeterminized; 0: none
  int cut = -1;                // decisions after which a rollout is truncated and evaluated; 0: never, -1: default of the rules
  bool check = false;          // stop the program if a determinization is inconsistent with its view
  SamplingSettings sampling;
};

std::unique_ptr<Player> make_ismcts(const SearchSettings& settings);

}  // namespace perron::search
