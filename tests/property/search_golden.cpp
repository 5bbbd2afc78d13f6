// The signatures of the computer players, as `perron bench --search` prints them, against tests/golden/search.txt.
#include <gtest/gtest.h>

#include <cstdio>

#include "arena/search_signature.h"
#include "base/hash.h"
#include "search/player.h"
#include "support/kit.h"

namespace perron {
namespace {

// Players use logarithms and roots, whose last bit other compilers and C libraries may choose differently. The golden file has
// the answers of one build: g++ 12, optimised and without sanitizers, on x86-64 Linux with glibc.
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && __GNUC__ == 12 && !defined(__clang__) && defined(NDEBUG) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr bool kReferenceBuild = true;
#else
constexpr bool kReferenceBuild = false;
#endif

std::string line(const std::string& board, const std::string& player, std::uint64_t signature) {
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(signature));
  return board + " " + player + " " + hex + "\n";
}

TEST(SearchSignature, is_that_of_the_golden_file) {
  if (!kReferenceBuild) GTEST_SKIP() << "only g++ 12 builds for x86-64 Linux, optimised and without sanitizers, give these numbers";
  std::string out;
  Hash all;
  for (const auto& board : kit::builtin_names()) {
    const auto games = kit::games_of(board);
    for (const auto& player : arena::signed_players()) {
      const auto value = arena::search_signature(games, player);
      all.add(value);
      out += line(board, player, value);
    }
  }
  out += line("all", "players", all.value());
  const auto path = kit::golden_path("search.txt");
  if (kit::update_golden()) kit::write_file(path, out);
  EXPECT_EQ(out, kit::file_text(path));
}

// Whatever the build: twice the same, and every kind of player has a line.
TEST(SearchSignature, can_be_repeated) {
  const auto games = kit::games_of("first-journey");
  ASSERT_EQ(arena::signed_players().size(), search::player_kinds().size());
  for (const auto* player : {"ismcts:iterations=20", "planner", "easy"})
    EXPECT_EQ(arena::search_signature(games, player), arena::search_signature(games, player)) << player;
}

// A player that weighs one thing otherwise has another signature, even where it plays the same.
TEST(SearchSignature, moves_with_a_weight) {
  const std::vector games = {make_game(kit::board_of("germany"), 2)};
  const auto base = arena::search_signature(games, "ismcts:iterations=200");
  for (const auto* weight : {"explore=0.6", "trust=50", "margin=0.45", "regret=0.01"})
    EXPECT_NE(arena::search_signature(games, std::string("ismcts:iterations=200:") + weight), base) << weight;
  EXPECT_NE(arena::search_signature(games, "planner:blur=0.5"), arena::search_signature(games, "planner"));
}

}  // namespace
}  // namespace perron
