// The heuristics that the scripted players share: what they do where their descriptions are silent.
#include "search/baselines/heuristics.h"

#include <gtest/gtest.h>

#include <memory>

#include "notation/text.h"
#include "search/player.h"
#include "support/table.h"

namespace perron {
namespace {

using namespace search;

struct Asked {  // the seat to move, at a table
  explicit Asked(const Table& t)
      : game(t.game), view(observe(t.state, t.state.open.to_move)), usable(usable_tracks(t.game, view.open, view.me)) {
    legal(game, view.open, view.mine, *list);
  }
  std::string text(const std::optional<Action>& action) const { return action ? to_text(game, *action) : "nothing"; }
  std::string routine() const { return text(routine_action(game, view, *list)); }
  std::string station() const {
    const auto choice = station_choice(game, view, usable, *list);
    return choice ? text(choice->action) + " for " + std::to_string(choice->gain) : "nothing";
  }
  const Game& game;
  PlayerView view;
  UsableTracks usable;
  std::unique_ptr<ActionList> list = std::make_unique<ActionList>();
};

// In a tunnel that asks for two cards more.
Table at_tunnel(std::string_view hand) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, hand);
  t.play("claim munchen-zurich yellow");
  for (const auto* card : {"yellow", "locomotive", "red"}) t.deal("deal_tunnel " + std::string(card));
  return t;
}

TEST(Heuristics, a_tunnel_is_paid_with_the_fewest_locomotives) {
  EXPECT_EQ(Asked(at_tunnel("4 yellow, 2 locomotive")).routine(), "pay_tunnel 0");
  EXPECT_EQ(Asked(at_tunnel("3 yellow, 2 locomotive")).routine(), "pay_tunnel 1");
  EXPECT_EQ(Asked(at_tunnel("3 yellow")).routine(), "decline_tunnel");
}

TEST(Heuristics, odds_of_a_tunnel_grow_with_the_cards_to_spare) {
  double last = 0;
  for (const auto* hand : {"2 yellow", "3 yellow", "4 yellow", "5 yellow"}) {
    auto t = Table::ready("europe", 2);
    t.give_hand(0, hand);
    const Asked asked(t);
    const double odds = tunnel_odds(t.game, asked.view, t.action("claim munchen-zurich yellow"));
    EXPECT_GT(odds, last) << hand;
    last = odds;
  }
  EXPECT_NEAR(last, 1, 1e-9);  // three to spare
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 purple");
  EXPECT_EQ(tunnel_odds(t.game, Asked(t).view, t.action("claim lisboa-madrid purple")), 1) << "no tunnel";
}

TEST(Heuristics, claims_are_paid_with_few_locomotives_and_the_colour_most_held) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 red, 4 blue, 2 locomotive");
  const Asked asked(t);
  EXPECT_EQ(asked.text(cheapest_claim(asked.view, *asked.list, t.track("paris-zurich"))), "claim paris-zurich blue");
  EXPECT_EQ(asked.text(cheapest_claim(asked.view, *asked.list, t.track("lisboa-madrid"))), "nothing");
}

TEST(Heuristics, passengers_are_taken_where_one_more_decides) {
  auto t = Table::ready("germany", 2);
  t.give_passengers(0, "3 red, 1 blue, 2 green");
  t.give_passengers(1, "2 red, 4 blue, 2 green");
  t.set_waiting("berlin", "red red blue blue green");
  t.give_hand(0, "3 red");
  t.play("claim berlin-magdeburg red");
  ASSERT_EQ(t.phase(), Phase::passengers);
  EXPECT_EQ(Asked(t).routine(), "take_passenger berlin green");
}

TEST(Heuristics, splits_are_even_at_first_and_short_later) {
  auto t = Table::ready("germany", 2);
  EXPECT_EQ(Asked(t).text(ticket_draw(t.game, Asked(t).view, *Asked(t).list)), "draw_tickets 2+2");
  t.set_wagons(0, 8);
  EXPECT_EQ(Asked(t).text(ticket_draw(t.game, Asked(t).view, *Asked(t).list)), "draw_tickets 4+0");
}

// Madrid to Zürich, with all but the last track to Madrid.
Table one_track_short() {
  auto t = Table::ready("europe", 2);
  t.give_ticket(0, "madrid-zurich");
  t.give_tracks(0, {"barcelona-marseille", "marseille-zurich"});
  t.give_track(1, "barcelona-madrid");
  t.give_hand(0, "1 red, 2 green");
  return t;
}

TEST(Heuristics, a_station_is_built_only_for_a_ticket_out_of_reach) {
  auto t = one_track_short();
  EXPECT_EQ(Asked(t).station(), "nothing") << "there is a way by Pamplona";
  t.set_wagons(0, 5);
  EXPECT_EQ(Asked(t).station(), "build_station barcelona green for 12");  // twice 8 less an unused station
  t.give_station(1, "barcelona");
  EXPECT_EQ(Asked(t).station(), "build_station madrid green for 12");
}

TEST(Heuristics, a_station_is_built_towards_the_end) {
  auto t = one_track_short();
  t.set_wagons(1, 3);
  EXPECT_EQ(Asked(t).station(), "build_station barcelona green for 12");
  t.give_track(0, "marseille-pamplona");
  t.give_track(0, "madrid-pamplona.1");
  EXPECT_EQ(Asked(t).station(), "nothing") << "the ticket is complete";
}

TEST(Heuristics, tickets_are_swapped_when_none_can_be_completed) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"amsterdam-madrid", "ankara-moscow"});
  EXPECT_FALSE(tickets_hopeless(t.game, Asked(t).view, Asked(t).usable));
  t.set_wagons(0, 1);
  EXPECT_TRUE(tickets_hopeless(t.game, Asked(t).view, Asked(t).usable));
  const Asked asked(t);
  int swaps = 0;
  Rng rng(4);
  for (int i = 0; i < 400; ++i) swaps += hopeless_swap(t.game, asked.view, asked.usable, *asked.list, rng).has_value();
  EXPECT_NEAR(swaps, 300, 40);
}

TEST(Graph, tracks_beside_an_own_one_are_not_open) {
  auto t = Table::ready("europe", 4);
  t.give_track(0, "madrid-pamplona.1");
  const Asked asked(t);
  EXPECT_TRUE(t.open().free.test(t.track("madrid-pamplona.2")));
  EXPECT_FALSE(asked.usable.open.test(t.track("madrid-pamplona.2")));
  t.set_wagons(0, 2);
  EXPECT_FALSE(Asked(t).usable.open.test(t.track("lisboa-madrid"))) << "too long";
}

TEST(Ladder, completes_its_ticket_when_it_can) {
  for (const auto* name : {"h2", "h3", "h4", "hungry", "onestep", "path"}) {
    auto t = Table::ready("europe", 2);
    t.give_ticket(0, "madrid-zurich");
    t.give_tracks(0, {"barcelona-marseille", "marseille-zurich"});
    t.give_hand(0, "2 yellow, 1 green");
    t.set_wagons(0, 10);  // no more tickets for hungry
    Rng rng(1);
    const Asked asked(t);
    EXPECT_EQ(to_text(t.game, (*make_player(name))->choose(t.game, asked.view, rng)), "claim barcelona-madrid yellow") << name;
  }
}

}  // namespace
}  // namespace perron
