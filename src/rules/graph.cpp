#include "rules/graph.h"

namespace perron {

Joined joined_by(const Game& game, const TrackSet& tracks) {
  Joined joined(static_cast<int>(game.board.places.size()));
  tracks.each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    joined.join(index(line.a), index(line.b));
  });
  return joined;
}

bool completes(const Game& game, const Joined& joined, int ticket) {
  const auto& line = game.tickets[static_cast<std::size_t>(ticket)];
  for (int i = 0; i < line.from_count; ++i)
    for (int j = 0; j < line.to_count; ++j)
      if (joined.root(index(game.ends[static_cast<std::size_t>(line.from + i)])) ==
          joined.root(index(game.ends[static_cast<std::size_t>(line.to + j)])))
        return true;
  return false;
}

int longest_line(const Game& game, const TrackSet& tracks) {
  std::array<Edge, kTracks> edges;
  std::size_t n = 0;
  tracks.each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    edges[n++] = {static_cast<std::uint8_t>(line.a), static_cast<std::uint8_t>(line.b), line.length};
  });
  return longest_line({edges.data(), n});
}

}  // namespace perron
