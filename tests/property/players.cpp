// Every computer player on every board: it plays by the rules to the end, and its choice is a function of its view and its
// generator alone: not of what it can't see, and not of what it was asked before.
#include <gtest/gtest.h>

#include <map>

#include "notation/text.h"
#include "search/plan/steiner.h"
#include "support/kit.h"
#include "support/twins.h"

namespace perron {
namespace {

using namespace search;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Players that think for long are tested with a cheaper spec of theirs.
std::string spec_of(const std::string& name) {
  static const std::map<std::string, std::string> cheaper = {{"ismcts", "ismcts:iterations=4:check"}};
  const auto found = cheaper.find(name);
  return found == cheaper.end() ? name : found->second;
}

std::unique_ptr<Player> fresh(const std::string& name) { return std::move(*make_player(spec_of(name))); }

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const auto& kind : player_kinds())
    if (kind.name != "expert") out.emplace_back(kind.name);  // ismcts with more iterations, by the same door
  return out;
}

class Players : public testing::TestWithParam<std::string> {
 protected:
  // The same question to a new player, to a new one in a world where all else is drawn anew, and to a used one.
  void expect_same_choice(const Game& game, const State& state, Player& used) {
    const auto view = observe(state, state.open.to_move);
    const auto other = observe(sample(game, view, worlds_), state.open.to_move);
    Rng one(9), two(9), three(9);
    const auto action = fresh(GetParam())->choose(game, view, one);
    ASSERT_EQ(action, fresh(GetParam())->choose(game, other, two)) << "it saw what it must not";
    ASSERT_EQ(action, used.choose(game, view, three)) << "it depends on earlier questions";
    const auto after = one.next();
    ASSERT_EQ(after, two.next());
    ASSERT_EQ(after, three.next());
  }

  void play_game(const Game& game, std::uint64_t seed, Player& used) {
    FastDealer dealer(FastStreams{seed});
    std::vector<std::unique_ptr<Player>> table;
    for (int s = 0; s < game.seats; ++s) table.push_back(fresh(GetParam()));
    Rng rng(mix64(seed));
    State state = start(game, dealer.first_seat(game.seats));
    for (std::size_t n = 0; !kit::ended(game, state); ++n) {
      ASSERT_LT(n, kit::kMostActions) << "no end";
      if (is_chance(state.open)) {
        apply(game, state, dealer.deal(game, state));
        continue;
      }
      const auto seat = state.open.to_move;
      const auto action = table[at(index(seat))]->choose(game, observe(state, seat), rng);
      const auto refusal = why_not(game, state.open, state.own[seat], seat, action);
      ASSERT_FALSE(refusal) << to_text(game, action) << "\n" << to_text(game, state.open);
      // Choices among tickets are rare: look at each.
      if (action.kind == Kind::keep_tickets || worlds_.below(12) == 0) expect_same_choice(game, state, used);
      if (HasFatalFailure()) return;
      apply(game, state, action);
    }
  }

  Rng worlds_{77};
};

TEST_P(Players, play_by_the_rules_and_by_what_they_see) {
  for (const auto& board : kit::board_names()) {
    const auto used = fresh(GetParam());
    for (const auto& game : kit::games_of(board)) {
      for (int i = 0; i < kit::scaled(2); ++i) play_game(game, mix64(static_cast<std::uint64_t>(100 * game.seats + i)), *used);
      ASSERT_FALSE(HasFatalFailure()) << board << ", " << game.seats << " seats";
    }
  }
}

// What would look absurd: even the weakest takes a passenger where one more is worth something, and pays for a tunnel that it can pay.
TEST(Levels, do_not_err_where_nothing_is_to_weigh) {
  for (const auto* board : {"germany", "europe"}) {
    int looked_at = 0;
    const auto game = kit::games_of(board).front();
    for (std::uint64_t seed = 0; seed < 10; ++seed)
      kit::play(game, "easy", seed, [&](const State& state) {
        if (state.open.phase != Phase::passengers && state.open.phase != Phase::tunnel) return true;
        if (is_chance(state.open)) return true;
        ++looked_at;
        const auto view = observe(state, state.open.to_move);
        Rng one(seed), two(seed);
        EXPECT_EQ(fresh("easy")->choose(game, view, one), fresh("hard")->choose(game, view, two));
        return true;
      });
    EXPECT_GT(looked_at, 10) << board;
  }
}

// Asked about a position of one board after another's, a player answers as a new one does.
TEST_P(Players, may_change_the_board) {
  const auto used = fresh(GetParam());
  for (int round = 0; round < 3; ++round)
    for (const auto& board : kit::board_names()) {
      const auto game = kit::games_of(board).front();
      int nodes = 0;
      kit::play(game, "h1", mix64(static_cast<std::uint64_t>(round)), [&](const State& state) {
        if (is_chance(state.open) || ++nodes % 10 != 0) return true;
        expect_same_choice(game, state, *used);
        return nodes < 60 && !HasFatalFailure();
      });
      ASSERT_FALSE(HasFatalFailure()) << board;
    }
}

INSTANTIATE_TEST_SUITE_P(EveryPlayer, Players, testing::ValuesIn(names()),
                         [](const auto& player) { return kit::plain_name(player.param); });

// ---- The trees that the players plan with.

UsableTracks random_graph(const Game& game, Rng& rng, int open) {
  UsableTracks out;
  for (const auto track : ids<Track>(game.tracks.size()))
    if (rng.below(6) == 0) out.own.set(track);
  for (int i = 0; i < open; ++i) {
    const auto track = Track(rng.below(static_cast<std::uint32_t>(game.tracks.size())));
    if (!out.own.test(track)) out.open.set(track);
  }
  return out;
}

// An end of a ticket: one place, or all of a country.
PlaceSet random_end(const Game& game, Rng& rng) {
  const auto ends = ends_of(game, Ticket(rng.below(static_cast<std::uint32_t>(game.tickets.size()))));
  return rng.below(2) ? ends.from : ends.to;
}

TEST(Trees, cost_what_the_cheapest_set_of_tracks_costs) {
  SteinerSolver steiner;
  int joined = 0;
  for (const std::string board : {"mix", "tiny", "race_mix", "germany"}) {
    const auto game = kit::games_of(board).front();
    Rng rng(5);
    for (int i = 0; i < kit::scaled(60); ++i) {
      const auto usable = random_graph(game, rng, 13);
      std::vector<PlaceSet> terminals;
      for (auto n = 2 + rng.below(4); n > 0; --n) terminals.push_back(random_end(game, rng));
      steiner.prepare(game, usable);
      steiner.solve(terminals);
      for (unsigned subset = 1; subset < 1u << terminals.size(); ++subset) {
        std::vector<PlaceSet> some;
        for (std::size_t t = 0; t < terminals.size(); ++t)
          if (subset >> t & 1) some.push_back(terminals[t]);
        const int cheapest = twins::cheapest_tree(game.board, usable.own, usable.open, some);
        const int cost = steiner.cost(subset);
        ASSERT_EQ(cost >= kUnreachable ? -1 : cost, cheapest) << board;
        if (cheapest < 0) continue;
        ++joined;
        const auto tree = steiner.tree(subset);
        ASSERT_EQ(wagons_of(game, tree), cheapest);
        ASSERT_TRUE((tree - usable.open).none());
        ASSERT_EQ(twins::cheapest_tree(game.board, usable.own | tree, {}, some), 0) << "the tree does not join them";
      }
    }
  }
  EXPECT_GT(joined, kit::scaled(60) * 5);
}

// A ticket's path is as long as the cheapest tree over its two ends.
TEST(Trees, paths_agree_with_trees) {
  SteinerSolver steiner;
  for (const auto& board : kit::board_names()) {
    const auto game = kit::games_of(board).front();
    Rng rng(6);
    for (int i = 0; i < kit::scaled(20); ++i) {
      const auto usable = random_graph(game, rng, 60);
      steiner.prepare(game, usable);
      for (const auto ticket : ids<Ticket>(game.tickets.size())) {
        const auto ends = ends_of(game, ticket);
        const auto path = cheapest_path(game, usable, Metric::wagons, ticket);
        ASSERT_EQ(path.exists ? path.wagons : kUnreachable, steiner.distance(ends.from, ends.to)) << board;
        if (!path.exists) continue;
        ASSERT_TRUE(twins::joins(game.board, usable.own | path.tracks, game.board.tickets[ticket]));
        ASSERT_EQ(path.tracks.any(), path.first != kNoTrack);
        const auto hops = cheapest_path(game, usable, Metric::hops, ticket);
        ASSERT_LE(hops.tracks.count(), path.tracks.count());
        ASSERT_GE(hops.wagons, path.wagons);
      }
    }
  }
}

}  // namespace
}  // namespace perron
