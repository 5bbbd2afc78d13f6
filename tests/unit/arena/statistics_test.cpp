// Intervals, ratings and the sequential test against closed forms and simulations.
#include "arena/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"

namespace perron::arena {
namespace {

double uniform(Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1p-53; }

TEST(ShareInterval, of_single_games_is_that_of_agresti_and_coull) {
  std::vector<Cluster> games(100, {0, 1});
  for (std::size_t i = 0; i < 30; ++i) games[i].wins = 1;
  const auto [low, high] = share_interval(games);
  EXPECT_NEAR(low, 0.21865, 1e-5);  // (30 + 1.9207) / 103.8415 = 0.30740, -+ 1.95996 * 0.04528
  EXPECT_NEAR(high, 0.39614, 1e-5);
}

TEST(ShareInterval, never_shrinks_to_a_point) {
  const std::vector<Cluster> wins(100, {2, 2}), halves(100, {1, 2}), one(1, {2, 2});
  EXPECT_NEAR(share_interval(wins).low, 0.9546, 1e-3);
  EXPECT_EQ(share_interval(wins).high, 1);
  EXPECT_LT(share_interval(halves).low, 0.49);
  EXPECT_GT(share_interval(halves).low, 0.47);  // but pairs that always cancel out say more than 200 single games
  EXPECT_LT(share_interval(one).low, 0.35);
  EXPECT_EQ(share_interval({}).low, 0);
  EXPECT_EQ(share_interval({}).high, 1);
}

TEST(ShareInterval, clusters_that_agree_are_one_game_each) {
  std::vector<Cluster> pairs(50, {0, 2}), single(50, {0, 1});
  for (std::size_t i = 0; i < 20; ++i) pairs[i].wins = 2, single[i].wins = 1;
  EXPECT_NEAR(share_interval(pairs).low, share_interval(single).low, 1e-12);
}

TEST(ShareInterval, holds_the_truth_in_95_of_100_cases) {
  Rng rng(1);
  for (const double luck : {0.0, 0.5}) {  // a part of the deals that one side wins twice
    int inside = 0;
    for (int run = 0; run < 2000; ++run) {
      std::vector<Cluster> pairs;
      for (int i = 0; i < 40; ++i) {
        const bool first = uniform(rng) < 0.8, second = uniform(rng) < luck ? first : uniform(rng) < 0.8;
        pairs.push_back({static_cast<double>(first) + second, 2});
      }
      const auto [low, high] = share_interval(pairs);
      inside += low <= 0.8 && 0.8 <= high;
    }
    EXPECT_NEAR(inside / 2000.0, 0.95, 0.02) << luck;
  }
}

Contest contest(std::int64_t cluster, std::vector<int> players, std::vector<double> wins) {
  Contest out{cluster, static_cast<int>(players.size()), {}, {}};
  std::ranges::copy(players, out.players.begin());
  std::ranges::copy(wins, out.wins.begin());
  return out;
}

TEST(Ratings, two_players_in_closed_form) {
  const std::vector<Contest> games{contest(0, {0, 1}, {75, 25})};
  const auto rating = ratings(2, games, {0, 0});
  EXPECT_EQ(rating[0].elo, 0);
  EXPECT_EQ(rating[0].low, 0);
  EXPECT_NEAR(rating[1].elo, 400 * std::log10(25.25 / 75.25), 1e-6);
  EXPECT_NEAR(ratings(2, games, {1, 1500})[0].elo, 1500 + 400 * std::log10(75.25 / 25.25), 1e-6);
}

TEST(Ratings, interval_of_independent_games_is_that_of_fisher) {
  std::vector<Contest> games;
  for (int i = 0; i < 400; ++i) games.push_back(contest(i, {0, 1}, {i % 4 ? 1.0 : 0.0, i % 4 ? 0.0 : 1.0}));
  const auto rating = ratings(2, games, {0, 0});
  const double deviation = 400 / std::log(10.0) / std::sqrt(400 * 0.75 * 0.25);
  EXPECT_NEAR(rating[1].high - rating[1].elo, kZ95 * deviation, 0.01 * deviation * kZ95);
}

TEST(Ratings, one_who_always_wins_stays_finite_and_uncertain) {
  std::vector<Contest> games;
  for (int i = 0; i < 50; ++i) games.push_back(contest(i, {0, 1}, {2, 0}));
  const auto rating = ratings(2, games, {1, 0});
  EXPECT_NEAR(rating[0].elo, 400 * std::log10(100.25 / 0.25), 1e-5);
  EXPECT_GT(rating[0].high - rating[0].elo, 300);
  EXPECT_GT(rating[0].low, 0);
}

TEST(Ratings, players_who_never_met_are_joined_by_a_third) {
  const std::vector<Contest> games{contest(0, {0, 1}, {6400, 3600}), contest(1, {1, 2}, {6400, 3600})};
  const auto rating = ratings(3, games, {2, 0});
  EXPECT_NEAR(rating[1].elo, 100, 1);
  EXPECT_NEAR(rating[0].elo, 200, 2);
}

TEST(Ratings, tables_of_three_find_the_strengths_that_were_simulated) {
  const std::vector<double> strength{4, 2, 1, 1};
  Rng rng(7);
  std::vector<Contest> games;
  for (int i = 0; i < 20000; ++i) {
    const int out = i % 4;
    std::vector<int> table;
    for (int p = 0; p < 4; ++p)
      if (p != out) table.push_back(p);
    double all = 0;
    for (const int p : table) all += strength[p];
    double point = uniform(rng) * all;
    std::vector<double> wins(3, 0);
    std::size_t winner = 0;
    while (winner < 2 && (point -= strength[table[winner]]) > 0) ++winner;
    wins[winner] = 1;
    games.push_back(contest(i, table, wins));
  }
  const auto rating = ratings(4, games, {2, 0});
  for (std::size_t p = 0; p < 4; ++p) {
    const double truth = 400 * std::log10(strength[p]);
    EXPECT_LE(rating[p].low - 3, truth) << p;
    EXPECT_GE(rating[p].high + 3, truth) << p;
    EXPECT_LT(rating[p].high - rating[p].low, 40) << p;
  }
}

TEST(Sprt, bounds_are_those_of_wald) {
  EXPECT_NEAR(SprtPlan{}.upper(), 2.944439, 1e-6);
  EXPECT_NEAR(SprtPlan{}.lower(), -2.944439, 1e-6);
  EXPECT_NEAR((SprtPlan{0, 5, 0.01, 0.1}.upper()), std::log(90), 1e-9);
}

TEST(Sprt, of_wins_and_losses_only_is_the_plain_likelihood_ratio) {
  const double s0 = score_of_elo(0), s1 = score_of_elo(20);
  EXPECT_NEAR(s1, 0.528751, 1e-6);
  // 60 log(0.528751 / 0.5) + 40 log(0.471249 / 0.5) = 3.354555 - 2.368605
  EXPECT_NEAR(gsprt_llr({{0, 40}, {1, 60}}, s0, s1), 0.9859, 1e-3);
}

TEST(Sprt, of_many_units_is_the_normal_formula) {
  const std::map<double, double> counts{{0, 1000}, {0.25, 2000}, {0.5, 4000}, {0.75, 2100}, {1, 1050}};
  double n = 0, sum = 0, squares = 0;
  for (const auto& [a, count] : counts) n += count, sum += a * count, squares += a * a * count;
  const double mean = sum / n, variance = squares / n - mean * mean, s0 = score_of_elo(0), s1 = score_of_elo(4);
  EXPECT_NEAR(gsprt_llr(counts, s0, s1), n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance), 0.01);
}

// Both games of a pair are drawn with the score of `elo`; the part of the tests that accept.
double accepted(double elo, std::uint64_t seed) {
  constexpr int kRuns = 1000;
  Rng rng(seed);
  int count = 0;
  for (int run = 0; run < kRuns; ++run) {
    Sprt test({0, 100, 0.05, 0.05});
    while (test.verdict() == Verdict::undecided) test.add(((uniform(rng) < score_of_elo(elo)) + (uniform(rng) < score_of_elo(elo))) / 2.0);
    count += test.verdict() == Verdict::accepted;
  }
  return count / static_cast<double>(kRuns);
}

TEST(Sprt, errs_about_as_often_as_promised) {
  EXPECT_LT(accepted(0, 3), 0.075);
  EXPECT_GT(accepted(0, 3), 0.02);
  EXPECT_GT(accepted(100, 4), 0.925);
  EXPECT_LT(accepted(100, 4), 0.98);
}

TEST(Sprt, one_sided_starts_do_not_decide_at_once) {
  Sprt test({0, 20, 0.05, 0.05});
  for (int i = 0; i < 10; ++i) test.add(1);
  EXPECT_EQ(test.verdict(), Verdict::undecided);
  EXPECT_GT(test.llr(), 0.4);
}

}  // namespace
}  // namespace perron::arena
