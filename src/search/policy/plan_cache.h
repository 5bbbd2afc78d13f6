// What a seat's policy caches from one decision to the next: its plan, and what follows from the plan and from the networks.
#pragma once

#include "search/plan/plan.h"
#include "search/policy/policy_weights.h"

namespace perron::search {

// Caches the plan of one seat in one game. A plan stays until it is built, another seat takes one of its tracks, its wagons are used
// elsewhere, or the tickets change. Cards drawn since it was made do not change it.
struct PlanCache {
  bool ready = false;
  TrackSet own;
  TicketSet tickets;
  Plan plan;
  Cards need{};  // cards of each colour that the plan's coloured tracks ask for
  int grey = 0;  // spaces of its grey tracks
  float per_wagon = 0;
  PlaceSet reached;  // places of the seat's network
  PlaceSet ends;     // those where its line can be extended: an odd number of its tracks meet there
  PlaceSet rivals;   // places of other seats' networks
  TrackSet free;     // the free tracks that `reached`, `ends` and `rivals` were computed for
};

// What the policy is used for. Rollouts get fewer plans and fewer alternatives.
enum class PolicyMode : std::uint8_t { rollout, decision };

// Recomputes what the plan needs, after the plan was changed.
void update_needs(const Game& game, const Public& open, Seat seat, const PolicyWeights& weights, PlanCache& cache);

// Brings the cache up to date.
void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, const PolicyWeights& weights, PolicyMode mode,
             PlanCache& cache);

}  // namespace perron::search
