// A seat's plan: which tracks to build so that its tickets are completed with the least effort. A Steiner forest over the seat's
// network and the tracks still open to it, found by routing the tickets one after another and rerouting each while that helps.
#pragma once

#include "search/plan/track_graph.h"

namespace perron::search {

struct Plan {
  TrackSet tracks;  // to be built
  TrackSet loans;   // of others, to be used by stations that are still to be built
  TrackSet next;    // in a race: those of them that complete the nearest ticket
  TicketSet live;   // tickets that they will complete
  TicketSet done;
  TicketSet lost;      // can't be completed any more, or were given up for lack of wagons
  int wagons = 0;      // of the tracks
  int effort = 0;      // in half cards, see effort_of
  int worth = 0;       // points of the live tickets
  int lost_worth = 0;  // points of the lost ones
};

// Half cards that a track costs its builder: its cards, the turn that is spent on claiming it (worth two cards), and the surcharge
// of tunnels and ferries.
int effort_of(const TrackEntry& entry);

// Tracks that this seat may still build, wagons and cards aside: free and with no parallel of its own [C13].
TrackSet open_to(const Game& game, const Public& open, Seat seat);

struct PlanLimits {
  int rounds = 2;               // of rerouting; with less than two the tickets are routed in one order only
  const Cards* hand = nullptr;  // cards that make their tracks cheaper; null: every track costs its full effort
  float held = 0;               // half cards that each of them takes off
  float points = 0;             // half cards that each point of a track takes off
  TrackSet closed{};            // not to be used
  int loan = 13;                // half cards that a station costs: a turn, a card, and the points that it would score unused
};

// A plan for these tickets. Any set will do: completed tickets are filtered out here.
void make_plan(const Game& game, const Public& open, Seat seat, const TicketSet& tickets, const PlanLimits& limits, Plan& plan);

struct MarginalCost {
  bool impossible;
  int effort, wagons;
};
// What one more ticket would cost on top of a plan.
MarginalCost marginal_cost(const Game& game, const Public& open, Seat seat, const Plan& plan, Ticket ticket);

// How far a seat's network has come on the path of each ticket, for all tickets at once.
struct TicketProgress {
  bool done = false, closed = false;  // closed: there is no path any more
  int effort = 0;                     // still to come
  Cards colors{};                     // cards that the coloured tracks of the cheapest path ask for
};
void ticket_progress(const Game& game, const Public& open, Seat seat, PerTicket<TicketProgress>& out);
// The effort of each ticket on the empty board.
void initial_efforts(const Game& game, PerTicket<std::int16_t>& out);

}  // namespace perron::search
