#include "rules/graph.h"

namespace perron {

Joined joined_by(const Game& game, const TrackSet& tracks) {
  Joined joined(game.board.places.size());
  tracks.each([&](Track t) {
    const auto& entry = game.tracks[t];
    joined.join(entry.a, entry.b);
  });
  return joined;
}

bool completes(const Game& game, const Joined& joined, Ticket ticket) {
  const auto& entry = game.tickets[ticket];
  for (const auto start : game.starts_of(entry))
    for (const auto goal : game.goals_of(entry))
      if (joined.root(start) == joined.root(goal)) return true;
  return false;
}

int longest_line(const Game& game, const TrackSet& tracks) {
  std::array<Edge, kTracks> edges;
  std::size_t n = 0;
  tracks.each([&](Track t) {
    const auto& entry = game.tracks[t];
    edges[n++] = {static_cast<std::uint8_t>(entry.a), static_cast<std::uint8_t>(entry.b), entry.length};
  });
  return longest_line({edges.data(), n});
}

}  // namespace perron
