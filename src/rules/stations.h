// The best use of a seat's stations: each lends one track of another seat that ends in its city, all chosen together
// so that the ticket score is the highest possible [E11]. Exact.
#pragma once

#include "rules/game.h"

namespace perron {

inline int stations_built(const Public& open, Seat seat) {
  const auto& built = open.stations[seat];
  int n = 0;
  while (n < kStations && built[n] != kNoPlace) ++n;
  return n;
}

struct TicketScore {
  int points = 0;  // of completed tickets less those of the others [C18]
  int completed = 0;
  std::array<Track, kStations> lent{};  // by station, kNoTrack: none needed
  TicketSet done;
};

// The kept tickets of a seat, with its stations used at their best; of equal scores the one with more completed.
TicketScore score_tickets(const Game& game, const State& state, Seat seat);

}  // namespace perron
