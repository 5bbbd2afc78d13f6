// A seat's plan: which tracks to build so that its tickets are joined with the least effort. A Steiner forest over the
// own network and the tracks still open to the seat, found by routing the tickets one after another and re-routing each
// while that helps.
#pragma once

#include "rules/game.h"

namespace perron {

struct Plan {
  TrackSet tracks;  // to be built
  TrackSet loans;   // of others, to be used by stations that are still to be built
  TicketSet live;   // tickets that they will complete
  TicketSet done;
  TicketSet lost;      // can't be completed any more, or were given up for want of wagons
  int wagons = 0;      // of the tracks
  int effort = 0;      // in half cards, see effort_of
  int worth = 0;       // points of the live tickets
  int lost_worth = 0;  // points of the lost ones
};

// Half cards that a track costs its builder: its cards, the turn that is spent on laying it (worth two cards), and what
// tunnels and ferries ask for on top.
int effort_of(const TrackLine& line);

// Tracks that this seat may still build, wagons and cards aside: free and no parallel of its own [C13].
TrackSet open_to(const Game& game, const Public& open, Seat seat);

struct PlanLimits {
  int rounds = 2;  // of re-routing
};

// Plans for these tickets. Requires nothing of them: completed ones are sorted out here.
void make_plan(const Game& game, const Public& open, Seat seat, const TicketSet& tickets, const PlanLimits& limits, Plan& plan);

struct Addition {
  bool impossible;
  int effort, wagons;
};
// What one more ticket would cost on top of a plan.
Addition add_to_plan(const Game& game, const Public& open, Seat seat, const Plan& plan, int ticket);

// The points a ticket stands for in a plan: its printed ones, or a fixed worth in a race, where all are alike.
int worth_of(const Game& game, int ticket);

}  // namespace perron
