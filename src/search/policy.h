// The sense of the game that the planner, the priors of the tree and the playouts share: what each action is worth in
// points, judged from what its seat knows.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/plan.h"

namespace perron {

// The numbers of the sense, found by matches.
struct Taste {
  float wagon = 1.2f;         // price of a wagon while wagons are scarce
  float card = 0.35f;         // price of a card spent
  float locomotive = 1.0f;    // price of a locomotive spent as any card
  float plan_power = 1.35f;   // how much nearer to its end a plan wagon is worth more
  float needed = 1.0f;        // of a plan wagon: a card of a colour that the plan needs
  float wild = 1.6f;          // of a plan wagon: a locomotive
  float surplus = 0.25f;      // points: any other card
  float known = 0.45f;        // of a plan wagon: a card of the row is certain
  float eaten = 0.5f;         // for each needed card that a grey track takes
  float ticket_effort = 0.35f;  // points for each half card that new tickets cost
  float ticket_draw = 5.0f;   // worth of drawing tickets with all wagons left
  float station = 0.7f;       // of the points that it saves
};

// What a seat remembers between decisions of one game; always the same as thinking anew, only faster.
struct Mind {
  bool ready = false;
  TrackSet own;
  TicketSet tickets;
  Plan plan;
  Cards need{};  // cards of each colour that the plan's coloured tracks ask for
  int grey = 0;  // spaces of its grey tracks
  float per_wagon = 0;
};

struct Scored {
  Action action;
  float value;
};
using ScoredList = FixedList<Scored, 320>;

enum class Care : std::uint8_t { playout, player };  // playout: fewer plans, fewer alternatives

// Brings the mind up to date.
void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, Care care, Mind& mind);

// The sensible actions of the seat to move with their worth; never empty at a decision.
void weigh(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind, ScoredList& out);

// The best of them.
Action best_action(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind);

// Turns that the seats will still have, by the wagons left.
float turns_left(const Game& game, const Public& open);

// The chance that a plan of so many wagons and so much effort comes to its end.
float completion_odds(int wagons_left, float turns, int wagons, int effort);

}  // namespace perron
