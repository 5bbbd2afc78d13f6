#include "search/baselines/two_trees.h"

namespace perron::search {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void seed(const Game& game, const UsableTracks& usable, const PlaceSet& ends, std::array<PlaceSet, 2>& trees) {
  int from = index(ends.nth(0)), to = from, most = -1;
  ends.each([&](int a) {
    PlaceSet start;
    start.set(a);
    const auto ways = ways_from(game, usable, Metric::wagons, start);
    ends.each([&](int b) {
      if (ways.far[at(b)] >= kFar || ways.far[at(b)] <= most) return;
      most = ways.far[at(b)];
      from = a;
      to = b;
    });
  });
  trees[0].set(from);
  trees[1].set(to);
}

int nearest(const Ways& ways, const PlaceSet& places) {
  int best = index(places.nth(0));
  places.each([&](int p) {
    if (ways.far[at(p)] < ways.far[at(best)]) best = p;
  });
  return best;
}

// Lays the open tracks of a way: from now on they cost nothing. The answer is the places on it.
PlaceSet lay(const Game& game, const Ways& ways, int to, UsableTracks& graph, TrackSet& plan) {
  PlaceSet places;
  each_back(game, ways, Place(to), [&](int t) {
    places.set(index(game.tracks[at(t)].a));
    places.set(index(game.tracks[at(t)].b));
    if (graph.own.test(t)) return;
    graph.own.set(t);
    plan.set(t);
  });
  return places;
}

}  // namespace

TrackSet two_tree_plan(const Game& game, const UsableTracks& usable, const TicketSet& tickets) {
  PlaceSet ends;
  tickets.each([&](int t) {
    const auto way = cheapest_path(game, usable, Metric::wagons, t);
    ends.set(index(way.from));
    ends.set(index(way.to));
  });
  TrackSet plan;
  if (ends.none()) return plan;
  auto graph = usable;
  std::array<PlaceSet, 2> trees;
  seed(game, usable, ends, trees);
  for (const auto& tree : trees) ends -= tree;
  ends.each([&](int end) {
    PlaceSet from;
    from.set(end);
    const auto ways = ways_from(game, graph, Metric::wagons, from);
    const int near[2] = {nearest(ways, trees[0]), nearest(ways, trees[1])};
    const auto side = std::size_t{ways.far[at(near[1])] < ways.far[at(near[0])]};
    if (ways.far[at(near[side])] < kFar) trees[side] |= lay(game, ways, near[side], graph, plan);
    trees[side].set(end);
  });
  const auto ways = ways_from(game, graph, Metric::wagons, trees[0]);
  const int other = nearest(ways, trees[1]);
  if (ways.far[at(other)] < kFar) lay(game, ways, other, graph, plan);
  return plan;
}

}  // namespace perron::search
