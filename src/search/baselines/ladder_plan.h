// The plan of the ladder players h2 to h4: the cheapest tree over the ends of all unfinished tickets. Cached while the seat's tracks,
// the open ones and the tickets stay the same; answers do not depend on earlier questions.
#pragma once

#include <string>
#include <vector>

#include "search/plan/steiner.h"

namespace perron::search {

struct LadderPlan {
  TrackSet tracks;  // still to be claimed
  TicketSet live;   // unfinished, and each on its own within reach of the wagons
  int points = 0;   // of these tickets
  int wagons = 0;   // of these tracks
};

class LadderPlanner {
 public:
  const LadderPlan& plan(const Game& game, const PlayerView& view);

  // For the position last planned:
  const UsableTracks& usable() const { return usable_; }
  // Extra wagons for the detour around a track of the plan if another seat takes it; at most `most`.
  int detour(const Game& game, Track track, int most);
  // Wagons to complete a ticket, kUnreachable if there is no path.
  int wagons_for(const Game& game, Ticket ticket) const;
  // Wagons for the live tickets and those of `extra`, for each subset of `extra` (at most kOffer); unreachable ones add nothing.
  std::vector<int> wagons_with(const Game& game, const std::vector<Ticket>& extra);

 private:
  struct Demand {  // a ticket whose ends the tree must join
    Ticket ticket;
    unsigned extra;  // its bit among the extra tickets; 0: held
    int region;
    unsigned terminals = 0;
  };
  void add_demand(const Game& game, Ticket ticket, unsigned extra);
  void solve_region(const Game& game, int region);
  std::vector<int> regions() const;  // parts of the board that no path joins have a tree each
  void make_plan(const Game& game);

  const Game* game_ = nullptr;
  std::string board_;
  UsableTracks usable_;
  TicketSet tickets_;
  int wagons_ = 0;
  LadderPlan plan_;
  SteinerSolver steiner_;
  std::vector<Demand> demands_;
  std::vector<PlaceSet> terminals_;
  PerTrack<std::int16_t> detour_{};  // -1: not known yet
};

}  // namespace perron::search
