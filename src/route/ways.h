// Advice for people: what a ticket still needs. No rule depends on it.
#pragma once

#include <optional>
#include <vector>

#include "rules/game.h"

namespace perron::route {

struct Way {
  int wagons = 0;
  std::vector<int> tracks;  // still to be claimed, in order
};

// The way that needs fewest wagons to join a ticket's ends, by the seat's own tracks and those open to it; nothing if
// there is none any more.
std::optional<Way> shortest_way(const Game& game, const Public& open, Seat seat, Ticket ticket);

struct LentWay {
  Way way;
  int stations = 0;       // still to be built for it
  std::vector<int> lent;  // tracks of others that stations would lend, in order
};

// The same with tracks of others: each station lends one that ends in its city [E11], whether it stands already or may
// still be built. Of the ways that the seat has the wagons for, the one with fewest loans, then fewest wagons, then fewest
// stations to build.
std::optional<LentWay> lent_way(const Game& game, const Public& open, Seat seat, Ticket ticket);

}  // namespace perron::route
