// Reference twins: slow and obvious versions of what the engine does fast. They share no code with it beyond the board.
#pragma once

#include <span>
#include <vector>

#include "rules/graph.h"
#include "rules/state.h"

namespace perron::twins {

// The longest line by walking on from every place in every way. For some 14 edges.
int longest_by_walking(std::span<const Edge> edges);
// The longest line as the heaviest connected set of edges with at most two odd places. For some 20 edges.
int longest_by_subsets(std::span<const Edge> edges);

struct Bound {
  int value;   // no line is longer
  bool exact;  // and one is as long
};
// The length in all, less what must at least be left out so that only two odd places remain: for dense networks with up
// to 20 odd places, where that is the answer as a rule. One connected part.
Bound longest_by_matching(std::span<const Edge> edges);

// Whether these tracks join the two ends of a ticket: breadth first, straight from the board [C18] [G6].
bool joins(const Board& board, const TrackSet& tracks, const TicketFacts& ticket);

struct TicketSum {
  int points = 0, completed = 0;
  friend auto operator<=>(const TicketSum&, const TicketSum&) = default;
};
// The value of tickets with these tracks.
TicketSum sum_of(const Board& board, const TrackSet& tracks, const TicketSet& tickets);
// The best of every combination of loans, none included [E11].
TicketSum best_loans(const Board& board, const State& state, Seat seat);

// Wagons of the cheapest set of open tracks that, with the own ones, joins a place of each terminal; -1: none does. By
// trying every set: for some 13 open tracks.
int cheapest_tree(const Board& board, const TrackSet& own, const TrackSet& open, std::span<const PlaceSet> terminals);

}  // namespace perron::twins
