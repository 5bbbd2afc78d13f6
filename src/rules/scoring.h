// The final count: what each seat has, part by part, and who wins.
#pragma once

#include "rules/game.h"

namespace perron {

struct SeatScore {
  std::int16_t total, claims, tickets, stations, express, globetrotter, passengers, east_west;
  std::uint8_t completed;  // tickets
  std::uint8_t longest;    // wagons in the longest line
  std::uint8_t stations_built;
  std::uint8_t passengers_taken;
};

struct Scores {
  PerSeat<SeatScore> seat;
  std::uint8_t winners;  // bit set of seats
  bool wins(Seat s) const { return (winners >> index(s)) & 1; }
};

// The count as if the game ended here.
Scores final_scores(const Game& game, const State& state);

// The tie-break that left only the winners; nothing if points alone did, or nothing could.
std::optional<TieBreak> deciding_tie_break(const Game& game, const Scores& scores);

}  // namespace perron
