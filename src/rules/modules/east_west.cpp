// East-West: joining a place of one region to a place of the other completes one more ticket [F6] [X10].
#include "rules/graph.h"
#include "rules/module.h"
#include "rules/modules/race.h"
#include "rules/scoring.h"

namespace perron {
namespace {

void after_claim(const Game& game, State& state) {
  auto& open = state.open;
  const auto seat = open.to_move;
  if (open.east_west[seat]) return;
  const auto joined = joined_by(game, open.tracks[seat]);
  PlaceSet reached;
  game.region[0].each([&](Place place) { reached.set(joined.root(place)); });
  bool linked = false;
  game.region[1].each([&](Place place) { linked |= reached.test(joined.root(place)); });
  if (!linked) return;
  open.east_west[seat] = 1;
  win_at_goal(game, state, seat);
}

void tally(const Game& game, const State& state, Scores& scores) {
  for (const auto s : seats_of(game)) {
    if (!state.open.east_west[s]) continue;
    scores.seat[s].east_west = game.rules().east_west->points;
    ++scores.seat[s].completed;
  }
}

}  // namespace

const Module east_west_module = {.name = "east_west",
                                 .present = [](const Ruleset& rules) { return rules.east_west.has_value(); },
                                 .after_claim = after_claim,
                                 .tally = tally};

}  // namespace perron
