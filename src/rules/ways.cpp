#include "rules/ways.h"

#include <algorithm>
#include <limits>
#include <span>

namespace perron {

namespace {

constexpr int kFar = std::numeric_limits<int>::max();

struct Reach {
  int wagons = kFar;
  int from = -1, track = -1;
  bool done = false;
};

TrackSet open_to(const Game& game, const Public& open, std::size_t seat) {
  auto out = open.free;
  open.tracks[seat].each([&](int track) { out -= game.parallel[static_cast<std::size_t>(track)]; });
  return out;
}

int nearest(const std::vector<Reach>& steps) {
  int best = -1;
  for (int place = 0; place < static_cast<int>(steps.size()); ++place) {
    const auto& step = steps[static_cast<std::size_t>(place)];
    if (!step.done && step.wagons != kFar && (best < 0 || step.wagons < steps[static_cast<std::size_t>(best)].wagons)) best = place;
  }
  return best;
}

Way way_to(int place, const std::vector<Reach>& steps, const TrackSet& own) {
  Way way{steps[static_cast<std::size_t>(place)].wagons, {}};
  for (; steps[static_cast<std::size_t>(place)].track >= 0; place = steps[static_cast<std::size_t>(place)].from)
    if (const int track = steps[static_cast<std::size_t>(place)].track; !own.test(track)) way.tracks.push_back(track);
  std::ranges::reverse(way.tracks);
  return way;
}

}  // namespace

// Dijkstra's search; own tracks cost nothing.
std::optional<Way> shortest_way(const Game& game, const Public& open, Seat seat, Ticket ticket) {
  const auto& own = open.tracks[static_cast<std::size_t>(index(seat))];
  const auto usable = own | open_to(game, open, static_cast<std::size_t>(index(seat)));
  const auto& line = game.tickets[static_cast<std::size_t>(index(ticket))];
  const std::span ends(game.ends);
  const auto goals = ends.subspan(line.to, line.to_count);
  std::vector<Reach> steps(game.board.places.size());
  for (const auto place : ends.subspan(line.from, line.from_count)) steps[static_cast<std::size_t>(index(place))].wagons = 0;
  for (int place = nearest(steps); place >= 0; place = nearest(steps)) {
    if (std::ranges::find(goals, Place(place)) != goals.end()) return way_to(place, steps, own);
    auto& here = steps[static_cast<std::size_t>(place)];
    here.done = true;
    for (const auto track : game.tracks_at[static_cast<std::size_t>(place)]) {
      if (!usable.test(index(track))) continue;
      const auto& facts = game.tracks[static_cast<std::size_t>(index(track))];
      auto& next = steps[static_cast<std::size_t>(index(index(facts.a) == place ? facts.b : facts.a))];
      const int wagons = here.wagons + (own.test(index(track)) ? 0 : facts.length);
      if (wagons < next.wagons) next = {wagons, place, index(track), false};
    }
  }
  return std::nullopt;
}

}  // namespace perron
