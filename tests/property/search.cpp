// The parts of the planner and the search: plans near the cheapest, ticket odds better than chance, reproducible answers, and no kind of
// action that the search never plays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "search/plan/plan.h"
#include "search/plan/track_graph.h"
#include "search/tree/ticket_odds.h"
#include "support/kit.h"

namespace perron {
namespace {

using namespace search;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// ---- The cheapest forest, exactly: Dreyfus and Wagner for every set of ends, then the best way to group the tickets.
class ExactForest {
 public:
  ExactForest(const Game& game, const Public& open, Seat seat, const std::vector<Ticket>& tickets)
      : places_(static_cast<int>(game.board.places.size())) {
    for (auto& row : far_) row.fill(kNever);
    for (int p = 0; p < places_; ++p) far_[at(p)][at(p)] = 0;
    const auto join = [&](Track track, int cost) {
      const auto& line = game.tracks[track];
      auto& to = far_[at(index(line.a))][at(index(line.b))];
      to = std::min(to, cost);
      far_[at(index(line.b))][at(index(line.a))] = to;
    };
    open_to(game, open, seat).each([&](Track t) { join(t, effort_of(game.tracks[t])); });
    open.tracks[seat].each([&](Track t) { join(t, 0); });
    for (int k = 0; k < places_; ++k)
      for (int i = 0; i < places_; ++i)
        for (int j = 0; j < places_; ++j) far_[at(i)][at(j)] = std::min(far_[at(i)][at(j)], far_[at(i)][at(k)] + far_[at(k)][at(j)]);
    for (const auto t : tickets) {
      ends_.push_back(index(game.ends[game.tickets[t].from]));
      ends_.push_back(index(game.ends[game.tickets[t].to]));
    }
    grow_trees();
  }

  // The cost of the cheapest forest that joins each ticket's two ends.
  int cost() const {
    const auto groups = 1u << ends_.size() / 2;
    std::vector<int> best(groups, kNever);
    best[0] = 0;
    for (unsigned group = 1; group < groups; ++group)
      for (unsigned one = group; one > 0; one = (one - 1) & group)
        best[group] = std::min(best[group], best[group ^ one] + tree(both_ends(one)));
    return best[groups - 1];
  }

 private:
  static constexpr int kNever = 100000;

  static unsigned both_ends(unsigned tickets) {
    unsigned ends = 0;
    for (int i = 0; i < 8; ++i)
      if (tickets >> i & 1) ends |= 3u << 2 * i;
    return ends;
  }

  void grow_trees() {
    rows_.assign(1u << ends_.size(), std::vector<int>(at(places_), kNever));
    for (unsigned set = 1; set < rows_.size(); ++set) {
      auto& row = rows_[set];
      if ((set & (set - 1)) == 0) {
        for (int p = 0; p < places_; ++p) row[at(p)] = far_[at(ends_[at(std::countr_zero(set))])][at(p)];
        continue;
      }
      for (unsigned part = (set - 1) & set; part > 0; part = (part - 1) & set)
        for (int p = 0; p < places_; ++p) row[at(p)] = std::min(row[at(p)], rows_[part][at(p)] + rows_[set ^ part][at(p)]);
      const auto before = row;
      for (int p = 0; p < places_; ++p)
        for (int q = 0; q < places_; ++q) row[at(p)] = std::min(row[at(p)], before[at(q)] + far_[at(q)][at(p)]);
    }
  }
  int tree(unsigned ends) const { return *std::min_element(rows_[ends].begin(), rows_[ends].end()); }

  int places_;
  std::array<std::array<int, kPlaces>, kPlaces> far_;
  std::vector<int> ends_;
  std::vector<std::vector<int>> rows_;
};

// In positions of real games, for up to four tickets: never below the cheapest, and hardly above.
TEST(Plans, are_nearly_the_cheapest) {
  auto board = kit::games_of("europe").front().board;
  board.rules.stations.reset();  // loans are no part of the exact forest
  const auto game = make_game(board, 2);
  double ours = 0, cheapest = 0;
  int exact = 0, plans = 0;
  Rng rng(3);
  for (int i = 0; i < kit::scaled(30); ++i) {
    int nodes = 0;
    kit::play(game, "planner", mix64(static_cast<std::uint64_t>(i)), [&](const State& state) {
      if (is_chance(state.open) || state.open.phase != Phase::turn || ++nodes % 15 != 0) return true;
      TicketSet tickets;
      for (int n = 0; n < 4; ++n) tickets.set(Ticket(rng.below(static_cast<std::uint32_t>(game.tickets.size()))));
      Plan plan;
      auto open = state.open;
      open.wagons.fill(200);  // enough for all of them
      make_plan(game, open, Seat{0}, tickets, {2, nullptr, 0}, plan);
      std::vector<Ticket> live;
      plan.live.each([&](Ticket t) { live.push_back(t); });
      const int best = ExactForest(game, open, Seat{0}, live).cost();
      EXPECT_GE(plan.effort, best);
      ours += plan.effort;
      cheapest += best;
      exact += plan.effort == best;
      ++plans;
      return true;
    });
  }
  ASSERT_GT(plans, kit::scaled(30) * 3);
  EXPECT_LT(ours, 1.02 * cheapest);
  EXPECT_GT(exact, plans * 3 / 4) << "of " << plans;
  RecordProperty("excess", std::to_string(ours / cheapest));
}

// The tickets that others really hold get better odds than chance would give them.
TEST(TicketOdds, learn_from_what_others_build) {
  for (const std::string board : {"europe", "germany", "first-journey"}) {
    const auto game = kit::games_of(board).front();
    const bool race = std::holds_alternative<Race>(game.rules().tickets);
    double gain = 0;
    int held = 0;
    for (const auto* player : {"planner", "h3"})
      for (int i = 0; i < kit::scaled(10); ++i) {
        int nodes = 0;
        kit::play(game, player, mix64(static_cast<std::uint64_t>(50 + i)), [&](const State& state) {
          if (is_chance(state.open) || state.open.phase != Phase::turn || ++nodes % 10 != 0) return true;
          const auto odds = estimate_ticket_odds(game, state.open);
          auto unknown = game.deck_tickets[0] | game.deck_tickets[1];
          if (race) unknown -= state.open.shown[Seat(1)];
          double sum = 0;
          unknown.each([&](Ticket t) { sum += odds.weight[Seat(1)][t]; });
          state.own[Seat(1)].tickets.each([&](Ticket t) {
            gain += std::log(odds.weight[Seat(1)][t] / sum * unknown.count());
            ++held;
          });
          return true;
        });
      }
    EXPECT_GT(gain / held, race ? 0.1 : 0.3) << board << ": e to this is how much likelier a held ticket is made";
  }
}

TEST(Search, repeats_itself_with_one_thread_and_a_seed) {
  for (const std::string board : {"europe", "germany", "first-journey"}) {
    const auto game = kit::games_of(board).back();
    int nodes = 0;
    kit::play(game, "planner", 4, [&](const State& state) {
      if (is_chance(state.open) || ++nodes % 12 != 0) return true;
      Rng one(5), two(5);
      const auto view = observe(state, state.open.to_move);
      const auto a = (*make_player("ismcts:iterations=30"))->advise(game, view, one);
      const auto b = (*make_player("ismcts:iterations=30"))->advise(game, view, two);
      EXPECT_EQ(a.action, b.action);
      EXPECT_EQ(a.candidates.size(), b.candidates.size());
      for (std::size_t i = 0; i < a.candidates.size(); ++i) EXPECT_EQ(a.candidates[i].win, b.candidates[i].win);
      EXPECT_EQ(a.win, b.win);
      return !testing::Test::HasFailure();
    });
  }
}

// A seat's chances make sense: they add up to one, and whoever is about to win knows it.
TEST(Search, gives_chances_that_add_up) {
  for (const std::string board : {"europe", "germany", "first-journey"}) {
    const auto game = kit::games_of(board).back();
    Rng rng(5);
    int nodes = 0;
    const auto played = kit::play(game, "planner", 6, [&](const State& state) {
      if (is_chance(state.open) || ++nodes % 20 != 0) return true;
      const auto view = observe(state, state.open.to_move);
      const auto advice = (*make_player("ismcts:iterations=60:threads=2"))->advise(game, view, rng);
      double sum = 0;
      for (const double win : advice.win) sum += win;
      EXPECT_NEAR(sum, 1, 1e-4);
      const int least = advice.candidates.size() == 1     ? 16
                        : state.open.phase == Phase::turn ? 60
                                                          : 24;  // two fifths if it is no turn of its own
      EXPECT_GE(advice.iterations, least);
      double share = 0;
      for (const auto& candidate : advice.candidates) {
        EXPECT_FALSE(why_not(game, view.open, view.mine, view.me, candidate.action));
        EXPECT_GE(candidate.win, 0);
        EXPECT_LE(candidate.win, 1);
        share += candidate.share;
      }
      EXPECT_NEAR(share, 1, 1e-6);
      EXPECT_EQ(advice.action, advice.candidates.front().action);
      return true;
    });
    EXPECT_TRUE(kit::ended(game, played.last));
  }
}

// Pondering: informed of every action and asked now and then, it plays by the rules and stops on request.
TEST(Search, ponders) {
  const auto game = kit::games_of("europe").front();
  auto player = std::move(*make_player("ismcts:iterations=40:ponder:check"));
  ASSERT_TRUE(player->ponders());
  FastDealer dealer(FastStreams{5});
  Rng rng(6), other(7);
  const auto list = std::make_unique<ActionList>();
  State state = start(game, Seat{0});
  for (int n = 0; n < 120 && !is_over(state.open);) {
    if (is_chance(state.open)) {
      apply(game, state, dealer.deal(game, state));
      continue;
    }
    ++n;
    Action action{};
    if (state.open.to_move == Seat{0}) {
      action = player->choose(game, observe(state, Seat{0}), rng);
    } else {
      std::jthread thinking([&, view = observe(state, Seat{0})](std::stop_token stop) { player->ponder(game, view, rng, stop); });
      action = (*make_player("planner"))->choose(game, observe(state, Seat{1}), other);
    }
    ASSERT_FALSE(why_not(game, state.open, state.own[state.open.to_move], state.open.to_move, action));
    player->inform_action(game, state.open, public_action(action));
    apply(game, state, action);
  }
  // In another game it answers as if there had been none before.
  player->restart();
  const auto turn = kit::play(game, "planner", 8, [](const State& s) { return is_chance(s.open) || s.open.phase != Phase::turn; }).last;
  const auto view = observe(turn, turn.open.to_move);
  Rng one(9), two(9);
  EXPECT_EQ(player->choose(game, view, one), (*make_player("ismcts:iterations=40:ponder"))->choose(game, view, two));
}

TEST(Search, needs_a_limit) {
  EXPECT_FALSE(make_player("ismcts:ms=0"));
  EXPECT_FALSE(make_player("ismcts:iterations=0:ms=0"));
  EXPECT_TRUE(make_player("ismcts:ms=0:iterations=5"));
}

// Every kind of action that a board has is played by the search somewhere. A hot prior and few iterations bring up what
// is rarely best, such as leaving a passenger.
TEST(Search, plays_every_kind_of_action) {
  for (const std::string board : {"europe", "germany", "first-journey"}) {
    std::set<Kind> played, wanted;
    for (const auto& game : kit::games_of(board)) {
      for (int k = 0; k < kKinds; ++k)
        if (game.kind_owner[Kind(k)] && !is_deal(Kind(k)) && Kind(k) != Kind::pass) wanted.insert(Kind(k));  // a pass is forced
      for (int i = 0; i < 20 && played.size() < wanted.size(); ++i)
        for (const auto action :
             kit::play(game, "ismcts:iterations=16:heat=50:trust=0:cut=4", mix64(static_cast<std::uint64_t>(70 + i))).actions)
          if (wanted.contains(action.kind)) played.insert(action.kind);
    }
    for (const auto kind : wanted) EXPECT_TRUE(played.contains(kind)) << board << " never saw kind " << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace perron
