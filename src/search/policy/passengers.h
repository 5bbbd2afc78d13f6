// What passengers are worth: the expected points of majorities, by figures held and still on the board [G8].
#pragma once

#include "rules/game.h"

namespace perron::search {

// Expected gain of taking one more figure of a colour.
float figure_gain(const Game& game, const Public& open, Seat seat, std::size_t color);
// The same for every colour: once for a decision that looks at many tracks.
using FigureGains = std::array<float, kPlainColors>;
FigureGains figure_gains(const Game& game, const Public& open, Seat seat);
// Expected points of all colours.
float expected_passenger_points(const Game& game, const Public& open, Seat seat);
// What the two places of a track would give its builder.
float passenger_gain(const Game& game, const Public& open, const FigureGains& gains, const TrackLine& line);

// Calls f(color) for each different colour waiting at a place.
template <class F>
void each_waiting(const Game& game, const Public& open, Place place, F&& f) {
  const auto p = static_cast<std::size_t>(index(place));
  auto last = Color::none;
  for (auto slot = game.slot_begin[p]; slot < game.slot_begin[p + 1] && open.passengers[slot] != Color::none; ++slot) {
    if (open.passengers[slot] == last) continue;
    last = open.passengers[slot];
    f(static_cast<std::size_t>(index(last)));
  }
}

}  // namespace perron::search
