// What passengers are worth: the expected points of majorities, by figures held and still on the board [G8].
#pragma once

#include "rules/game.h"

namespace perron::search {

// Expected gain of taking one more figure of a colour.
float figure_gain(const Game& game, const Public& open, Seat seat, Color color);
// The same for every colour, for decisions that look at many tracks.
using FigureGains = PerPlainColor<float>;
FigureGains figure_gains(const Game& game, const Public& open, Seat seat);
// Expected points of all colours.
float expected_passenger_points(const Game& game, const Public& open, Seat seat);
// What the two places of a track would give its builder.
float passenger_gain(const Game& game, const Public& open, const FigureGains& gains, const TrackEntry& entry);

// Calls f(Color) for each different colour waiting at a place.
template <class F>
void each_waiting(const Game& game, const Public& open, Place place, F&& f) {
  auto last = Color::none;
  for (int slot = game.slot_begin[place]; slot < game.slot_end(place) && open.passengers[slot] != Color::none; ++slot) {
    if (open.passengers[slot] == last) continue;
    last = open.passengers[slot];
    f(last);
  }
}

}  // namespace perron::search
