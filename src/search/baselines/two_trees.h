// The plan of the player hungry: a quick tree over the ends of tickets, not always the cheapest. The two ends that are farthest apart
// seed two trees, each other end joins the nearer tree, then the trees are joined.
#pragma once

#include "search/plan/track_graph.h"

namespace perron::search {

// The open tracks of the plan. Requires a path for each ticket.
TrackSet two_tree_plan(const Game& game, const UsableTracks& usable, const TicketSet& tickets);

}  // namespace perron::search
