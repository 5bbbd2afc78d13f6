// The weights of the policy.
#pragma once

#include "rules/game.h"

namespace perron::search {

// In points unless noted otherwise; tuned by matches (bench/players/tune.cpp). One set for each family of rules.
struct PolicyWeights {
  float wagon = 1.2f;           // price of a wagon while wagons are scarce
  float card = 0.35f;           // price of a card spent
  float locomotive = 1.0f;      // price of a locomotive spent
  float plan = 2.0f;            // worth of a plan: a multiple of the points of its tickets
  float plan_power = 1.35f;     // how much the wagons of a plan gain as it nears completion
  float needed = 1.0f;          // of a plan wagon: a card of a colour that the plan needs
  float wild = 1.6f;            // of a plan wagon: a locomotive
  float surplus = 0.25f;        // any other card
  float set = 0.04f;            // plus this for each card of its colour in hand
  float known = 0.2f;           // of a plan wagon: a card of the row is certain
  float eaten = 0.5f;           // for each needed card that another track takes
  float full_hand = 20.0f;      // cards in hand at which further ones have no use
  float ticket_effort = 0.35f;  // for each half card that new tickets cost
  float ticket_track = 0.5f;    // of the points of their tracks
  float ticket_risk = 0.75f;    // share of wagons or time at which a plan is as likely to fail
  float ticket_draw = 5.0f;     // value of drawing tickets with all wagons left
  float ticket_room = 0.35f;    // share of wagons or time that must be left for a draw
  float pace = 0.6f;            // turns that a wagon lasts
  float tunnel = 0.5f;          // price of the cards that a tunnel may ask for
  float station = 0.7f;         // multiple of the points that a station saves
  float focus = 0.5f;           // in a race: how much more the nearest ticket's tracks are worth
  float swap_effort = 0.08f;    // of swapping tickets: for each half card of effort of the current ones
  float swap = 4.0f;            // cost of a swap
  float longs = 2.0f;           // tickets of the second deck in a first split
  float extend = 0.0f;          // for each wagon that extends the seat's line
  float contest = 0.0f;         // for each wagon of a planned track that touches a rival's network
  float contest_both = 0.0f;    // at both ends
  float block = 0.0f;           // the same for tracks that are not planned
  float block_both = 0.0f;
  float finish = 0.0f;          // of a plan wagon: a card that the next planned track of its colour lacks
  float late = 0.0f;            // how much a plan loses that may not be completed in time
  float ticket_net = 0.0f;      // of drawing tickets: for the share of cities in the seat's network
  float ticket_free = 0.0f;     // of drawing tickets when the plan is empty
  float detour = 0.0f;          // for each extra card of the detour around a planned track
  float contest_detour = 0.0f;  // more if a rival's network touches it
  float block_detour = 0.0f;    // the same for tracks that are not planned
  float urgent = 0.0f;          // for each wagon of a planned track, when little time is left for the plan
  float held = 0.0f;            // half cards that a card in hand takes off the effort of its tracks, in planning
  float way_points = 0.0f;      // half cards that a point of a track takes off its effort, in planning
  float loan = 13.0f;           // half cards that a station costs in a plan
  float hurry = 0.0f;           // for each wagon, by the lead in points
};
const PolicyWeights& policy_weights_of(const Game& game);

}  // namespace perron::search
