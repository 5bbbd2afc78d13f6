// The kit at every node of games on every board, for every number of seats and every kind of player.
#include <gtest/gtest.h>

#include "support/kit.h"

namespace perron {
namespace {

class KitGames : public testing::TestWithParam<std::string> {
 protected:
  // Plays with check_node at every node, and in full at some: near the beginning more often than later.
  static void play_checked(const Game& game, const std::vector<std::string>& players, std::uint64_t seed) {
    FastDealer dealer(FastStreams{seed});
    Rng rng(seed);
    std::string fault;
    const auto rare = static_cast<std::uint32_t>(60 / kit::scale());
    const auto played = kit::play(game, players, dealer, seed, [&](const State& state) {
      fault = kit::check_node(game, state, rng.below(rare) == 0 ? kit::Depth::full : kit::Depth::quick, rng);
      return fault.empty();
    });
    ASSERT_EQ(fault, "") << "seed " << seed;
    ASSERT_TRUE(kit::ended(game, played.last)) << "seed " << seed << ": no end after " << played.actions.size() << " actions";
    ASSERT_EQ(kit::check_node(game, played.last, kit::Depth::full, rng), "");
    check_replay(game, played);
  }

  // The same actions give the same bytes again.
  static void check_replay(const Game& game, const kit::Played& played) {
    State state = start(game, played.first);
    for (const auto action : played.actions) apply(game, state, action);
    ASSERT_EQ(hash_of(state), hash_of(played.last));
    ASSERT_EQ(state, played.last);
  }
};

TEST_P(KitGames, hold_for_every_kind_of_player) {
  for (const auto& game : kit::games_of(GetParam()))
    for (const std::string player : kit::kPlainPlayers)
      for (int i = 0; i < kit::scaled(2); ++i) play_checked(game, {player}, mix64(static_cast<std::uint64_t>(i * 10 + game.seats)));
}

TEST_P(KitGames, hold_for_mixed_players) {
  for (const auto& game : kit::games_of(GetParam()))
    for (int i = 0; i < kit::scaled(2); ++i)
      play_checked(game, {"hoard", "random", "h1"}, mix64(static_cast<std::uint64_t>(1000 + i * 10 + game.seats)));
}

// Many games with the bare ends looked at: what is rare has to come up somewhere.
TEST_P(KitGames, end_within_bounds) {
  for (const auto& game : kit::games_of(GetParam()))
    for (const std::string player : kit::kPlainPlayers)
      for (int i = 0; i < kit::scaled(100); ++i) {
        const auto played = kit::play(game, player, mix64(static_cast<std::uint64_t>(2000 + i)));
        ASSERT_TRUE(kit::ended(game, played.last)) << game.seats << " seats, " << player << ", game " << i;
        ASSERT_EQ(kit::conserved(game, played.last), "");
      }
}

// Every board and every number of seats can be started by any seat.
TEST_P(KitGames, any_seat_may_start) {
  for (const auto& game : kit::games_of(GetParam()))
    for (const auto first : seats_of(game)) {
      State state = start(game, first);
      Rng rng(static_cast<std::uint64_t>(index(first)));
      const auto scratch = std::make_unique<ActionList>();
      while (state.open.phase != Phase::turn) {
        ASSERT_EQ(kit::check_node(game, state, kit::Depth::quick, rng), "");
        const auto& mine = state.own[state.open.to_move];
        apply(game, state, is_chance(state.open) ? random_deal(game, state, rng) : random_action(game, state.open, mine, rng, *scratch));
      }
      EXPECT_EQ(state.open.to_move, first);
    }
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, KitGames, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

}  // namespace
}  // namespace perron
