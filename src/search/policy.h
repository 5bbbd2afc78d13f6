// The sense of the game that the planner, the priors of the tree and the playouts share: what each action is worth in
// points, judged from what its seat knows.
#pragma once

#include "base/rng.h"
#include "rules/engine.h"
#include "search/plan.h"

namespace perron {

// The numbers of the sense, in points, found by matches (bench/players/tune.cpp). One set for each family of rules.
struct Taste {
  float wagon = 1.2f;           // price of a wagon while wagons are scarce
  float card = 0.35f;           // price of a card spent
  float locomotive = 1.0f;      // price of a locomotive spent
  float plan = 2.0f;            // worth of a plan: so many times the points of its tickets
  float plan_power = 1.35f;     // how much the wagons of a plan gain towards its end
  float needed = 1.0f;          // of a plan wagon: a card of a colour that the plan needs
  float wild = 1.6f;            // of a plan wagon: a locomotive
  float surplus = 0.25f;        // any other card
  float set = 0.04f;            // and more for each card of its colour in hand
  float known = 0.2f;           // of a plan wagon: a card of the row is certain
  float eaten = 0.5f;           // for each needed card that another track takes
  float full_hand = 20.0f;      // cards in hand at which more are of no use
  float ticket_effort = 0.35f;  // for each half card that new tickets cost
  float ticket_track = 0.5f;    // of the points of their tracks
  float ticket_risk = 0.75f;    // share of wagons or time at which a plan is as likely to fail
  float ticket_draw = 5.0f;     // of drawing tickets with all wagons left
  float ticket_room = 0.35f;    // share of wagons or time that must be left for that
  float pace = 0.6f;            // turns that a wagon lasts
  float tunnel = 0.5f;          // price of the cards that a tunnel may ask for
  float station = 0.7f;         // of the points that a station saves
  float focus = 0.5f;           // in a race: how much more the nearest ticket's tracks are worth
  float swap_effort = 0.08f;    // of swapping tickets: for each half card that the present ones cost
  float swap = 4.0f;            // and less this
  float longs = 2.0f;           // tickets of the second deck in a first split
};
const Taste& taste_of(const Game& game);

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
void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, const Taste& taste, Care care, Mind& mind);

// The sensible actions of the seat to move with their worth; never empty at a decision.
void weigh(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind, ScoredList& out);

// The best of them.
Action best_action(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind);

// Turns that the seats will still have, by the wagons left.
float turns_left(const Game& game, const Public& open, const Taste& taste);

// The chance that a plan of so many wagons and so much effort comes to its end.
float completion_odds(const Taste& taste, int wagons_left, float turns, int wagons, int effort);

}  // namespace perron
