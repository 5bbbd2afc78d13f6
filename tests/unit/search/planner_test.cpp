// The planner: what it is made of, and that it thinks without asking for memory.
#include <gtest/gtest.h>

#include <algorithm>

#include "notation/text.h"
#include "rules/graph.h"
#include "search/plan/plan.h"
#include "search/player.h"
#include "search/policy/alternatives.h"
#include "search/policy/policy.h"
#include "support/allocations.h"
#include "support/kit.h"
#include "support/table.h"

namespace perron {
namespace {

using namespace search;

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

float worth_of_claim(const Table& t, const std::string& track) {
  const auto seat = t.state.open.to_move;
  PlanCache cache;
  ScoredActions list;
  Detours detours;
  detours.prepare(t.game);
  score_actions({t.game, policy_weights_of(t.game), detours}, t.state.open, t.state.own[seat], PolicyMode::decision, cache, list);
  for (const auto& scored : list)
    if (to_text(t.game, scored.action).starts_with("claim " + track + " ")) return scored.value;
  ADD_FAILURE() << "the planner does not think of " << track;
  return 0;
}

TEST(Planner, hurries_where_a_rival_comes_near) {
  auto t = Table::ready("europe", 2);
  t.give_ticket(0, "frankfurt-kobenhavn");
  t.give_tracks(0, {"essen-kobenhavn.1"});
  t.give_hand(0, "2 green, 1 red, 1 blue");
  const float alone = worth_of_claim(t, "essen-frankfurt");
  t.give_tracks(1, {"frankfurt-munchen"});
  EXPECT_GT(worth_of_claim(t, "essen-frankfurt"), alone);
}

TEST(Planner, knows_where_networks_end_and_what_rivals_touch) {
  auto t = Table::ready("europe", 2);
  t.give_tracks(0, {"essen-kobenhavn.1", "essen-frankfurt"});
  t.give_tracks(1, {"frankfurt-munchen"});
  PlanCache cache;
  refresh(t.game, t.state.open, t.state.own[Seat(0)], Seat(0), policy_weights_of(t.game), PolicyMode::decision, cache);
  const auto names = [&](const PlaceSet& places) {
    std::string all;
    places.each([&](Place place) { all += t.game.board.places[place].id + " "; });
    return all;
  };
  EXPECT_EQ(names(cache.reached), "essen frankfurt kobenhavn ");
  EXPECT_EQ(names(cache.ends), "frankfurt kobenhavn ");
  EXPECT_EQ(names(cache.rivals), "frankfurt munchen ");
}

TEST(Planner, ways_around_a_track_count_cards_and_turns) {
  const auto game = kit::games_of("tiny").front();
  Detours detours;
  detours.prepare(game);
  const auto detour = [&](std::string_view id) {
    const auto& tracks = game.board.tracks;
    const auto found = std::ranges::find(tracks, id, &TrackFacts::id);
    return detours.of(Track(found - tracks.begin()));
  };
  EXPECT_EQ(detour("east-north"), 4);    // over South: 1 + 3 wagons in two turns instead of 2 in one
  EXPECT_EQ(detour("north-west.1"), 6);  // its parallel is no way around
}

// The plan takes the path of a ticket that costs least beyond the hand.
TEST(Planner, plans_over_tracks_that_its_hand_pays_for) {
  const auto game = kit::games_of("europe")[1];
  const auto state = start(game, Seat(0));
  int shorter = 0;
  for (const auto ticket : ids<Ticket>(game.tickets.size()))
    for (const auto color : ids<Color>(kPlainColors)) {
      TicketSet tickets;
      tickets.set(ticket);
      Cards hand{};
      hand[color] = 6;
      Plan plain, fitting;
      make_plan(game, state.open, Seat(0), tickets, {2, nullptr, 0}, plain);
      make_plan(game, state.open, Seat(0), tickets, {2, &hand, 2}, fitting);
      const auto beyond_hand = [&](const Plan& plan) {
        int sum = plan.effort;
        plan.tracks.each([&](Track t) {
          const auto& line = game.tracks[t];
          if (line.color == Color::none || line.color == color) sum -= 2 * std::min(6, line.length - line.locomotives);
        });
        return sum;
      };
      EXPECT_LE(beyond_hand(fitting), beyond_hand(plain));
      shorter += beyond_hand(fitting) < beyond_hand(plain);
    }
  EXPECT_GT(shorter, 50);
}

// Plans of real positions join what they say, with tracks that the seat may build, and no more wagons than it has.
TEST(Planner, plans_hold_what_they_promise) {
  for (const auto& board : kit::board_names())
    for (const auto& game : kit::games_of(board)) {
      int nodes = 0;
      kit::play(game, "planner", 9, [&](const State& state) {
        if (is_chance(state.open) || state.open.phase != Phase::turn || ++nodes % 7 != 0) return true;
        const auto seat = state.open.to_move;
        Plan plan;
        make_plan(game, state.open, seat, state.own[seat].tickets, {2, nullptr, 0}, plan);
        EXPECT_TRUE((plan.tracks - open_to(game, state.open, seat)).none());
        EXPECT_LE(plan.wagons, state.open.wagons[seat]);
        EXPECT_EQ((plan.live | plan.done | plan.lost), state.own[seat].tickets);
        auto lent = plan.loans;
        for (const auto o : seats_of(game))
          if (o != seat && game.rules().stations) lent |= state.open.tracks[o];  // those at its own stations may be used too
        const auto joined = joined_by(game, state.open.tracks[seat] | plan.tracks | lent);
        plan.live.each([&](Ticket ticket) { EXPECT_TRUE(completes(game, joined, ticket)) << board; });
        return !testing::Test::HasFailure();
      });
    }
}

// Alternative plans are all different, can be built, account for all tickets, and come in the order of their penalties.
TEST(Planner, alternative_plans_differ_and_hold_what_they_promise) {
  int nodes = 0, found = 0, given_up = 0;
  for (const auto& board : kit::board_names())
    for (const auto& game : kit::games_of(board)) {
      kit::play(game, "planner", 9, [&](const State& state) {
        if (is_chance(state.open) || state.open.phase != Phase::turn || ++nodes % 7 != 0) return true;
        const auto view = observe(state, state.open.to_move);
        const auto& weights = policy_weights_of(game);
        PlanCache own;
        refresh(game, view.open, view.mine, view.me, weights, PolicyMode::decision, own);
        std::vector<Plan> seen{own.plan};
        double last = 0;
        for (const auto& other : alternative_plans(game, view, weights, own, 100)) {
          const auto& plan = other.cache.plan;
          for (const auto& known : seen)
            EXPECT_FALSE(plan.tracks == known.tracks && plan.loans == known.loans && plan.live == known.live) << board;
          seen.push_back(plan);
          EXPECT_TRUE((plan.tracks - open_to(game, view.open, view.me)).none()) << board;
          EXPECT_LE(plan.wagons, view.open.wagons[view.me]);
          EXPECT_EQ((plan.live | plan.done | plan.lost), view.mine.tickets) << board;
          EXPECT_GE(other.penalty, last);
          last = other.penalty;
          ++found;
          given_up += plan.lost.count() > own.plan.lost.count();
        }
        EXPECT_LE(alternative_plans(game, view, weights, own, 2).size(), 2u);
        return !testing::Test::HasFailure();
      });
    }
  EXPECT_GT(found, nodes / 7);  // more than one a position
  EXPECT_GT(given_up, nodes / 70);
}

}  // namespace
}  // namespace perron
