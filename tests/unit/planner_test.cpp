// The planner: what it is made of, and that it thinks without asking for memory.
#include <gtest/gtest.h>

#include "notation/text.h"
#include "rules/graph.h"
#include "search/plan.h"
#include "search/player.h"
#include "support/allocations.h"
#include "support/kit.h"
#include "support/table.h"

namespace perron {
namespace {

std::unique_ptr<Player> planner() { return std::move(*make_player("planner")); }

std::string choice(const Table& t) {
  Rng rng(1);
  return to_text(t.game, planner()->choose(t.game, observe(t.state, t.state.open.to_move), rng));
}

TEST(Planner, thinks_without_allocating) {
  for (const std::string board : {"europe", "germany", "first-journey"}) {
    const auto game = kit::games_of(board).back();
    const auto player = planner();
    long spent = 0;
    int decisions = 0;
    Rng rng(2);
    kit::play(game, "planner", 8, [&](const State& state) {
      if (is_chance(state.open)) return true;
      const auto view = observe(state, state.open.to_move);
      const auto before = kit::allocations();
      player->choose(game, view, rng);
      spent += kit::allocations() - before;
      ++decisions;
      return true;
    });
    EXPECT_GT(decisions, 50) << board;
    EXPECT_EQ(spent, 0) << board;
  }
}

TEST(Planner, completes_a_ticket_when_it_can) {
  auto t = Table::ready("europe", 2);
  t.give_ticket(0, "frankfurt-kobenhavn");
  t.give_tracks(0, {"essen-kobenhavn.1"});
  t.give_hand(0, "2 green, 1 red, 1 blue");
  EXPECT_EQ(choice(t), "claim essen-frankfurt green");
}

TEST(Planner, takes_the_card_that_its_plan_lacks) {
  auto t = Table::ready("europe", 2);
  t.give_ticket(0, "frankfurt-kobenhavn");
  t.give_tracks(0, {"essen-kobenhavn.1"});
  t.give_hand(0, "1 green");
  t.set_row("red blue green yellow white");
  EXPECT_EQ(choice(t), "draw_row 2");
}

// Plans of real positions join what they say, with tracks that the seat may build, and no more wagons than it has.
TEST(Planner, plans_hold_what_they_promise) {
  for (const auto& board : kit::board_names())
    for (const auto& game : kit::games_of(board)) {
      int nodes = 0;
      kit::play(game, "planner", 9, [&](const State& state) {
        if (is_chance(state.open) || state.open.phase != Phase::turn || ++nodes % 7 != 0) return true;
        const auto seat = state.open.to_move;
        const auto s = static_cast<std::size_t>(index(seat));
        Plan plan;
        make_plan(game, state.open, seat, state.own[s].tickets, {2}, plan);
        EXPECT_TRUE((plan.tracks - open_to(game, state.open, seat)).none());
        EXPECT_LE(plan.wagons, state.open.wagons[s]);
        EXPECT_EQ((plan.live | plan.done | plan.lost), state.own[s].tickets);
        auto lent = plan.loans;
        for (std::size_t o = 0; o < static_cast<std::size_t>(game.seats); ++o)
          if (o != s && game.rules().stations) lent |= state.open.tracks[o];  // those at its own stations may be used too
        const auto joined = joined_by(game, state.open.tracks[s] | plan.tracks | lent);
        plan.live.each([&](int ticket) { EXPECT_TRUE(completes(game, joined, ticket)) << board; });
        return !testing::Test::HasFailure();
      });
    }
}

}  // namespace
}  // namespace perron
