// Views on the wire: JSON and back is the same view, every view of a game is possible, and a view that passes the check is
// safe to play from, however it came about.
#include <gtest/gtest.h>

#include <cstring>

#include "base/json.h"
#include "content/board_reader.h"
#include "rules/check_view.h"
#include "support/kit.h"
#include "wire/board_json.h"
#include "wire/view_json.h"

namespace perron {
namespace {

class Views : public testing::TestWithParam<std::string> {
 protected:
  // Calls visit(game, view) for every seat at nodes of games of all kinds; every so many nodes.
  template <class Visit>
  void for_views(int games, std::uint32_t every, Visit&& visit) {
    for (const auto& game : kit::games_of(GetParam()))
      for (const std::string player : kit::kPlainPlayers)
        for (int i = 0; i < kit::scaled(games); ++i) {
          Rng rng(static_cast<std::uint64_t>(i));
          const auto look = [&](const State& state) {
            if (rng.below(every) == 0)
              for (const auto s : seats_of(game)) visit(game, observe(state, s));
            return !HasFatalFailure();
          };
          look(kit::play(game, player, mix64(static_cast<std::uint64_t>(7000 + i)), look).last);
        }
  }

  static std::string first_error(const std::vector<FieldError>& errors) { return errors[0].path + ": " + errors[0].message; }
};

TEST_P(Views, json_and_back_is_the_same_view) {
  for_views(1, 25, [](const Game& game, const PlayerView& view) {
    const auto text = view_json(game.board, game.seats, view).dump();
    const auto json = parse_json(text);
    ASSERT_TRUE(json) << text;
    const auto again = view_from_json(game.board, game.seats, *json);
    ASSERT_TRUE(again) << first_error(again.error()) << "\n" << text;
    ASSERT_EQ(*again, view) << text;
    ASSERT_EQ(view_json(game.board, game.seats, *again).dump(), text);
  });
}

TEST_P(Views, views_of_games_are_possible) {
  for_views(2, 1, [](const Game& game, const PlayerView& view) {
    ASSERT_EQ(check_view(game, view), "") << view_json(game.board, game.seats, view).dump();
  });
}

// A field more, less or of another type is an error that names the place.
TEST_P(Views, every_field_is_needed_and_no_other_is_known) {
  for_views(1, 200, [](const Game& game, const PlayerView& view) {
    const nlohmann::json whole = view_json(game.board, game.seats, view);
    const auto refused = [&](const nlohmann::json& json) {
      const auto read = view_from_json(game.board, game.seats, json);
      ASSERT_FALSE(read) << json.dump();
      ASSERT_FALSE(read.error()[0].message.empty());
    };
    for (const auto& [key, value] : whole.items()) {
      auto without = whole, wrong = whole;
      without.erase(key);
      refused(without);
      wrong[key] = "no such thing";
      refused(wrong);
    }
    auto more = whole;
    more["deck"]["order"] = {"red", "red"};
    refused(more);
  });
}

// What a stranger's view must bear once it has passed: all that players do with it.
void play_on(const Game& game, const PlayerView& view, Rng& rng) {
  ActionList list;
  legal(game, view.open, view.mine, list);
  const bool decides = view.me == view.open.to_move && !is_chance(view.open) && !is_over(view.open);
  if (decides) {
    ASSERT_FALSE(list.empty());
    for (const std::string kind : kit::kPlainPlayers) {
      const auto action = (*search::make_player(kind))->choose(game, view, rng);
      ASSERT_FALSE(why_not(game, view.open, view.mine, view.me, action));
    }
  }
  State world = sample(game, view, rng);
  ASSERT_EQ(observe(world, view.me), view);
  ASSERT_EQ(kit::conserved(game, world), "");
  for (int n = 0; n < 3000 && !is_over(world.open); ++n) {
    const auto& mine = world.own[world.open.to_move];
    apply(game, world, is_chance(world.open) ? random_deal(game, world, rng) : random_action(game, world.open, mine, rng, list));
  }
  ASSERT_EQ(kit::conserved(game, world), "");
}

TEST_P(Views, a_changed_view_is_refused_or_safe) {
  Rng rng(11);
  int refused = 0, safe = 0;
  for_views(1, 12, [&](const Game& game, const PlayerView& view) {
    for (int i = 0; i < 12; ++i) {
      PlayerView other = view;
      for (auto n = 1 + rng.below(3); n > 0; --n) {
        const auto byte = rng.below(sizeof other);
        auto* bytes = reinterpret_cast<unsigned char*>(&other);
        const unsigned char now = bytes[byte];
        const unsigned char news[] = {static_cast<unsigned char>(now + 1), static_cast<unsigned char>(now - 1), 0,
                                      static_cast<unsigned char>(now ^ 1u << rng.below(8)), static_cast<unsigned char>(rng.below(256))};
        bytes[byte] = news[rng.below(5)];
      }
      if (!check_view(game, other).empty()) {
        ++refused;
        continue;
      }
      ++safe;
      play_on(game, other, rng);
      if (HasFatalFailure()) return;
    }
  });
  EXPECT_GT(refused, safe);
}

// The same with changes that a reader of JSON lets through: numbers, phases, seats and lists.
void change_somewhere(nlohmann::json& json, Rng& rng) {
  auto* at = &json;
  while (at->is_structured() && !at->empty()) {
    if (at->is_array() && rng.below(6) == 0) {
      const auto i = rng.below(static_cast<std::uint32_t>(at->size()));
      if (rng.below(2)) at->erase(i);
      else at->push_back((*at)[i]);
      return;
    }
    auto it = at->begin();
    std::advance(it, rng.below(static_cast<std::uint32_t>(at->size())));
    at = &*it;
  }
  if (at->is_number()) *at = std::max(0, at->get<int>() + static_cast<int>(rng.below(5)) - 2);
  else if (at->is_boolean()) *at = !at->get<bool>();
  else if (at->is_string()) *at = std::string(kColorNames[Color(rng.below(kColors))]);
}

TEST_P(Views, a_changed_json_is_refused_or_safe) {
  Rng rng(12);
  constexpr const char* phases[] = {"first_split", "first_keep", "turn",    "second_draw", "keep", "tunnel",
                                    "swap",        "passengers", "claimed", "turn_end",    "over"};
  for_views(1, 40, [&](const Game& game, const PlayerView& view) {
    const nlohmann::json whole = view_json(game.board, game.seats, view);
    for (int i = 0; i < 10; ++i) {
      auto json = whole;
      for (auto n = 1 + rng.below(2); n > 0; --n) change_somewhere(json, rng);
      if (rng.below(4) == 0) json["phase"] = phases[rng.below(11)];
      if (rng.below(8) == 0) json["to_move"] = rng.below(static_cast<std::uint32_t>(game.seats));
      if (rng.below(8) == 0) json["step"] = rng.below(5);
      const auto other = view_from_json(game.board, game.seats, json);
      if (!other || !check_view(game, *other).empty()) continue;
      play_on(game, *other, rng);
      if (HasFatalFailure()) return;
    }
  });
}

TEST_P(Views, board_json_is_the_same_board) {
  const auto board = kit::board_of(GetParam());
  const auto text = board_json(board).dump();
  const auto again = read_board(text);
  ASSERT_TRUE(again) << first_error(again.error());
  EXPECT_EQ(board_json(*again).dump(), text);
  for (int seats = board.rules.players_min; seats <= board.rules.players_max; ++seats) {
    const auto one = kit::play(make_game(board, seats), "h1", 5), two = kit::play(make_game(*again, seats), "h1", 5);
    EXPECT_EQ(one.last, two.last);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, Views, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

}  // namespace
}  // namespace perron
