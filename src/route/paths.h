// Advice for people: what a ticket still needs. No rule depends on it.
#pragma once

#include <optional>
#include <vector>

#include "rules/game.h"

namespace perron::route {

struct Path {
  int wagons = 0;
  std::vector<Track> tracks;  // still to be claimed, in order
};

// The path between a ticket's ends that needs the fewest wagons, over the seat's own tracks and those open to it. Nothing if there
// is none any more.
std::optional<Path> shortest_path(const Game& game, const Public& open, Seat seat, Ticket ticket);

struct PathWithLoans {
  Path path;
  int stations = 0;          // still to be built for it
  std::vector<Track> loans;  // tracks of others that stations would lend, in order
};

// The same with tracks of others: each station lends one that ends in its city [E11], whether it stands already or may
// still be built. Of the paths that the seat has the wagons for, the one with the fewest loans, then the fewest wagons, then
// the fewest stations to build.
std::optional<PathWithLoans> path_with_loans(const Game& game, const Public& open, Seat seat, Ticket ticket);

}  // namespace perron::route
