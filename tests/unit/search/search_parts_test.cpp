// The parts of the search: determinizations, common random numbers, and the comparison of arms.
#include <gtest/gtest.h>

#include "search/tree/arms.h"
#include "search/tree/common_random_numbers.h"
#include "search/tree/determinization.h"
#include "search/tree/ticket_odds.h"
#include "support/kit.h"

namespace perron {
namespace {

using namespace search;

State waiting_for_cards(const Game& game) { return start(game, Seat(0)); }  // the opening hands are owed

Action dealt(const Game& game, const State& position, CommonRandomNumbers& numbers, Owed owed, std::uint8_t whom) {
  State state = position;
  state.open.owed = owed;
  state.open.owed_at = whom;
  Rng rng(1);
  return numbers.deal(game, state, rng);
}

TEST(CommonRandomNumbers, one_card_more_for_a_hand_leaves_the_row_and_the_others_theirs) {
  const auto game = kit::games_of("europe")[1];
  const auto position = waiting_for_cards(game);
  CommonRandomNumbers a, b;
  a.reseed(7);
  b.reseed(7);
  for (int i = 0; i < 3; ++i) dealt(game, position, a, Owed::hand, 0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(dealt(game, position, a, Owed::row, 2), dealt(game, position, b, Owed::row, 2));
    EXPECT_EQ(dealt(game, position, a, Owed::hand, 1), dealt(game, position, b, Owed::hand, 1));
    EXPECT_EQ(dealt(game, position, a, Owed::tunnel, 0), dealt(game, position, b, Owed::tunnel, 0));
  }
}

TEST(CommonRandomNumbers, deals_cards_by_their_number_in_the_deck) {
  const auto game = kit::games_of("europe")[0];
  const auto position = waiting_for_cards(game);
  CommonRandomNumbers numbers;
  numbers.reseed(3);
  const int draws = 100 * position.open.deck_size;
  PerColor<int> seen{};
  for (int i = 0; i < draws; ++i)
    ++seen[dealt(game, position, numbers, i % 3 == 0 ? Owed::row : Owed::hand, static_cast<std::uint8_t>(i % 2)).color()];
  for (const auto c : ids<Color>(kColors))
    EXPECT_NEAR(seen[c], 100 * position.hidden.deck[c], 150) << name_of(c);  // five standard deviations
}

TEST(CommonRandomNumbers, deals_nearly_the_same_cards_from_nearly_the_same_deck) {
  const auto game = kit::games_of("europe")[0];
  const auto position = waiting_for_cards(game);
  State other = position;
  --other.hidden.deck[Color(0)], --other.open.deck_size;
  CommonRandomNumbers a, b;
  a.reseed(5);
  b.reseed(5);
  int same = 0;
  for (int i = 0; i < 200; ++i) same += dealt(game, position, a, Owed::hand, 0) == dealt(game, other, b, Owed::hand, 0);
  EXPECT_GT(same, 180);
}

TEST(Determinizations, fit_their_view_and_give_rivals_tickets_that_they_can_hope_for) {
  const auto game = kit::games_of("europe")[1];
  int ticket_points[2] = {};
  int looks = 0;
  kit::play(game, "planner", 3, [&](const State& state) {
    if (is_chance(state.open) || state.open.phase != Phase::turn || ++looks % 12 != 0) return true;
    const auto view = observe(state, state.open.to_move);
    const auto odds = estimate_ticket_odds(game, view.open);
    Rng rng(5);
    for (int n = 0; n < 60; ++n)
      for (const int draws : {1, 16}) {
        Determinization determinization;
        draw_determinization(game, view, odds, {draws, 4, 3.5}, rng, determinization);
        EXPECT_EQ(observe(determinization.state, view.me), view);
        for (const auto s : seats_of(game)) {
          if (s == view.me) continue;
          EXPECT_TRUE(determinization.caches[s].ready);
          ticket_points[draws > 1] += determinization.caches[s].plan.worth - determinization.caches[s].plan.lost_worth;
        }
      }
    return true;
  });
  EXPECT_GT(looks, 24);
  EXPECT_GT(ticket_points[1], ticket_points[0]);
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
    const float base = i % 2 ? 0.9f : 0.1f;
    good.push_back(base + 0.05f);
    bad.push_back(base);
    unsure.push_back(i % 4 < 2 ? 0.9f : 0.1f);
  }
  const std::vector<Arm> arms{arm_with(good), arm_with(bad), arm_with(unsure)};
  std::vector<std::size_t> alive{0, 1, 2};
  prune_arms(arms, 0.001, alive);
  EXPECT_EQ(alive, (std::vector<std::size_t>{0, 2}));
}

TEST(Arms, luck_in_a_few_worlds_does_not_drop_what_the_prior_likes) {
  std::vector<float> lucky, other;
  for (int i = 0; i < 16; ++i) lucky.push_back(i % 4 ? 0.7f : 0.4f), other.push_back(i % 2 ? 0.6f : 0.3f);
  auto liked = arm_with(other), tried = arm_with(lucky);
  tried.penalty = 0.04;
  std::vector<std::size_t> alive{0, 1};
  prune_arms({liked, tried}, 0.001, alive);
  EXPECT_EQ(alive, std::vector<std::size_t>{1}) << "without a prior it is clear";
  liked.prior_visits = tried.prior_visits = 60;
  alive = {0, 1};
  prune_arms({liked, tried}, 0.001, alive);
  EXPECT_EQ(alive, (std::vector<std::size_t>{0, 1}));
}

TEST(Arms, the_prior_decides_while_results_are_few) {
  auto liked = arm_with({0.5f}), tried = arm_with({0.51f});
  tried.penalty = 0.04;
  liked.prior_visits = tried.prior_visits = 200;
  std::vector<std::size_t> alive{1, 0};
  keep_best_arms({liked, tried}, 1, alive);
  EXPECT_EQ(alive, std::vector<std::size_t>{0});
  alive = {1, 0};
  liked.prior_visits = tried.prior_visits = 0;
  keep_best_arms({liked, tried}, 1, alive);
  EXPECT_EQ(alive, std::vector<std::size_t>{1});
}

}  // namespace
}  // namespace perron
