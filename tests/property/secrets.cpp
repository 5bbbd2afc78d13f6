// Secrets: whatever a seat cannot see may be otherwise, and nothing that it gets changes.
#include <gtest/gtest.h>

#include <algorithm>

#include "notation/text.h"
#include "support/kit.h"

namespace perron {
namespace {

// [X2] Whether a row is thrown away depends on what is in the hands: then, and only then, the truth shows in the open.
bool row_may_tell(const Game& game, const Public& open) {
  if (!game.rules().row || game.rules().row->flush_at == 0) return false;
  return std::ranges::count(open.row, Color::locomotive) >= game.rules().row->flush_at;
}

class Secrets : public testing::TestWithParam<std::string> {
 protected:
  // Calls visit(state, seat, world) at nodes of games of all kinds, with a world in which all that the seat can't see is drawn anew.
  template <class Visit>
  void for_worlds(int games, Visit&& visit) {
    for (const auto& game : kit::games_of(GetParam()))
      for (const std::string player : kit::kPlainPlayers)
        for (int i = 0; i < kit::scaled(games); ++i) {
          Rng rng(static_cast<std::uint64_t>(i));
          kit::play(game, player, mix64(static_cast<std::uint64_t>(4000 + i)), [&](const State& state) {
            for (const auto s : seats_of(game)) {
              const State world = sample(game, observe(state, s), rng);
              visit(game, state, s, world);
            }
            return !HasFatalFailure();
          });
        }
  }

  // Plays an action in both worlds; the seat's view must stay the same in both.
  static void expect_alike(const Game& game, const State& state, Action in_truth, const State& world, Action in_world, Seat seat) {
    State truth = state, other = world;
    apply(game, truth, in_truth);
    apply(game, other, in_world);
    if (observe(truth, seat) == observe(other, seat)) return;
    // In a race the tickets that a claim completes are laid open [F4].
    if (truth.open.shown != state.open.shown || other.open.shown != world.open.shown) return;
    if (row_may_tell(game, truth.open) || row_may_tell(game, other.open)) return;
    // A row just thrown away is empty or being laid again in one of the two worlds.
    const auto laid_anew = [&](const State& s) { return s.open.owed == Owed::row && row_may_tell(game, state.open); };
    if (laid_anew(truth) || laid_anew(other)) return;
    ADD_FAILURE() << "seat " << index(seat) << " can tell worlds apart after " << to_text(game, in_truth) << "\n"
                  << to_text(game, truth.open) << "\n"
                  << to_text(game, other.open);
  }
};

TEST_P(Secrets, what_a_seat_sees_does_not_depend_on_the_rest) {
  for_worlds(1, [](const Game& game, const State& state, Seat seat, const State& world) {
    const auto view = observe(state, seat), other = observe(world, seat);
    ASSERT_EQ(view, other);
    ASSERT_EQ(to_text(game, view.open, view.mine, seat), to_text(game, other.open, other.mine, seat));
    if (is_chance(state.open) || seat != state.open.to_move) return;
    ASSERT_EQ(kit::legal_actions(game, state), kit::legal_actions(game, world));
    for (const std::string kind : kit::kPlainPlayers) {
      Rng one(9), two(9);
      ASSERT_EQ((*search::make_player(kind))->choose(game, view, one), (*search::make_player(kind))->choose(game, other, two)) << kind;
      ASSERT_EQ(one.next(), two.next()) << kind;
    }
  });
}

// One's own action has the same visible effect in every world.
TEST_P(Secrets, own_actions_show_nothing_hidden) {
  for_worlds(1, [](const Game& game, const State& state, Seat seat, const State& world) {
    if (is_chance(state.open) || seat != state.open.to_move) return;
    const auto list = kit::legal_actions(game, state);
    for (std::size_t i = 0; i < list.size(); i += 1 + list.size() / 8) expect_alike(game, state, list[i], world, list[i], seat);
  });
}

// So has an action of another seat, where both worlds allow it.
TEST_P(Secrets, actions_of_others_show_nothing_hidden) {
  for_worlds(1, [](const Game& game, const State& state, Seat seat, const State& world) {
    const auto mover = state.open.to_move;
    if (is_chance(state.open) || seat == mover) return;
    const auto list = kit::legal_actions(game, state);
    for (std::size_t i = 0; i < list.size(); i += 1 + list.size() / 8) {
      if (why_not(game, world.open, world.own[mover], mover, list[i])) continue;
      expect_alike(game, state, list[i], world, list[i], seat);
    }
  });
}

// A card or ticket for another seat looks the same whatever it is; one for all to see is the same card.
TEST_P(Secrets, deals_to_others_show_nothing_hidden) {
  for_worlds(1, [](const Game& game, const State& state, Seat seat, const State& world) {
    const auto& open = state.open;
    if (!is_chance(open)) return;
    const bool to_other = (open.owed == Owed::hand || open.owed == Owed::ticket) && Seat(open.owed_at) != seat;
    OutcomeList truth, other;
    outcomes(game, state, truth);
    outcomes(game, world, other);
    for (const auto& outcome : truth) {
      const auto mate = to_other ? other[other.size() - 1].action : outcome.action;
      if (!can_be_dealt(game, world, mate)) continue;
      expect_alike(game, state, outcome.action, world, mate, seat);
    }
  });
}

// The worlds of a seat really differ: a sample that gave the truth back would pass all of the above. Before the first refill
// of the deck, for afterwards the truth may be the only world left.
TEST_P(Secrets, worlds_differ_from_the_truth) {
  int same = 0, all = 0;
  if (total(kit::board_of(GetParam()).rules.cards) < 30) GTEST_SKIP() << "so few cards that the truth comes up often";
  for_worlds(1, [&](const Game& game, const State& state, Seat seat, const State& world) {
    int unknown = 0;  // cards that the seat can't tell
    for (const auto s : seats_of(game))
      if (s != seat) unknown += state.open.hand_size[s] - total(state.open.at_least[s]);
    if (unknown < 4 || state.open.deck_size < 4 || state.open.shuffles > 1) return;
    ++all;
    same += world == state;
  });
  EXPECT_GT(all, 0);
  EXPECT_LT(same, all / 50 + 2) << "of " << all;
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, Secrets, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

}  // namespace
}  // namespace perron
