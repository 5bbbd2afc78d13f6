#include "search/baselines/two_trees.h"

namespace perron::search {

namespace {

void seed(const Game& game, const UsableTracks& usable, const PlaceSet& ends, std::array<PlaceSet, 2>& trees) {
  auto from = ends.nth(0), to = from;
  int most = -1;
  ends.each([&](Place a) {
    PlaceSet start;
    start.set(a);
    const auto paths = paths_from(game, usable, Metric::wagons, start);
    ends.each([&](Place b) {
      if (paths.distance[b] >= kUnreachable || paths.distance[b] <= most) return;
      most = paths.distance[b];
      from = a;
      to = b;
    });
  });
  trees[0].set(from);
  trees[1].set(to);
}

Place nearest(const ShortestPaths& paths, const PlaceSet& places) {
  auto best = places.nth(0);
  places.each([&](Place place) {
    if (paths.distance[place] < paths.distance[best]) best = place;
  });
  return best;
}

// Adds the open tracks of a path to the plan; from now on they cost nothing. Returns the places on the path.
PlaceSet lay(const Game& game, const ShortestPaths& paths, Place to, UsableTracks& graph, TrackSet& plan) {
  PlaceSet places;
  trace_back(game, paths, to, [&](Track track) {
    places.set(game.tracks[track].a);
    places.set(game.tracks[track].b);
    if (graph.own.test(track)) return;
    graph.own.set(track);
    plan.set(track);
  });
  return places;
}

}  // namespace

TrackSet two_tree_plan(const Game& game, const UsableTracks& usable, const TicketSet& tickets) {
  PlaceSet ends;
  tickets.each([&](Ticket ticket) {
    const auto path = cheapest_path(game, usable, Metric::wagons, ticket);
    ends.set(path.from);
    ends.set(path.to);
  });
  TrackSet plan;
  if (ends.none()) return plan;
  auto graph = usable;
  std::array<PlaceSet, 2> trees;
  seed(game, usable, ends, trees);
  for (const auto& tree : trees) ends -= tree;
  ends.each([&](Place end) {
    PlaceSet from;
    from.set(end);
    const auto paths = paths_from(game, graph, Metric::wagons, from);
    const Place near[2] = {nearest(paths, trees[0]), nearest(paths, trees[1])};
    const int side = paths.distance[near[1]] < paths.distance[near[0]];
    if (paths.distance[near[side]] < kUnreachable) trees[side] |= lay(game, paths, near[side], graph, plan);
    trees[side].set(end);
  });
  const auto paths = paths_from(game, graph, Metric::wagons, trees[0]);
  const auto other = nearest(paths, trees[1]);
  if (paths.distance[other] < kUnreachable) lay(game, paths, other, graph, plan);
  return plan;
}

}  // namespace perron::search
