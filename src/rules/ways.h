// Advice for people: what a ticket still needs. No rule depends on it.
#pragma once

#include <optional>
#include <vector>

#include "rules/game.h"

namespace perron {

struct Way {
  int wagons = 0;
  std::vector<int> tracks;  // still to be claimed, in order
};

// The way that needs fewest wagons to join a ticket's ends, by the seat's own tracks and those open to it; nothing if
// there is none any more.
std::optional<Way> shortest_way(const Game& game, const Public& open, Seat seat, Ticket ticket);

}  // namespace perron
