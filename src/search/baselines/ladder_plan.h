// What the upper players of the ladder plan with: the cheapest tree over the ends of all unfinished tickets. Kept while
// the own tracks, the open ones and the tickets stay the same; the answers do not depend on what was asked before.
#pragma once

#include <string>
#include <vector>

#include "search/plan/steiner.h"

namespace perron::search {

struct LadderPlan {
  TrackSet tracks;  // still to be claimed
  TicketSet live;   // unfinished, and each by itself within reach of the wagons
  int points = 0;   // of these tickets
  int wagons = 0;   // of these tracks
};

class LadderPlanner {
 public:
  const LadderPlan& plan(const Game& game, const PlayerView& view);

  // For the position last planned:
  const UsableTracks& usable() const { return usable_; }
  // Wagons more to get around a track of the plan if another takes it; at most `most`.
  int detour(const Game& game, int track, int most);
  // Wagons to complete a ticket, kFar if there is no way.
  int wagons_for(const Game& game, int ticket) const;
  // Wagons for the live tickets and those of `extra`, for each subset of `extra` (at most kOffer); dead ones add nothing.
  std::vector<int> wagons_with(const Game& game, const std::vector<int>& extra);

 private:
  struct Demand {  // a ticket to be joined
    int ticket;
    unsigned extra;  // its bit among the extra tickets; 0: held
    int region;
    unsigned terminals = 0;
  };
  void add_demand(const Game& game, int ticket, unsigned extra);
  void solve_region(const Game& game, int region);
  std::vector<int> regions() const;  // parts of the board that no way joins have a tree each
  void make_plan(const Game& game);

  const Game* game_ = nullptr;
  std::string board_;
  UsableTracks usable_;
  TicketSet tickets_;
  int wagons_ = 0;
  LadderPlan plan_;
  Steiner steiner_;
  std::vector<Demand> demands_;
  std::vector<PlaceSet> terminals_;
  std::array<std::int16_t, kTracks> detour_{};  // -1: not known yet
};

}  // namespace perron::search
