// The longest line against its slow twins, and against known values where those would take for ever.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "rules/graph.h"
#include "support/kit.h"
#include "support/twins.h"

namespace perron {
namespace {

using Edges = std::vector<Edge>;

Edge edge(int a, int b, int length) {
  return {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(length)};
}

// A network with parallel tracks, often in several parts.
Edges random_edges(Rng& rng, int places, int count, int longest) {
  Edges out;
  while (static_cast<int>(out.size()) < count) {
    const auto a = static_cast<int>(rng.below(static_cast<std::uint32_t>(places))),
               b = static_cast<int>(rng.below(static_cast<std::uint32_t>(places)));
    if (a != b) out.push_back(edge(a, b, 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(longest)))));
  }
  return out;
}

std::string text_of(const Edges& edges) {
  std::string out;
  for (const auto& e : edges) out += std::to_string(e.a) + "-" + std::to_string(e.b) + ":" + std::to_string(e.length) + " ";
  return out;
}

// The answer, which must come within the time of a careful player's patience.
int timed_line(const Edges& edges, double seconds = 1) {
  const auto begin = std::chrono::steady_clock::now();
  const int line = longest_line(edges);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(spent.count(), seconds / std::min(1.0, kit::scale())) << text_of(edges);
  return line;
}

TEST(LongestLine, is_that_of_walking_every_way) {
  Rng rng(41);
  for (int i = 0; i < kit::scaled(4000); ++i) {
    const auto places = 2 + static_cast<int>(rng.below(9));  // with few places there are very many walks
    const auto edges = random_edges(rng, places, 1 + static_cast<int>(rng.below(places < 5 ? 7 : 10)), i % 2 ? 8 : 1);
    ASSERT_EQ(longest_line(edges), twins::longest_by_walking(edges)) << text_of(edges);
  }
}

TEST(LongestLine, is_the_heaviest_connected_set_with_two_odd_places) {
  Rng rng(42);
  for (int i = 0; i < kit::scaled(120); ++i) {
    const auto edges = random_edges(rng, 4 + static_cast<int>(rng.below(8)), 12 + static_cast<int>(rng.below(6)), i % 3 ? 8 : 1);
    ASSERT_EQ(longest_line(edges), twins::longest_by_subsets(edges)) << text_of(edges);
  }
}

TEST(LongestLine, twins_agree_with_each_other) {
  Rng rng(43);
  for (int i = 0; i < kit::scaled(100); ++i) {
    const auto edges = random_edges(rng, 3 + static_cast<int>(rng.below(5)), 3 + static_cast<int>(rng.below(7)), 5);
    ASSERT_EQ(twins::longest_by_walking(edges), twins::longest_by_subsets(edges)) << text_of(edges);
  }
}

TEST(LongestLine, of_simple_networks) {
  EXPECT_EQ(longest_line(Edges{}), 0);
  EXPECT_EQ(longest_line(Edges{edge(3, 7, 8)}), 8);
  EXPECT_EQ(longest_line(Edges{edge(0, 1, 2), edge(0, 1, 3)}), 5);                                // there and back on parallel tracks
  EXPECT_EQ(longest_line(Edges{edge(0, 1, 2), edge(2, 3, 5)}), 5);                                // two parts
  EXPECT_EQ(longest_line(Edges{edge(0, 1, 4), edge(0, 2, 3), edge(0, 3, 2)}), 7);                 // a star: two of its rays
  EXPECT_EQ(longest_line(Edges{edge(0, 1, 1), edge(1, 2, 1), edge(2, 0, 1), edge(0, 3, 6)}), 9);  // a loop and a tail
}

Edges complete(int places) {
  Edges out;
  for (int a = 0; a < places; ++a)
    for (int b = a + 1; b < places; ++b) out.push_back(edge(a, b, 1));
  return out;
}

// Every place of an even number is odd: all but two of them lose a track, and one track serves two.
int line_of_complete(int places) {
  const int all = places * (places - 1) / 2;
  return places % 2 ? all : all - (places - 2) / 2;
}

TEST(LongestLine, of_complete_networks) {
  for (int n = 2; n <= 12; ++n) EXPECT_EQ(timed_line(complete(n)), line_of_complete(n)) << n;
}

Edges grid(int width, int height) {
  Edges out;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if (x + 1 < width) out.push_back(edge(y * width + x, y * width + x + 1, 1));
      if (y + 1 < height) out.push_back(edge(y * width + x, (y + 1) * width + x, 1));
    }
  return out;
}

// The odd places of a grid are those of its sides without the corners. Each side pairs them up at a cost of 1 each; of what
// is left over two are the ends, and others are paired round a corner at a cost of 2.
TEST(LongestLine, of_grids) {
  EXPECT_EQ(timed_line(grid(2, 2)), 4);
  EXPECT_EQ(timed_line(grid(3, 3)), 12 - 2);
  EXPECT_EQ(timed_line(grid(4, 4)), 24 - 3);
  EXPECT_EQ(timed_line(grid(5, 5)), 40 - 6);
  EXPECT_EQ(timed_line(grid(6, 6)), 60 - 7);
  EXPECT_EQ(timed_line(grid(7, 7)), 84 - 10);
}

// K(3,n) and K(4,n): many odd places that are no neighbours of each other.
TEST(LongestLine, of_two_sided_networks) {
  for (const auto& [left, right] : {std::pair{3, 5}, {3, 6}, {5, 3}, {3, 4}}) {
    Edges edges;
    for (int a = 0; a < left; ++a)
      for (int b = 0; b < right; ++b) edges.push_back(edge(a, left + b, 1));
    EXPECT_EQ(timed_line(edges), twins::longest_by_subsets(edges));
  }
}

// As many tracks of one space as a player has wagons, on few places: dense, and quick all the same.
TEST(LongestLine, of_dense_networks) {
  Rng rng(45);
  int exact = 0, all = 0;
  for (int i = 0; i < kit::scaled(300); ++i) {
    const auto edges = random_edges(rng, 10 + i % 5, 45, 1);
    const auto bound = twins::longest_by_matching(edges);
    const int line = timed_line(edges);
    ASSERT_LE(line, bound.value) << text_of(edges);
    ASSERT_TRUE(!bound.exact || line == bound.value) << line << ", not " << bound.value << ": " << text_of(edges);
    exact += bound.exact;
    ++all;
  }
  EXPECT_GT(exact * 2, all);
}

TEST(LongestLine, of_dense_networks_with_lengths) {
  Rng rng(46);
  int exact = 0, all = 0;
  for (int i = 0; i < kit::scaled(200); ++i) {
    const auto edges = random_edges(rng, 8 + i % 7, 20 + i % 12, 2 + i % 5);
    const auto bound = twins::longest_by_matching(edges);
    const int line = timed_line(edges);
    ASSERT_LE(line, bound.value) << text_of(edges);
    ASSERT_TRUE(!bound.exact || line == bound.value) << line << ", not " << bound.value << ": " << text_of(edges);
    exact += bound.exact;
    ++all;
  }
  EXPECT_GT(exact * 3, all);
}

// The answer of another process, which is stopped after a few seconds; then -1.
int line_or_stop(const Edges& edges) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  const auto child = fork();
  if (child == 0) {
    alarm(static_cast<unsigned>(2 / std::min(1.0, kit::scale())) + 1);
    const int line = longest_line(edges);
    _exit(write(ends[1], &line, sizeof line) == sizeof line ? 0 : 1);
  }
  close(ends[1]);
  int line = -1;
  if (read(ends[0], &line, sizeof line) != sizeof line) line = -1;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return line;
}

// In time, and right as far as the twin can tell: it looks at so many odd places only.
void expect_matched(const Edges& edges) {
  const int line = line_or_stop(edges);
  ASSERT_GT(line, 0);
  std::array<int, kPlaces> degree{};
  for (const auto& e : edges) ++degree[e.a], ++degree[e.b];
  if (std::ranges::count_if(degree, [](int n) { return n % 2; }) > 20) return;
  const auto bound = twins::longest_by_matching(edges);
  EXPECT_LE(line, bound.value) << text_of(edges);
  EXPECT_TRUE(!bound.exact || line == bound.value) << line << ", not " << bound.value << ": " << text_of(edges);
}

// Far beyond any game, up to the most tracks that a board can have.
TEST(LongestLine, of_100_tracks_on_20_places_does_not_blow_up) {
  Rng rng(47);
  for (int i = 0; i < kit::scaled(10); ++i) expect_matched(random_edges(rng, 20, 100, 1));
}

TEST(LongestLine, of_192_tracks_on_40_places_does_not_blow_up) {
  Rng rng(48);
  for (int i = 0; i < kit::scaled(10); ++i) expect_matched(random_edges(rng, 40, kTracks, 1));
}

TEST(LongestLine, of_great_complete_networks_does_not_blow_up) {
  for (int n = 13; n <= 19; ++n) ASSERT_EQ(line_or_stop(complete(n)), line_of_complete(n)) << n;
}

TEST(LongestLine, of_great_grids_does_not_blow_up) {
  ASSERT_EQ(line_or_stop(grid(8, 8)), 112 - 11);
  ASSERT_EQ(line_or_stop(grid(9, 10)), 161 - 14);  // sides of 7 and 8: 3 + 3 + 4 + 4 pairs, one of each 7 is an end
}

TEST(LongestLine, with_lengths_does_not_blow_up) {
  Rng rng(49);
  for (int i = 0; i < kit::scaled(20); ++i) {
    ASSERT_GT(line_or_stop(random_edges(rng, 14, 22, 4)), 0);
    ASSERT_GT(line_or_stop(random_edges(rng, 20, 30, 3)), 0);
    ASSERT_GT(line_or_stop(random_edges(rng, 30, 45, 2)), 0);
    ASSERT_GT(line_or_stop(random_edges(rng, 20, 40, 4)), 0);
  }
}

// The networks that real games leave behind.
TEST(LongestLine, of_games) {
  for (const auto& name : kit::board_names())
    for (const auto& game : kit::games_of(name))
      for (int i = 0; i < kit::scaled(10); ++i) {
        const auto last = kit::play(game, i % 2 ? "random" : "h1", mix64(static_cast<std::uint64_t>(4500 + i))).last;
        for (const auto s : seats_of(game)) {
          const auto& tracks = last.open.tracks[s];
          Edges edges;
          tracks.each([&](Track t) {
            const auto& facts = game.board.tracks[t];
            edges.push_back(edge(index(facts.a), index(facts.b), facts.length));
          });
          if (edges.size() > 16) continue;
          ASSERT_EQ(longest_line(game, tracks), twins::longest_by_walking(edges)) << name << ": " << text_of(edges);
        }
      }
}

}  // namespace
}  // namespace perron
