// What a seat keeps in mind from one decision to the next.
#pragma once

#include "search/plan/plan.h"
#include "search/policy/policy_weights.h"

namespace perron::search {

// What a seat remembers between decisions of one game: a plan is kept, with the cards in mind that were in hand when it was made,
// until it is built, another takes a track of it, its wagons are used elsewhere, or the tickets change.
struct PlanCache {
  bool ready = false;
  TrackSet own;
  TicketSet tickets;
  Plan plan;
  Cards need{};  // cards of each colour that the plan's coloured tracks ask for
  int grey = 0;  // spaces of its grey tracks
  float per_wagon = 0;
  PlaceSet reached;  // places of the own network
  PlaceSet ends;     // those where its line can be made longer: an odd number of own tracks meet
  PlaceSet rivals;   // places of others' networks
  TrackSet free;     // tracks that were free when the places were looked at
};

enum class PolicyMode : std::uint8_t { rollout, decision };  // playout: fewer plans, fewer alternatives

// Sums up what the mind's plan needs, after it was changed.
void update_needs(const Game& game, const Public& open, Seat seat, const PolicyWeights& weights, PlanCache& cache);

// Brings the mind up to date.
void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, const PolicyWeights& weights, PolicyMode mode, PlanCache& cache);

}  // namespace perron::search
