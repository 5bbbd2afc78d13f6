#include "search/plan/track_graph.h"

namespace perron::search {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int cost_of(const TrackLine& line, Measure measure) {
  // At most 95 hops: 95 * (64 + 12) < kFar.
  return measure == Measure::wagons ? line.length : 64 + line.length;
}

}  // namespace

Usable usable_by(const Game& game, const Public& open, Seat seat) {
  const auto s = at(index(seat));
  Usable out{open.tracks[s], open.free};
  (out.own & game.with_parallel).each([&](int t) { out.open -= game.parallel[at(t)]; });
  if (open.wagons[s] < kMaxLength) out.open &= game.up_to_length[open.wagons[s]];
  return out;
}

Ways ways_from(const Game& game, const Usable& usable, Measure measure, const PlaceSet& from) {
  Ways ways;
  ways.far.fill(kFar);
  ways.via.fill(kNoTrack);
  from.each([&](int p) { ways.far[at(p)] = 0; });
  for (PlaceSet edge = from; edge.any();) {  // reached and not done: so few that looking through them beats a heap
    int next = -1;
    edge.each([&](int p) {
      if (next < 0 || ways.far[at(p)] < ways.far[at(next)]) next = p;
    });
    edge.reset(next);
    for (const auto track : game.tracks_at[at(next)]) {
      const bool own = usable.own.test(index(track));
      if (!own && !usable.open.test(index(track))) continue;
      const auto& line = game.tracks[at(index(track))];
      const auto far_end = index(index(line.a) == next ? line.b : line.a);
      const int far = ways.far[at(next)] + (own ? 0 : cost_of(line, measure));
      if (far >= ways.far[at(far_end)]) continue;
      ways.far[at(far_end)] = static_cast<std::uint16_t>(far);
      ways.via[at(far_end)] = track;
      edge.set(far_end);
    }
  }
  return ways;
}

int wagons_of(const Game& game, const TrackSet& tracks) {
  int sum = 0;
  tracks.each([&](int t) { sum += game.tracks[at(t)].length; });
  return sum;
}

TicketEnds ends_of(const Game& game, int ticket) {
  const auto& line = game.tickets[at(ticket)];
  TicketEnds out;
  for (int i = 0; i < line.from_count; ++i) out.from.set(index(game.ends[at(line.from + i)]));
  for (int i = 0; i < line.to_count; ++i) out.to.set(index(game.ends[at(line.to + i)]));
  return out;
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

TicketWay way_of(const Game& game, const Usable& usable, Measure measure, int ticket) {
  const auto ends = ends_of(game, ticket);
  const auto ways = ways_from(game, usable, measure, ends.from);
  TicketWay out;
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
