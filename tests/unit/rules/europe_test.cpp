// The rules of Europe, E1 to E14.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rules/graph.h"
#include "rules/stations.h"
#include "support/table.h"

namespace perron {
namespace {

using Texts = Table::Texts;

// The ways to pay for a track, without its name.
Texts payments(const Table& t, const std::string& track) {
  Texts out;
  const auto begin = "claim " + track + " ";
  for (const auto& text : t.legal_texts(Kind::claim))
    if (text.starts_with(begin)) out.push_back(text.substr(begin.size()));
  return out;
}

void turn_up(Table& t, std::initializer_list<const char*> cards) {
  for (const auto* card : cards) t.deal("deal_tunnel " + std::string(card));
}

TEST(Europe, E1_wagons_stations_tickets) {
  auto t = Table::ready("europe", 5);
  for (int s = 0; s < 5; ++s) EXPECT_EQ(t.wagons(s), 45);
  EXPECT_EQ(t.game.rules().stations->each, 3);
  EXPECT_EQ(t.bag(0).size(), 6u);
  EXPECT_EQ(t.bag(1).size(), 40u);
  EXPECT_EQ(t.game.rules().decks[0].id, "long");
  EXPECT_EQ(t.game.rules().players_min, 2);
  EXPECT_EQ(t.game.rules().players_max, 5);
}

// Deals the opening up to the choice of tickets.
Table at_first_choice(int seats, int first) {
  Table t("europe", seats, first);
  Rng rng(7);
  while (is_chance(t.open()) && t.open().owed != Owed::ticket) apply(t.game, t.state, random_deal(t.game, t.state, rng));
  return t;
}

TEST(Europe, E2_one_long_and_three_regular_tickets_are_dealt) {
  auto t = at_first_choice(3, 2);
  const char* longs[] = {"brest-petrograd", "cadiz-stockholm", "danzig-lisboa"};
  const char* regular[] = {"berlin-london", "kyiv-sochi",   "paris-wien",  "essen-kyiv",   "berlin-roma",
                           "angora-athina", "athina-wilno", "roma-smyrna", "madrid-zurich"};
  for (int s = 0; s < 3; ++s) {
    const auto seat = "deal_ticket " + std::to_string(s) + " ";
    EXPECT_EQ(t.outcome_texts().size(), static_cast<std::size_t>(6 - s));
    t.deal(seat + longs[s]);
    for (int i = 0; i < 3; ++i) t.deal(seat + regular[3 * s + i]);
  }
  EXPECT_EQ(t.phase(), Phase::first_keep);
  EXPECT_EQ(t.mover(), 0);  // they choose in the order of the seats, whoever starts
  EXPECT_EQ(t.offered(0), (Texts{"brest-petrograd", "berlin-london", "kyiv-sochi", "paris-wien"}));
  EXPECT_EQ(t.offered(2), (Texts{"danzig-lisboa", "athina-wilno", "roma-smyrna", "madrid-zurich"}));

  EXPECT_EQ(t.refused("keep_tickets"), Refusal::keep_more);
  EXPECT_EQ(t.refused("keep_tickets 1"), Refusal::keep_more);
  EXPECT_EQ(t.refused("keep_tickets 1 5"), Refusal::not_offered);
  EXPECT_EQ(t.refused("draw_blind"), Refusal::finish_tickets);
  EXPECT_EQ(t.refused("keep_tickets 1 2", 1), Refusal::not_your_turn);
  EXPECT_EQ(t.legal_texts().size(), 11u);  // 6 pairs, 4 threes, all
  t.play("keep_tickets 2 4");              // without the long one
  EXPECT_EQ(t.tickets(0), (Texts{"berlin-london", "paris-wien"}));
  EXPECT_EQ(t.held(0), 2);
  EXPECT_EQ(t.mover(), 1);
  t.play("keep_tickets 1 2 3 4");
  EXPECT_EQ(t.held(1), 4);
  t.play("keep_tickets 1 3");
  EXPECT_EQ(t.tickets(2), (Texts{"danzig-lisboa", "roma-smyrna"}));
  EXPECT_EQ(t.phase(), Phase::turn);
  EXPECT_EQ(t.mover(), 2);  // the named seat starts
}

TEST(Europe, E2_tickets_not_kept_and_long_ones_leave_the_game) {
  for (int seats = 2; seats <= 5; ++seats) {
    auto t = at_first_choice(seats, 0);
    t.deal_all();
    std::set<std::string> gone;
    for (int s = 0; s < seats; ++s)
      for (const auto& id : t.offered(s)) gone.insert(id);
    for (int s = 0; s < seats; ++s) t.play("keep_tickets 2 3");
    std::set<std::string> drawn;  // all that can be drawn from now on
    while (t.can("draw_tickets")) {
      t.play("draw_tickets");
      t.deal_all();
      const auto offered = t.offered(t.mover());
      for (const auto& id : offered) {
        EXPECT_FALSE(gone.contains(id)) << id;
        EXPECT_EQ(t.game.tickets[t.ticket(id)].deck, 1) << id;
        EXPECT_TRUE(drawn.insert(id).second) << id;
      }
      t.play(offered.size() == 3 ? "keep_tickets 1 2 3" : offered.size() == 2 ? "keep_tickets 1 2" : "keep_tickets 1");
    }
    EXPECT_EQ(drawn.size(), static_cast<std::size_t>(40 - 3 * seats));
  }
}

TEST(Europe, E3_draw_three_keep_at_least_one_the_rest_go_to_the_bottom) {
  auto t = Table::ready("europe", 2);
  t.leave_tickets(1, {"berlin-london", "kyiv-sochi", "paris-wien", "essen-kyiv"});
  t.play("draw_tickets");
  t.deal("deal_ticket 0 paris-wien");
  t.deal("deal_ticket 0 berlin-london");
  t.deal("deal_ticket 0 essen-kyiv");
  EXPECT_EQ(t.phase(), Phase::keep);
  EXPECT_EQ(t.refused("keep_tickets"), Refusal::keep_more);
  EXPECT_EQ(t.refused("keep_tickets 4"), Refusal::not_offered);
  EXPECT_EQ(t.legal_texts().size(), 7u);
  t.play("keep_tickets 2");
  EXPECT_EQ(t.tickets(0), (Texts{"berlin-london"}));
  EXPECT_EQ(t.under(1), (Texts{"paris-wien", "essen-kyiv"}));  // in the order offered
  EXPECT_EQ(t.mover(), 1);
  t.play("draw_tickets");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 kyiv-sochi"}));  // the shuffled one is above
  t.deal("deal_ticket 1 kyiv-sochi");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 paris-wien"}));
  t.deal("deal_ticket 1 paris-wien");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 essen-kyiv"}));
  t.deal("deal_ticket 1 essen-kyiv");
  t.play("keep_tickets 3");
  EXPECT_EQ(t.under(1), (Texts{"kyiv-sochi", "paris-wien"}));
  EXPECT_EQ(t.tickets(1), (Texts{"essen-kyiv"}));
}

TEST(Europe, E3_fewer_when_fewer_are_left_and_none_without) {
  auto t = Table::ready("europe", 2);
  t.leave_tickets(1, {"berlin-london", "kyiv-sochi"});
  t.play("draw_tickets");
  t.deal("deal_ticket 0 kyiv-sochi");
  t.deal("deal_ticket 0 berlin-london");
  EXPECT_EQ(t.offered(0).size(), 2u);
  EXPECT_EQ(t.refused("keep_tickets"), Refusal::keep_more);
  t.play("keep_tickets 1");
  t.play("draw_tickets");
  t.deal("deal_ticket 1 berlin-london");  // one left
  EXPECT_EQ(t.legal_texts(), (Texts{"keep_tickets 1"}));
  t.play("keep_tickets 1");
  EXPECT_EQ(t.refused("draw_tickets"), Refusal::no_tickets_left);
  EXPECT_EQ(t.legal_texts(Kind::draw_tickets), Texts{});
}

TEST(Europe, E3_no_split_is_named) {
  const auto t = Table::ready("europe", 2);
  EXPECT_EQ(t.refused("draw_tickets 1+2"), Refusal::wrong_split);
}

TEST(Europe, E4_a_ferry_needs_its_printed_locomotives) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "4 red, 3 blue, 1 locomotive");
  EXPECT_EQ(payments(t, "athina-brindisi"), (Texts{"blue+1", "red+1"}));  // length 4, one locomotive
  EXPECT_EQ(t.refused("claim athina-brindisi red"), Refusal::ferry_locomotives);
  EXPECT_EQ(t.refused("claim palermo-smyrna red+1"), Refusal::ferry_locomotives);
  EXPECT_EQ(payments(t, "palermo-smyrna"), Texts{});
  t.give_hand(0, "4 red, 2 blue, 2 locomotive");
  EXPECT_EQ(payments(t, "palermo-smyrna"), (Texts{"red+2"}));           // length 6, two locomotives
  EXPECT_EQ(payments(t, "amsterdam-london"), (Texts{"locomotive+2"}));  // both spaces
  EXPECT_EQ(t.refused("claim amsterdam-london red+1"), Refusal::ferry_locomotives);
  t.play("claim palermo-smyrna red+2");
  EXPECT_EQ(t.hand(0), "2 blue");
  EXPECT_EQ(t.points(0), 15);
  EXPECT_EQ(t.wagons(0), 39);
}

TEST(Europe, E4_more_locomotives_than_printed_are_allowed) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "1 green, 2 red, 4 locomotive");
  EXPECT_EQ(payments(t, "athina-brindisi"), (Texts{"green+3", "red+2", "red+3", "locomotive+4"}));
  EXPECT_EQ(payments(t, "dieppe-london.1"), (Texts{"green+1", "red+1", "locomotive+2"}));
  t.give_hand(0, "12 red");  // no locomotive, no ferry
  int ferries = 0;
  for (const auto& track : t.game.board.tracks) {
    if (track.locomotives == 0) continue;
    ++ferries;
    EXPECT_EQ(payments(t, track.id), Texts{}) << track.id;
  }
  EXPECT_EQ(ferries, 13);
}

TEST(Europe, E5_each_turned_up_card_of_the_colour_and_each_locomotive_costs_one) {
  struct Case {
    std::initializer_list<const char*> cards;
    int extra;
  };
  for (const auto& c :
       {Case{{"blue", "green", "white"}, 0}, Case{{"black", "green", "white"}, 1}, Case{{"locomotive", "green", "white"}, 1},
        Case{{"black", "white", "black"}, 2}, Case{{"black", "red", "locomotive"}, 2}, Case{{"black", "black", "black"}, 3},
        Case{{"locomotive", "locomotive", "locomotive"}, 3}, Case{{"black", "locomotive", "black"}, 3}}) {
    auto t = Table::ready("europe", 2);
    t.give_hand(0, "6 black, 1 locomotive");
    t.play("claim madrid-pamplona.1 black");
    EXPECT_EQ(t.hand(0), "3 black, 1 locomotive");  // laid
    EXPECT_EQ(t.discard(), "nothing");
    turn_up(t, c.cards);
    if (c.extra == 0) {
      EXPECT_TRUE(t.owns(0, "madrid-pamplona.1"));
      EXPECT_EQ(t.mover(), 1);
      continue;
    }
    EXPECT_EQ(t.phase(), Phase::tunnel);
    EXPECT_EQ(t.open().tunnel_extra, c.extra);
    EXPECT_FALSE(t.owns(0, "madrid-pamplona.1"));
    t.play("pay_tunnel 0");
    EXPECT_EQ(t.hand(0), c.extra == 3 ? "1 locomotive" : std::to_string(3 - c.extra) + " black, 1 locomotive");
    EXPECT_TRUE(t.owns(0, "madrid-pamplona.1"));
    EXPECT_EQ(t.mover(), 1);
  }
}

TEST(Europe, E5_the_extra_is_paid_with_the_colour_or_locomotives) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "4 black, 2 white, 2 locomotive");
  t.play("claim madrid-pamplona.1 black");
  turn_up(t, {"black", "black", "green"});
  EXPECT_EQ(t.legal_texts(), (Texts{"pay_tunnel 1", "pay_tunnel 2", "decline_tunnel"}));
  EXPECT_EQ(t.refused("pay_tunnel 0"), Refusal::cannot_pay);  // one black left
  EXPECT_EQ(t.refused("pay_tunnel 3"), Refusal::wrong_payment);
  EXPECT_EQ(t.refused("draw_blind"), Refusal::finish_tunnel);
  EXPECT_EQ(t.refused("pay_tunnel 1", 1), Refusal::not_your_turn);
  auto u = t;
  t.play("pay_tunnel 1");
  EXPECT_EQ(t.hand(0), "2 white, 1 locomotive");
  EXPECT_EQ(t.discard(), "1 green, 6 black, 1 locomotive");  // laid, extra and turned up
  u.play("pay_tunnel 2");
  EXPECT_EQ(u.hand(0), "2 white, 1 black");
  EXPECT_EQ(u.discard(), "1 green, 5 black, 2 locomotive");
}

TEST(Europe, E5_a_payment_with_some_locomotives_has_the_colour_of_its_other_cards) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "1 red, 3 blue, 2 locomotive");
  t.play("claim paris-zurich red+2");  // grey: the colour laid counts
  turn_up(t, {"blue", "red", "green"});
  EXPECT_EQ(t.open().tunnel_extra, 1);
  EXPECT_EQ(t.legal_texts(), (Texts{"decline_tunnel"}));  // neither a red nor a locomotive is left; blue doesn't help
  EXPECT_EQ(t.refused("pay_tunnel 0"), Refusal::cannot_pay);
  EXPECT_EQ(t.refused("pay_tunnel 1"), Refusal::cannot_pay);
}

TEST(Europe, E6_locomotives_alone_only_locomotives_cost_extra) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "5 black, 4 locomotive");
  t.play("claim madrid-pamplona.1 locomotive+3");
  turn_up(t, {"black", "black", "black"});  // the colour of the track costs nothing
  EXPECT_TRUE(t.owns(0, "madrid-pamplona.1"));
  EXPECT_EQ(t.hand(0), "5 black, 1 locomotive");
  EXPECT_EQ(t.discard(), "3 black, 3 locomotive");

  auto u = Table::ready("europe", 2);
  u.give_hand(0, "5 black, 5 locomotive");
  u.play("claim madrid-pamplona.1 locomotive+3");
  turn_up(u, {"locomotive", "black", "locomotive"});
  EXPECT_EQ(u.open().tunnel_extra, 2);
  EXPECT_EQ(u.legal_texts(), (Texts{"pay_tunnel 2", "decline_tunnel"}));  // each with a locomotive
  EXPECT_EQ(u.refused("pay_tunnel 0"), Refusal::wrong_color);
  EXPECT_EQ(u.refused("pay_tunnel 1"), Refusal::wrong_color);
  EXPECT_EQ(u.refused("pay_tunnel 3"), Refusal::wrong_payment);
  u.play("pay_tunnel 2");
  EXPECT_EQ(u.hand(0), "5 black");
  EXPECT_EQ(u.discard(), "1 black, 7 locomotive");
}

TEST(Europe, E6_too_few_locomotives_for_the_extra) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "5 black, 4 locomotive");
  t.play("claim madrid-pamplona.1 locomotive+3");
  turn_up(t, {"locomotive", "locomotive", "red"});
  EXPECT_EQ(t.legal_texts(), (Texts{"decline_tunnel"}));
  EXPECT_EQ(t.refused("pay_tunnel 2"), Refusal::cannot_pay);
  t.play("decline_tunnel");
  EXPECT_EQ(t.hand(0), "5 black, 4 locomotive");
}

TEST(Europe, E7_who_declines_takes_the_cards_back_and_the_turn_ends) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "4 black, 2 locomotive");
  t.play("claim madrid-pamplona.1 black+1");
  turn_up(t, {"black", "green", "white"});
  EXPECT_TRUE(t.can("pay_tunnel 0"));  // could, but won't
  t.play("decline_tunnel");
  EXPECT_EQ(t.hand(0), "4 black, 2 locomotive");
  EXPECT_EQ(t.discard(), "1 white, 1 green, 1 black");
  EXPECT_EQ(total(t.open().turned_up), 0);
  EXPECT_FALSE(t.owns(0, "madrid-pamplona.1"));
  EXPECT_TRUE(t.is_free("madrid-pamplona.1"));
  EXPECT_TRUE(t.is_free("madrid-pamplona.2"));
  EXPECT_EQ(t.wagons(0), 45);
  EXPECT_EQ(t.points(0), 0);
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.phase(), Phase::turn);
}

TEST(Europe, E7_with_nothing_to_pay_the_track_is_claimed_and_the_turned_up_cards_are_discarded) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 black");
  t.play("claim madrid-pamplona.1 black");
  turn_up(t, {"red", "green"});
  EXPECT_EQ(t.discard(), "nothing");
  turn_up(t, {"white"});
  EXPECT_EQ(t.discard(), "1 white, 1 green, 3 black, 1 red");
  EXPECT_EQ(total(t.open().turned_up), 0);
  EXPECT_TRUE(t.owns(0, "madrid-pamplona.1"));
  EXPECT_FALSE(t.is_free("madrid-pamplona.2"));  // [C14]
  EXPECT_EQ(t.mover(), 1);
}

TEST(Europe, E7_a_place_of_the_row_is_refilled_with_what_was_turned_up) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "4 black");
  t.set_row("red blue - green white");
  t.set_deck("1 yellow, 1 black", 1);
  t.play("claim madrid-pamplona.1 black");
  turn_up(t, {"yellow", "black"});
  t.play("decline_tunnel");
  // The end of the turn: the discards are those two cards, and one of them goes to the empty place.
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_row 2 yellow", "deal_row 2 black"}));
  t.deal("deal_row 2 yellow");
  EXPECT_EQ(t.row(), "red blue yellow green white");
  EXPECT_EQ(t.deck(), "1 black");
  EXPECT_EQ(t.hand(0), "4 black");
  EXPECT_EQ(t.mover(), 1);
}

TEST(Europe, E8_fewer_than_three_cards) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "4 black");
  t.set_deck("1 black, 1 green", 1);
  t.play("claim madrid-pamplona.1 black");
  turn_up(t, {"black", "green"});
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.phase(), Phase::tunnel);
  EXPECT_EQ(t.open().tunnel_extra, 1);
  t.play("pay_tunnel 0");
  EXPECT_EQ(t.hand(0), "nothing");
  EXPECT_EQ(t.discard(), "1 green, 5 black");
}

TEST(Europe, E8_one_card_and_it_costs_nothing) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 black");
  t.set_discard("1 green");
  t.set_deck("nothing", 1);
  t.play("claim madrid-pamplona.1 black");
  turn_up(t, {"green"});
  EXPECT_TRUE(t.owns(0, "madrid-pamplona.1"));
  EXPECT_EQ(t.discard(), "1 green, 3 black");
  EXPECT_EQ(t.mover(), 1);
}

TEST(Europe, E8_with_no_card_the_tunnel_costs_nothing_extra) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 black");
  t.set_deck("nothing", 1);
  t.play("claim madrid-pamplona.1 black");
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_TRUE(t.owns(0, "madrid-pamplona.1"));
  EXPECT_EQ(t.discard(), "3 black");
  EXPECT_EQ(t.points(0), 4);
  EXPECT_EQ(t.wagons(0), 42);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Europe, E8_the_laid_cards_are_not_among_the_discards_that_are_shuffled) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "4 black");
  t.set_discard("1 blue, 1 white");
  t.set_deck("1 green", 1);
  t.play("claim madrid-pamplona.1 black");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_tunnel green"}));
  turn_up(t, {"green"});
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_tunnel blue", "deal_tunnel white"}));  // no black, and the green lies there
  turn_up(t, {"blue"});
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_tunnel white"}));
  turn_up(t, {"white"});
  EXPECT_TRUE(t.owns(0, "madrid-pamplona.1"));
  EXPECT_EQ(t.discard(), "1 blue, 1 white, 1 green, 3 black");
}

TEST(Europe, E9_a_tunnel_scores_and_takes_wagons_by_its_spaces) {
  auto t = Table::ready("europe", 2);
  t.set_wagons(0, 3);  // enough for the spaces, whatever the extra is
  t.give_hand(0, "6 black");
  t.play("claim madrid-pamplona.1 black");
  turn_up(t, {"black", "black", "locomotive"});
  t.play("pay_tunnel 0");
  EXPECT_EQ(t.hand(0), "nothing");
  EXPECT_EQ(t.points(0), 4);
  EXPECT_EQ(t.wagons(0), 0);
  EXPECT_EQ(t.discard(), "8 black, 1 locomotive");
}

TEST(Europe, E10_the_price_of_the_stations) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 red, 1 blue, 4 locomotive");
  const auto ways = [&](const std::string& city) {
    Texts out;
    for (const auto& text : t.legal_texts(Kind::build_station))
      if (text.starts_with("build_station " + city + " ")) out.push_back(text.substr(15 + city.size()));
    return out;
  };
  EXPECT_EQ(ways("wien"), (Texts{"blue", "red", "locomotive+1"}));
  EXPECT_EQ(t.refused("build_station wien red+1"), Refusal::wrong_payment);
  EXPECT_EQ(t.refused("build_station wien green"), Refusal::cannot_pay);
  EXPECT_EQ(t.legal_texts(Kind::build_station).size(), 47u * 3);  // any city
  t.play("build_station wien blue");
  EXPECT_EQ(t.hand(0), "3 red, 4 locomotive");
  EXPECT_EQ(t.discard(), "1 blue");
  EXPECT_EQ(t.mover(), 1);  // one in a turn

  t.set_mover(0);
  EXPECT_EQ(ways("berlin"), (Texts{"red", "red+1", "locomotive+2"}));
  EXPECT_EQ(t.refused("build_station berlin locomotive+1"), Refusal::wrong_payment);
  t.play("build_station berlin red+1");
  EXPECT_EQ(t.hand(0), "2 red, 3 locomotive");

  t.set_mover(0);
  EXPECT_EQ(ways("paris"), (Texts{"red+1", "red+2", "locomotive+3"}));
  EXPECT_EQ(t.refused("build_station paris red"), Refusal::cannot_pay);
  t.play("build_station paris locomotive+3");
  EXPECT_EQ(t.hand(0), "2 red");
  EXPECT_EQ(stations_built(t.open(), Seat{0}), 3);

  t.set_mover(0);
  t.give_hand(0, "8 red");
  EXPECT_EQ(t.refused("build_station roma red"), Refusal::no_station_left);
  EXPECT_EQ(t.legal_texts(Kind::build_station), Texts{});
  EXPECT_EQ(t.wagons(0), 45);
  EXPECT_EQ(t.points(0), 0);
}

TEST(Europe, E10_any_city_without_a_station_tracks_there_or_not) {
  auto t = Table::ready("europe", 2);
  t.give_track(1, "budapest-wien.1");
  t.give_track(0, "brest-paris");
  t.give_hand(0, "3 red");
  for (const auto* city : {"wien", "budapest", "paris", "moskva"})
    EXPECT_TRUE(t.can("build_station " + std::string(city) + " red")) << city;
  t.play("build_station wien red");
  t.give_hand(1, "2 red");
  EXPECT_EQ(t.refused("build_station wien red"), Refusal::city_has_station);
  t.play("build_station budapest red");
  EXPECT_EQ(t.refused("build_station wien red"), Refusal::city_has_station);  // one's own
  EXPECT_EQ(t.refused("build_station budapest red"), Refusal::city_has_station);
}

TEST(Europe, E11_a_station_lends_one_track_that_ends_in_its_city) {
  auto t = Table::ready("europe", 3);
  t.give_tracks(0, {"brest-paris"});
  t.give_tracks(1, {"marseille-paris"});
  t.give_ticket(0, "brest-marseille");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -7);
  auto u = t;
  t.give_station(0, "marseille");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, 7);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 1);
  const auto count = score_tickets(t.game, t.state, Seat{0});
  EXPECT_EQ(count.lent[0], t.track("marseille-paris"));
  u.give_station(0, "brest");  // no end of that track
  EXPECT_EQ(u.scores().seat[Seat{0}].tickets, -7);
  u.give_station(1, "paris");  // another player's station
  EXPECT_EQ(u.scores().seat[Seat{0}].tickets, -7);
  u.give_station(0, "paris");
  EXPECT_EQ(u.scores().seat[Seat{0}].tickets, 7);
}

TEST(Europe, E11_tracks_that_nobody_has_claimed_are_not_lent) {
  auto t = Table::ready("europe", 2);
  t.give_track(0, "brest-paris");
  t.give_station(0, "paris");
  t.give_ticket(0, "brest-marseille");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -7);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 0);
}

TEST(Europe, E11_of_conflicting_tickets_the_dearest_set_is_completed) {
  auto t = Table::ready("europe", 3);
  t.give_tracks(0, {"berlin-warszawa.1", "kyiv-warszawa", "essen-kobenhavn.1"});
  t.give_tracks(1, {"berlin-essen"});
  t.give_tracks(2, {"essen-frankfurt"});
  t.give_station(0, "essen");
  t.give_tickets(0, {"essen-kyiv", "frankfurt-kobenhavn"});  // 10 by Berlin or 5 by Frankfurt
  auto count = score_tickets(t.game, t.state, Seat{0});
  EXPECT_EQ(count.points, 10 - 5);
  EXPECT_EQ(count.completed, 1);
  EXPECT_EQ(count.lent[0], t.track("berlin-essen"));

  // With 8 more by Frankfurt the two smaller ones are worth more than the dearest alone: the same track serves both.
  t.give_tracks(0, {"frankfurt-paris.1", "marseille-paris"});
  t.give_ticket(0, "essen-marseille");
  count = score_tickets(t.game, t.state, Seat{0});
  EXPECT_EQ(count.points, 5 + 8 - 10);
  EXPECT_EQ(count.completed, 2);
  EXPECT_EQ(count.lent[0], t.track("essen-frankfurt"));
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, 3);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 2);
}

TEST(Europe, E11_stations_are_chosen_together) {
  auto t = Table::ready("europe", 2);
  t.give_tracks(1, {"amsterdam-london", "amsterdam-frankfurt", "frankfurt-munchen", "munchen-zurich"});
  t.give_tracks(0, {"munchen-wien", "budapest-wien.1"});
  t.give_station(0, "munchen");
  t.give_ticket(0, "budapest-zurich");  // 6, by München to Zürich
  EXPECT_EQ(score_tickets(t.game, t.state, Seat{0}).points, 6);
  t.give_ticket(0, "london-wien");  // 10, but only by all three stations
  EXPECT_EQ(score_tickets(t.game, t.state, Seat{0}).points, 6 - 10);
  t.give_station(0, "frankfurt");
  t.give_station(0, "amsterdam");
  const auto count = score_tickets(t.game, t.state, Seat{0});
  EXPECT_EQ(count.points, 10 - 6);
  EXPECT_EQ(count.completed, 1);
  EXPECT_EQ(count.lent[0], t.track("frankfurt-munchen"));
  EXPECT_EQ(count.lent[1], t.track("amsterdam-frankfurt"));
  EXPECT_EQ(count.lent[2], t.track("amsterdam-london"));
}

TEST(Europe, E11_a_station_need_not_touch_ones_own_tracks) {
  auto t = Table::ready("europe", 2);
  t.give_tracks(1, {"budapest-sarajevo", "sarajevo-sofia"});
  t.give_ticket(0, "budapest-sofia");
  t.give_station(0, "sarajevo");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -5);  // one track of the two is not enough
  t.give_station(0, "sofia");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, 5);
}

TEST(Europe, E11_two_tracks_of_one_city_are_not_lent_by_one_station) {
  auto t = Table::ready("europe", 2);
  t.give_tracks(1, {"budapest-sarajevo", "sarajevo-sofia"});
  t.give_station(0, "sarajevo");
  t.give_ticket(0, "budapest-sofia");
  const auto count = score_tickets(t.game, t.state, Seat{0});
  EXPECT_EQ(count.points, -5);
  EXPECT_EQ(count.completed, 0);
  EXPECT_EQ(count.lent[0], kNoTrack);  // nothing is gained by any
}

TEST(Europe, E11_for_tickets_only) {
  auto t = Table::ready("europe", 2);
  t.give_track(0, "brest-paris");
  t.give_tracks(1, {"marseille-paris", "cadiz-lisboa"});
  t.give_station(0, "paris");
  const auto scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].longest, 3);
  EXPECT_EQ(scores.seat[Seat{0}].claims, 4);
  EXPECT_EQ(scores.seat[Seat{1}].longest, 4);
}

// A board with the sheet of Europe and a hub where everything is decided.
std::string hub_board(int far_points) {
  return R"({"perron_board": 1, "id": "hub", "version": 1, "name": "Hub", "rules": {
    "players": {"min": 2, "max": 2}, "wagons": 45,
    "cards": {"purple": 9, "blue": 9, "orange": 9, "white": 9, "green": 9, "red": 9}, "opening_cards": 4,
    "draw": {"cards": 2, "row": {"places": 5, "flush_at_locomotives": 3}}, "claim_points": [1, 2, 4, 7, 10, 15, 18, 21],
    "one_of_parallel_up_to_players": 3, "end": {"wagons_left": 2, "turns_each": 1},
    "tickets": {"decks": [{"id": "regular", "first": 1, "later": 3}], "keep": {"first": 1, "later": 1, "not_kept_first": "leave_game"}},
    "tunnels": {"cards": 3}, "stations": {"each": 3, "points_unused": 4}, "longest_line": {"points": 10},
    "tie_breaks": ["most_completed", "fewest_stations", "longest_line"]},
    "places": [{"id": "hub", "name": "H"}, {"id": "north", "name": "N"}, {"id": "south", "name": "S"}, {"id": "far", "name": "F"},
      {"id": "home", "name": "O"}],
    "tracks": [{"a": "hub", "b": "north", "length": 1, "colour": "red"}, {"a": "hub", "b": "south", "length": 1, "colour": "red"},
      {"a": "south", "b": "far", "length": 1, "colour": "red"}, {"a": "hub", "b": "home", "length": 1, "colour": "red"}],
    "tickets": [{"a": "home", "b": "north", "points": 10}, {"a": "home", "b": "south", "points": 4},
      {"a": "home", "b": "far", "points": )" +
         std::to_string(far_points) + "}]}";
}

TEST(Europe, E11_of_equal_scores_the_one_with_more_completed_tickets) {
  for (const int far_points : {5, 6, 7}) {  // 10 by north, or 4 and this by south
    auto t = Table::ready(hub_board(far_points), 2);
    t.give_tracks(0, {"home-hub", "far-south"});
    t.give_tracks(1, {"hub-north", "hub-south"});
    t.give_station(0, "hub");
    t.give_tickets(0, {"home-north", "home-south", "far-home"});
    const auto count = score_tickets(t.game, t.state, Seat{0});
    EXPECT_EQ(count.points, far_points == 5 ? 1 : far_points - 6);
    EXPECT_EQ(count.completed, far_points == 5 ? 1 : 2);
    EXPECT_EQ(count.lent[0], t.track(far_points == 5 ? "hub-north" : "hub-south"));
  }
}

TEST(Europe, E12_each_station_not_built_scores_four) {
  auto t = Table::ready("europe", 4);
  t.give_station(1, "wien");
  t.give_station(2, "berlin");
  t.give_station(2, "paris");
  for (const auto* city : {"roma", "moskva", "riga"}) t.give_station(3, city);
  const auto scores = t.scores();
  for (const auto& [seat, points] : {std::pair{0, 12}, {1, 8}, {2, 4}, {3, 0}}) {
    EXPECT_EQ(scores.seat[Seat(seat)].stations, points);
    EXPECT_EQ(scores.seat[Seat(seat)].total, points);
    EXPECT_EQ(scores.seat[Seat(seat)].stations_built, 3 - points / 4);
  }
}

TEST(Europe, E13_ten_points_for_the_longest_line_and_for_each_tied) {
  auto t = Table::ready("europe", 3);
  EXPECT_EQ(t.scores().seat[Seat{0}].express, 0);          // with no wagon on the board nobody has it
  t.give_tracks(0, {"brest-paris", "brest-dieppe"});       // 5
  t.give_tracks(1, {"berlin-essen", "essen-frankfurt"});   // 4
  t.give_tracks(2, {"moskva-smolensk", "kyiv-smolensk"});  // 5
  auto scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].longest, 5);
  EXPECT_EQ(scores.seat[Seat{0}].express, 10);
  EXPECT_EQ(scores.seat[Seat{1}].longest, 4);
  EXPECT_EQ(scores.seat[Seat{1}].express, 0);
  EXPECT_EQ(scores.seat[Seat{2}].express, 10);
  t.give_track(1, "frankfurt-munchen");
  t.give_track(1, "berlin-wien");  // 9
  scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].express, 0);
  EXPECT_EQ(scores.seat[Seat{1}].longest, 9);
  EXPECT_EQ(scores.seat[Seat{1}].express, 10);
  EXPECT_EQ(scores.seat[Seat{1}].total, scores.seat[Seat{1}].claims + 12 + 10);
}

TEST(Europe, E13_the_line_is_continuous) {
  auto t = Table::ready("europe", 2);
  t.give_tracks(0, {"brest-paris", "berlin-wien", "moskva-petrograd"});  // three parts: 3, 3, 4
  EXPECT_EQ(t.scores().seat[Seat{0}].longest, 4);
  // A fork: of the three arms 3, 2 and 1 at Paris the two longest count.
  auto u = Table::ready("europe", 2);
  u.give_tracks(0, {"brest-paris", "bruxelles-paris.1", "dieppe-paris"});
  EXPECT_EQ(u.scores().seat[Seat{0}].longest, 5);
}

TEST(Europe, E13_loops_and_a_city_passed_many_times) {
  auto t = Table::ready("europe", 2);
  // Two loops through Paris: Paris-Brest-Dieppe-Paris (3 + 2 + 1) and Paris-Frankfurt-Bruxelles-Paris (3 + 2 + 2).
  t.give_tracks(0, {"brest-paris", "brest-dieppe", "dieppe-paris", "frankfurt-paris.1", "bruxelles-frankfurt", "bruxelles-paris.1"});
  EXPECT_EQ(t.scores().seat[Seat{0}].longest, 13);
  t.give_track(0, "paris-zurich");  // and a tail: Paris three times
  EXPECT_EQ(t.scores().seat[Seat{0}].longest, 16);
  t.give_track(0, "marseille-paris");  // a second tail: start at the one, end at the other
  EXPECT_EQ(t.scores().seat[Seat{0}].longest, 20);
  t.give_track(0, "pamplona-paris.1");  // a third one: the shortest is lost
  EXPECT_EQ(t.scores().seat[Seat{0}].longest, 21);
}

TEST(Europe, E13_no_track_twice) {
  // A square with both diagonals has four odd corners: one track must stay out.
  const Edge square[] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 2, 3}, {1, 3, 2}};
  EXPECT_EQ(longest_line(square), 19);
  const Edge star[] = {{0, 1, 5}, {0, 2, 5}, {0, 3, 5}, {0, 4, 1}};
  EXPECT_EQ(longest_line(star), 10);
  const Edge one[] = {{7, 3, 8}};
  EXPECT_EQ(longest_line(one), 8);
  const Edge lollipop[] = {{0, 1, 6}, {1, 2, 1}, {2, 3, 1}, {3, 1, 1}};
  EXPECT_EQ(longest_line(lollipop), 9);
  // Two loops joined by a bridge: round the one, over, round the other.
  const Edge dumbbell[] = {{0, 1, 2}, {1, 2, 2}, {2, 0, 2}, {0, 3, 5}, {3, 4, 2}, {4, 5, 2}, {5, 3, 2}};
  EXPECT_EQ(longest_line(dumbbell), 17);
  const Edge loop_and_far_part[] = {{0, 1, 2}, {1, 2, 2}, {2, 0, 2}, {10, 11, 4}, {11, 12, 4}};
  EXPECT_EQ(longest_line(loop_and_far_part), 8);
  EXPECT_EQ(longest_line(std::span<const Edge>{}), 0);
}

TEST(Europe, E14_most_points) {
  auto t = Table::ready("europe", 3);
  t.give_tracks(0, {"brest-paris", "marseille-paris"});
  t.give_ticket(0, "brest-marseille");  // better at every other step
  t.level_totals();
  t.open().points[Seat{1}] = static_cast<std::int16_t>(t.open().points[Seat{1}] + 1);
  EXPECT_EQ(t.scores().winners, 0b010);
}

TEST(Europe, E14_then_most_completed_tickets) {
  auto t = Table::ready("europe", 3);
  t.give_tracks(0, {"brest-paris", "marseille-paris"});
  t.give_ticket(0, "brest-marseille");
  t.give_tracks(1, {"berlin-essen"});
  for (const auto* city : {"wien", "roma", "riga"}) t.give_station(0, city);  // worse at the next step
  t.level_totals();
  const auto scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].total, scores.seat[Seat{1}].total);
  EXPECT_EQ(scores.seat[Seat{0}].total, scores.seat[Seat{2}].total);
  EXPECT_EQ(scores.winners, 0b001);
}

TEST(Europe, E14_then_fewest_stations) {
  auto t = Table::ready("europe", 3);
  t.give_station(0, "wien");
  t.give_station(2, "roma");
  t.give_station(2, "riga");
  t.give_track(0, "petrograd-stockholm");  // has the Express: a later step
  t.level_totals();
  EXPECT_EQ(t.scores().winners, 0b010);
}

TEST(Europe, E14_then_the_express) {
  auto t = Table::ready("europe", 3);
  t.give_track(1, "moskva-petrograd");
  t.give_track(2, "berlin-wien");
  t.level_totals();
  EXPECT_EQ(t.scores().winners, 0b010);
  t.open().points[Seat{1}] = static_cast<std::int16_t>(t.open().points[Seat{1}] - 1);
  EXPECT_EQ(t.scores().winners, 0b101);  // of two tied ones neither has it
}

TEST(Europe, E14_a_tie_that_is_left_is_shared) {
  auto t = Table::ready("europe", 3);
  t.give_track(0, "moskva-petrograd");
  t.give_track(1, "berlin-danzig");
  t.level_totals();
  t.open().points[Seat{2}] = 0;
  const auto scores = t.scores();
  EXPECT_EQ(scores.winners, 0b011);
  EXPECT_TRUE(scores.wins(Seat{0}));
  EXPECT_TRUE(scores.wins(Seat{1}));
  EXPECT_FALSE(scores.wins(Seat{2}));
}

}  // namespace
}  // namespace perron
