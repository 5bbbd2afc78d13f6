// The parts of the search: worlds, their luck, and the comparison of actions.
#include <gtest/gtest.h>

#include "search/tree/arms.h"
#include "search/tree/guess.h"
#include "search/tree/luck.h"
#include "search/tree/worlds.h"
#include "support/kit.h"

namespace perron {
namespace {

using namespace search;

State waiting_for_cards(const Game& game) { return start(game, Seat(0)); }  // the opening hands are owed

Action dealt(const Game& game, const State& world, Luck& luck, Owed owed, std::uint8_t whom) {
  State state = world;
  state.open.owed = owed;
  state.open.owed_at = whom;
  Rng rng(1);
  return luck.deal(game, state, rng);
}

TEST(Luck, one_card_more_for_a_hand_leaves_the_row_and_the_others_theirs) {
  const auto game = kit::games_of("europe")[1];
  const auto world = waiting_for_cards(game);
  Luck a, b;
  a.begin(7);
  b.begin(7);
  for (int i = 0; i < 3; ++i) dealt(game, world, a, Owed::hand, 0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(dealt(game, world, a, Owed::row, 2), dealt(game, world, b, Owed::row, 2));
    EXPECT_EQ(dealt(game, world, a, Owed::hand, 1), dealt(game, world, b, Owed::hand, 1));
    EXPECT_EQ(dealt(game, world, a, Owed::tunnel, 0), dealt(game, world, b, Owed::tunnel, 0));
  }
}

TEST(Luck, deals_cards_by_their_number_in_the_deck) {
  const auto game = kit::games_of("europe")[0];
  const auto world = waiting_for_cards(game);
  Luck luck;
  luck.begin(3);
  const int draws = 100 * world.open.deck_size;
  std::array<int, kColors> seen{};
  for (int i = 0; i < draws; ++i) ++seen[dealt(game, world, luck, i % 3 == 0 ? Owed::row : Owed::hand, static_cast<std::uint8_t>(i % 2)).b];
  for (std::size_t c = 0; c < kColors; ++c) EXPECT_NEAR(seen[c], 100 * world.hidden.deck[c], 150) << c;  // five standard deviations
}

TEST(Luck, deals_nearly_the_same_cards_from_nearly_the_same_deck) {
  const auto game = kit::games_of("europe")[0];
  const auto world = waiting_for_cards(game);
  State other = world;
  --other.hidden.deck[0], --other.open.deck_size;
  Luck a, b;
  a.begin(5);
  b.begin(5);
  int same = 0;
  for (int i = 0; i < 200; ++i) same += dealt(game, world, a, Owed::hand, 0) == dealt(game, other, b, Owed::hand, 0);
  EXPECT_GT(same, 180);
}

TEST(Worlds, fit_their_view_and_give_rivals_tickets_that_they_can_hope_for) {
  const auto game = kit::games_of("europe")[1];
  int hope[2] = {};
  int looks = 0;
  kit::play(game, "planner", 3, [&](const State& state) {
    if (is_chance(state.open) || state.open.phase != Phase::turn || ++looks % 12 != 0) return true;
    const auto view = observe(state, state.open.to_move);
    const auto odds = guess_tickets(game, view.open);
    Rng rng(5);
    for (int n = 0; n < 60; ++n)
      for (const int draws : {1, 16}) {
        World world;
        imagine(game, view, odds, {draws, 4, 3.5}, rng, world);
        EXPECT_EQ(observe(world.state, view.me), view);
        for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) {
          if (s == static_cast<std::size_t>(index(view.me))) continue;
          EXPECT_TRUE(world.minds[s].ready);
          hope[draws > 1] += world.minds[s].plan.worth - world.minds[s].plan.lost_worth;
        }
      }
    return true;
  });
  EXPECT_GT(looks, 24);
  EXPECT_GT(hope[1], hope[0]);
}

Arm arm_with(std::vector<float> results) {
  Arm arm{{Kind::pass, 0, 0, 0}, {Kind::pass, 0, 0, 0}, 0, 1, 0, 0};
  for (const float r : results) ++arm.visits, arm.value += r;
  arm.results = std::move(results);
  return arm;
}

TEST(Arms, a_small_lead_in_the_same_worlds_is_clear_where_the_worlds_differ_much) {
  std::vector<float> good, bad, unsure;
  for (int i = 0; i < 64; ++i) {
    const float world = i % 2 ? 0.9f : 0.1f;
    good.push_back(world + 0.05f);
    bad.push_back(world);
    unsure.push_back(i % 4 < 2 ? 0.9f : 0.1f);
  }
  const std::vector<Arm> arms{arm_with(good), arm_with(bad), arm_with(unsure)};
  std::vector<std::size_t> alive{0, 1, 2};
  drop_hopeless(arms, 0.001, alive);
  EXPECT_EQ(alive, (std::vector<std::size_t>{0, 2}));
}

TEST(Arms, luck_in_a_few_worlds_does_not_drop_what_the_prior_likes) {
  std::vector<float> lucky, other;
  for (int i = 0; i < 16; ++i) lucky.push_back(i % 4 ? 0.7f : 0.4f), other.push_back(i % 2 ? 0.6f : 0.3f);
  auto liked = arm_with(other), tried = arm_with(lucky);
  tried.penalty = 0.04;
  std::vector<std::size_t> alive{0, 1};
  drop_hopeless({liked, tried}, 0.001, alive);
  EXPECT_EQ(alive, std::vector<std::size_t>{1}) << "without a prior it is clear";
  liked.trust = tried.trust = 60;
  alive = {0, 1};
  drop_hopeless({liked, tried}, 0.001, alive);
  EXPECT_EQ(alive, (std::vector<std::size_t>{0, 1}));
}

TEST(Arms, the_prior_decides_while_results_are_few) {
  auto liked = arm_with({0.5f}), tried = arm_with({0.51f});
  tried.penalty = 0.04;
  liked.trust = tried.trust = 200;
  std::vector<std::size_t> alive{1, 0};
  keep_best({liked, tried}, 1, alive);
  EXPECT_EQ(alive, std::vector<std::size_t>{0});
  alive = {1, 0};
  liked.trust = tried.trust = 0;
  keep_best({liked, tried}, 1, alive);
  EXPECT_EQ(alive, std::vector<std::size_t>{1});
}

}  // namespace
}  // namespace perron
