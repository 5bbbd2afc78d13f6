// The tracks that a seat can use: its own, which cost nothing more, and those that it may still claim. Shared by the computer
// players. Must not depend on any hand: it reads public facts only.
#pragma once

#include "model/view.h"
#include "route/shortest_paths.h"
#include "rules/graph.h"

namespace perron::search {

inline constexpr int kRaceTicketWorth = 10;  // a ticket in a race has no points

struct UsableTracks {
  TrackSet own, open;
  friend bool operator==(const UsableTracks&, const UsableTracks&) = default;
};
// Open: free, with no parallel track of the seat's own [C13], and not longer than the seat's remaining wagons.
UsableTracks usable_tracks(const Game& game, const Public& open, Seat seat);

enum class Metric : std::uint8_t {
  wagons,  // an open track costs its length
  hops,    // the fewest open tracks; of equal paths the one with the fewest wagons
};

// Shortest paths from a set of places. Own tracks cost nothing.
ShortestPaths paths_from(const Game& game, const UsableTracks& usable, Metric metric, const PlaceSet& from);

int wagons_of(const Game& game, const TrackSet& tracks);

// ---- Tickets.
int worth_of(const Game& game, Ticket ticket);
TicketSet unfinished(const Game& game, const PlayerView& view);

// The cheapest path that completes one ticket.
struct TicketPath {
  bool exists = false;
  Place from = kNoPlace, to = kNoPlace;
  TrackSet tracks;         // open ones, still to be claimed
  Track first = kNoTrack;  // of them, seen from `from`
  int wagons = 0;          // of them
};
TicketPath cheapest_path(const Game& game, const UsableTracks& usable, Metric metric, Ticket ticket);

inline bool is_race(const Game& game) { return std::holds_alternative<Race>(game.rules().tickets); }

}  // namespace perron::search
