#include "search/plan/track_graph.h"

namespace perron::search {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int cost_of(const TrackLine& line, Metric metric) {
  // At most 95 hops: 95 * (64 + 12) < kFar.
  return metric == Metric::wagons ? line.length : 64 + line.length;
}

}  // namespace

UsableTracks usable_tracks(const Game& game, const Public& open, Seat seat) {
  const auto s = at(index(seat));
  UsableTracks out{open.tracks[s], open.free};
  (out.own & game.with_parallel).each([&](int t) { out.open -= game.parallel[at(t)]; });
  if (open.wagons[s] < kMaxLength) out.open &= game.up_to_length[open.wagons[s]];
  return out;
}

Ways ways_from(const Game& game, const UsableTracks& usable, Metric metric, const PlaceSet& from) {
  const auto price = [&](Track track) {
    if (usable.own.test(index(track))) return 0;
    return usable.open.test(index(track)) ? cost_of(game.tracks[at(index(track))], metric) : kNotForUse;
  };
  Ways ways;
  find_ways(game, from, {}, price, ways);
  return ways;
}

int wagons_of(const Game& game, const TrackSet& tracks) {
  int sum = 0;
  tracks.each([&](int t) { sum += game.tracks[at(t)].length; });
  return sum;
}

int worth_of(const Game& game, int ticket) { return is_race(game) ? kRaceTicketWorth : game.tickets[at(ticket)].points; }

TicketSet unfinished(const Game& game, const PlayerView& view) {
  const auto joined = joined_by(game, view.open.tracks[at(index(view.me))]);
  TicketSet out;
  view.mine.tickets.each([&](int t) {
    if (!completes(game, joined, t)) out.set(t);
  });
  return out;
}

TicketPath cheapest_path(const Game& game, const UsableTracks& usable, Metric metric, int ticket) {
  const auto ends = ends_of(game, ticket);
  const auto ways = ways_from(game, usable, metric, ends.from);
  TicketPath out;
  int best = kFar;
  ends.to.each([&](int p) {
    if (ways.far[at(p)] >= best) return;
    best = ways.far[at(p)];
    out.to = Place(p);
  });
  if (best == kFar) return out;
  out.exists = true;
  out.from = out.to;
  each_back(game, ways, out.to, [&](int t) {
    const auto& line = game.tracks[at(t)];
    out.from = line.a == out.from ? line.b : line.a;
    if (usable.own.test(t)) return;
    out.tracks.set(t);
    out.first = Track(t);
  });
  out.wagons = wagons_of(game, out.tracks);
  return out;
}

}  // namespace perron::search
