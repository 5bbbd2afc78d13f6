// The two awards of the final count: longest line [E13] and most tickets [G7]. The best gets the points, ties share.
#include "rules/graph.h"
#include "rules/module.h"
#include "rules/scoring.h"

namespace perron {
namespace {

// Gives the points to every seat with the greatest value above nothing [X11].
void award(const Game& game, Scores& scores, std::uint8_t SeatScore::*value, std::int16_t SeatScore::*points, std::uint8_t worth) {
  int best = 0;
  for (const auto s : seats_of(game)) best = std::max<int>(best, scores.seat[s].*value);
  for (const auto s : seats_of(game)) {
    auto& seat = scores.seat[s];
    if (best > 0 && seat.*value == best) seat.*points = worth;
  }
}

void tally_longest(const Game& game, const State& state, Scores& scores) {
  for (const auto s : seats_of(game)) scores.seat[s].longest = static_cast<std::uint8_t>(longest_line(game, state.open.tracks[s]));
  award(game, scores, &SeatScore::longest, &SeatScore::express, *game.rules().longest_line);
}

void tally_globetrotter(const Game& game, const State&, Scores& scores) {
  award(game, scores, &SeatScore::completed, &SeatScore::globetrotter, *game.rules().globetrotter);
}

}  // namespace

const Module longest_line_module = {
    .name = "longest_line", .present = [](const Ruleset& rules) { return rules.longest_line.has_value(); }, .tally = tally_longest};

const Module globetrotter_module = {
    .name = "globetrotter", .present = [](const Ruleset& rules) { return rules.globetrotter.has_value(); }, .tally = tally_globetrotter};

}  // namespace perron
