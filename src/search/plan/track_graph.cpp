#include "search/plan/track_graph.h"

namespace perron::search {

namespace {

int cost_of(const TrackEntry& entry, Metric metric) {
  // At most 95 hops: 95 * (64 + 12) < kUnreachable.
  return metric == Metric::wagons ? entry.length : 64 + entry.length;
}

}  // namespace

UsableTracks usable_tracks(const Game& game, const Public& open, Seat seat) {
  UsableTracks out{open.tracks[seat], open.free};
  (out.own & game.with_parallel).each([&](Track track) { out.open -= game.parallel[track]; });
  if (open.wagons[seat] < kMaxLength) out.open &= game.up_to_length[open.wagons[seat]];
  return out;
}

ShortestPaths paths_from(const Game& game, const UsableTracks& usable, Metric metric, const PlaceSet& from) {
  const auto cost = [&](Track track) {
    if (usable.own.test(track)) return 0;
    return usable.open.test(track) ? cost_of(game.tracks[track], metric) : kUnusable;
  };
  ShortestPaths paths;
  find_shortest_paths(game, from, {}, cost, paths);
  return paths;
}

int wagons_of(const Game& game, const TrackSet& tracks) {
  int sum = 0;
  tracks.each([&](Track track) { sum += game.tracks[track].length; });
  return sum;
}

int worth_of(const Game& game, Ticket ticket) { return is_race(game) ? kRaceTicketWorth : game.tickets[ticket].points; }

TicketSet unfinished(const Game& game, const PlayerView& view) {
  const auto joined = joined_by(game, view.open.tracks[view.me]);
  TicketSet out;
  view.mine.tickets.each([&](Ticket ticket) {
    if (!completes(game, joined, ticket)) out.set(ticket);
  });
  return out;
}

TicketPath cheapest_path(const Game& game, const UsableTracks& usable, Metric metric, Ticket ticket) {
  const auto ends = ends_of(game, ticket);
  const auto paths = paths_from(game, usable, metric, ends.from);
  TicketPath out;
  int best = kUnreachable;
  ends.to.each([&](Place place) {
    if (paths.distance[place] >= best) return;
    best = paths.distance[place];
    out.to = place;
  });
  if (best == kUnreachable) return out;
  out.exists = true;
  out.from = out.to;
  trace_back(game, paths, out.to, [&](Track track) {
    const auto& entry = game.tracks[track];
    out.from = entry.a == out.from ? entry.b : entry.a;
    if (usable.own.test(track)) return;
    out.tracks.set(track);
    out.first = track;
  });
  out.wagons = wagons_of(game, out.tracks);
  return out;
}

}  // namespace perron::search
