// The rules of First Journey, F1 to F8. The chains of tickets [X8]-[X10] are in rules_silent_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/table.h"

namespace perron {
namespace {

using Texts = Table::Texts;

// Five completed tickets that no test here joins again.
void give_five(Table& t, int seat) {
  t.give_shown(seat, {"amsterdam-brest", "amsterdam-madrid", "athens-berlin", "athens-paris", "barcelona-brest"});
}

TEST(FirstJourney, F1_wagons_cards_tickets) {
  Table t("first-journey", 4);
  EXPECT_EQ(t.deck(), "10 blue, 10 white, 10 green, 10 yellow, 10 black, 10 red, 12 locomotive");
  EXPECT_EQ(t.bag(0).size(), 32u);
  for (int s = 0; s < 4; ++s) EXPECT_EQ(t.wagons(s), 20);
  EXPECT_EQ(t.game.rules().players_max, 4);
  EXPECT_TRUE(t.game.rules().east_west);
}

TEST(FirstJourney, F1_four_cards_and_two_tickets_for_each_seat_without_a_choice) {
  for (int seats = 2; seats <= 4; ++seats) {
    Table t("first-journey", seats, seats - 1);
    Rng rng(1);
    while (t.open().owed == Owed::hand) apply(t.game, t.state, random_deal(t.game, t.state, rng));
    const char* ids[] = {"ankara-kyiv",  "rome-rostov", "dublin-zurich", "riga-zurich",
                         "athens-paris", "kyiv-rome",   "dublin-madrid", "riga-rostov"};
    for (int i = 0; i < 2 * seats; ++i) t.deal("deal_ticket " + std::to_string(i / 2) + " " + ids[i]);
    EXPECT_EQ(t.phase(), Phase::turn);
    EXPECT_EQ(t.mover(), seats - 1);
    for (int s = 0; s < seats; ++s) {
      EXPECT_EQ(t.open().hand_size[Seat(s)], 4);
      EXPECT_EQ(t.offered(s), (Texts{ids[2 * s], ids[2 * s + 1]}));
      EXPECT_EQ(t.held(s), 2);
    }
    EXPECT_EQ(t.bag(0).size(), 32u - 2u * static_cast<unsigned>(seats));
    EXPECT_EQ(t.refused("keep_tickets 1 2"), Refusal::not_in_this_game);
  }
}

TEST(FirstJourney, F2_the_top_two_cards_and_no_row) {
  auto t = Table::ready("first-journey", 2);
  t.play("draw_blind");
  EXPECT_TRUE(is_chance(t.open()));
  t.deal("deal_hand 0 locomotive");
  EXPECT_TRUE(is_chance(t.open()));  // one move, two cards
  t.deal("deal_hand 0 red");
  EXPECT_EQ(t.hand(0), "1 red, 1 locomotive");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.refused("draw_row 0"), Refusal::not_in_this_game);
  EXPECT_EQ(t.legal_texts(Kind::draw_row), Texts{});
}

TEST(FirstJourney, F3_a_claim_scores_nothing) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"dublin-madrid", "dublin-zurich"});
  t.give_hand(0, "3 green");
  t.play("claim moscow-riga.1 green");
  EXPECT_TRUE(t.owns(0, "moscow-riga.1"));
  EXPECT_EQ(t.wagons(0), 17);
  EXPECT_EQ(t.points(0), 0);
  EXPECT_EQ(t.scores().seat[Seat{0}].total, 0);
  EXPECT_EQ(t.discard(), "3 green");
  EXPECT_EQ(t.mover(), 1);
}

TEST(FirstJourney, F3_both_parallel_tracks_stay_open_with_any_number_of_players) {
  for (int seats = 2; seats <= 4; ++seats) {
    auto t = Table::ready("first-journey", seats);
    t.give_hand(0, "3 green, 3 yellow");
    t.give_hand(1, "3 yellow");
    t.play("claim moscow-riga.1 green");
    EXPECT_TRUE(t.is_free("moscow-riga.2"));
    t.set_mover(0);
    EXPECT_EQ(t.refused("claim moscow-riga.2 yellow"), Refusal::parallel_yours);  // [C13]
    t.set_mover(1);
    t.play("claim moscow-riga.2 yellow");
    EXPECT_TRUE(t.owns(1, "moscow-riga.2"));
  }
}

TEST(FirstJourney, F4_a_joined_ticket_is_complete_at_once_and_a_new_one_is_drawn) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"sarajevo-zurich", "ankara-moscow"});
  t.give_track(0, "rome-sarajevo");
  t.give_hand(0, "1 green");
  t.play("claim rome-zurich.1 green");
  EXPECT_EQ(t.shown(0), (Texts{"sarajevo-zurich"}));  // laid open, for all to see
  EXPECT_EQ(t.offered(0), (Texts{"ankara-moscow"}));
  EXPECT_EQ(t.outcome_texts().size(), 30u);
  EXPECT_EQ(t.refused("draw_blind", 1), Refusal::dealing);
  t.deal("deal_ticket 0 kyiv-rome");
  EXPECT_EQ(t.offered(0), (Texts{"ankara-moscow", "kyiv-rome"}));
  EXPECT_EQ(t.tickets(0), (Texts{"ankara-moscow", "kyiv-rome"}));
  EXPECT_EQ(t.held(0), 2);
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 1);
  EXPECT_EQ(t.scores().seat[Seat{1}].completed, 0);
}

TEST(FirstJourney, F4_only_ones_own_wagons_join) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"sarajevo-zurich", "ankara-moscow"});
  t.give_track(1, "rome-sarajevo");
  t.give_tickets(1, {"kyiv-rome", "rome-rostov"});
  t.give_hand(0, "1 green");
  t.play("claim rome-zurich.1 green");
  EXPECT_EQ(t.shown(0), Texts{});
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.mover(), 1);
}

TEST(FirstJourney, F5_both_open_tickets_are_swapped_for_two_new_ones) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"sarajevo-zurich", "ankara-moscow"});
  t.give_hand(0, "2 red");
  EXPECT_TRUE(t.can("swap_tickets"));
  t.play("swap_tickets");
  EXPECT_EQ(std::ranges::count(t.outcome_texts(), "deal_ticket 0 ankara-moscow"), 0);
  t.deal("deal_ticket 0 kyiv-rome");
  t.deal("deal_ticket 0 dublin-zurich");
  EXPECT_EQ(t.offered(0), (Texts{"kyiv-rome", "dublin-zurich"}));
  EXPECT_EQ(t.tickets(0).size(), 2u);
  EXPECT_EQ(t.held(0), 2);
  EXPECT_EQ(t.open().tickets_aside, 2);
  EXPECT_EQ(t.bag(0).size(), 28u);
  EXPECT_EQ(t.hand(0), "2 red");
  EXPECT_EQ(t.mover(), 1);  // it was the action of the turn
}

// Madrid to Kyiv: nine wagons with the track to Moscow, which links west and east.
void give_line_to_kyiv(Table& t, int seat) {
  t.give_tracks(seat, {"barcelona-madrid.1", "barcelona-rome.1", "rome-vienna", "vienna-warsaw", "kyiv-warsaw"});
}

TEST(FirstJourney, F6_east_joined_to_west) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"london-stockholm", "copenhagen-dublin"});
  t.give_tickets(1, {"dublin-madrid", "amsterdam-brest"});
  give_line_to_kyiv(t, 0);
  t.give_hand(0, "2 green, 2 blue");
  t.play("claim kyiv-moscow green");
  EXPECT_EQ(t.open().east_west[Seat{0}], 1);
  EXPECT_EQ(t.open().east_west[Seat{1}], 0);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 1);  // counts as a completed ticket
  EXPECT_EQ(t.scores().seat[Seat{0}].total, 1);
  EXPECT_FALSE(is_chance(t.open()));  // and is not replaced
  EXPECT_EQ(t.offered(0).size(), 2u);
  EXPECT_EQ(t.mover(), 1);

  t.set_mover(0);
  t.play("claim moscow-rostov.1 blue");  // another eastern city: still one
  EXPECT_EQ(t.open().east_west[Seat{0}], 1);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 1);

  // One for each player.
  t.give_tracks(1, {"dublin-london.1", "london-paris.1", "paris-zurich.1", "vienna-zurich.1", "bucharest-vienna.1"});
  t.give_hand(1, "2 black");
  t.play("claim ankara-bucharest.1 black");
  EXPECT_EQ(t.open().east_west[Seat{1}], 1);
  EXPECT_EQ(t.scores().seat[Seat{1}].completed, 1);
}

TEST(FirstJourney, F6_the_eastern_and_the_western_cities) {
  auto t = Table::ready("first-journey", 2);
  std::array<Texts, 2> sides;
  for (std::size_t side : {0u, 1u}) t.game.region[side].each([&](Place place) { sides[side].push_back(t.game.board.places[place].id); });
  EXPECT_EQ(sides[0], (Texts{"ankara", "moscow", "rostov"}));
  EXPECT_EQ(sides[1], (Texts{"brest", "dublin", "madrid"}));
  t.give_tickets(0, {"london-stockholm", "copenhagen-dublin"});
  t.give_tracks(0, {"ankara-rostov.1"});
  t.give_hand(0, "2 blue");
  t.play("claim moscow-rostov.1 blue");  // east with east
  EXPECT_EQ(t.open().east_west[Seat{0}], 0);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 0);
}

TEST(FirstJourney, F7_the_sixth_ticket_wins_at_once) {
  auto t = Table::ready("first-journey", 3);
  give_five(t, 1);
  t.give_tickets(1, {"sarajevo-zurich", "ankara-moscow"});
  t.give_track(1, "rome-sarajevo");
  t.give_hand(1, "1 green");
  t.set_mover(1);
  t.play("claim rome-zurich.1 green");
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_FALSE(is_chance(t.open()));  // no new ticket, no more turns
  EXPECT_EQ(t.shown(1).size(), 6u);
  EXPECT_EQ(t.scores().seat[Seat{1}].completed, 6);
  EXPECT_EQ(t.scores().winners, 0b010);
  EXPECT_EQ(t.refused("draw_blind", 2), Refusal::game_over);
}

TEST(FirstJourney, F7_five_are_not_six) {
  auto t = Table::ready("first-journey", 2);
  t.give_shown(0, {"amsterdam-brest", "amsterdam-madrid", "athens-berlin", "athens-paris"});
  t.give_tickets(0, {"sarajevo-zurich", "ankara-moscow"});
  t.give_track(0, "rome-sarajevo");
  t.give_hand(0, "1 green");
  t.play("claim rome-zurich.1 green");
  EXPECT_FALSE(is_over(t.open()));
  t.deal("deal_ticket 0 dublin-madrid");
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 5);
  EXPECT_EQ(t.mover(), 1);
}

TEST(FirstJourney, F7_east_west_as_the_sixth) {
  auto t = Table::ready("first-journey", 2);
  give_five(t, 0);
  t.give_tickets(0, {"london-stockholm", "copenhagen-dublin"});
  give_line_to_kyiv(t, 0);
  t.give_hand(0, "2 green");
  t.play("claim kyiv-moscow green");
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_EQ(t.open().east_west[Seat{0}], 1);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 6);
  EXPECT_EQ(t.scores().winners, 0b01);
}

TEST(FirstJourney, F8_the_last_wagon_ends_the_game) {
  auto t = Table::ready("first-journey", 3);
  t.give_shown(0, {"amsterdam-brest"});
  t.give_shown(1, {"athens-berlin", "athens-paris"});
  t.give_tickets(0, {"london-stockholm", "copenhagen-dublin"});
  t.set_wagons(0, 3);
  t.give_hand(0, "3 red, 1 green");
  t.play("claim athens-sarajevo red");
  EXPECT_EQ(t.wagons(0), 2);
  EXPECT_EQ(t.phase(), Phase::turn);
  t.set_mover(0);
  t.play("claim rome-zurich.1 green");
  EXPECT_EQ(t.wagons(0), 1);
  EXPECT_EQ(t.phase(), Phase::turn);
  t.set_mover(0);
  t.play("claim riga-stockholm.1 red");
  EXPECT_EQ(t.wagons(0), 0);
  EXPECT_TRUE(is_over(t.open()));  // nobody has another turn
  EXPECT_EQ(t.scores().winners, 0b010);
}

TEST(FirstJourney, F8_the_tickets_of_that_claim_complete_first_and_ties_share) {
  auto t = Table::ready("first-journey", 3);
  t.give_shown(0, {"amsterdam-brest"});
  t.give_shown(1, {"athens-berlin", "athens-paris"});
  t.give_tickets(0, {"sarajevo-zurich", "copenhagen-dublin"});
  t.give_track(0, "rome-sarajevo");
  t.set_wagons(0, 1);
  t.give_hand(0, "1 green");
  t.play("claim rome-zurich.1 green");
  EXPECT_FALSE(is_over(t.open()));  // the new ticket comes first
  t.deal("deal_ticket 0 ankara-moscow");
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 2);
  EXPECT_EQ(t.scores().winners, 0b011);
}

TEST(FirstJourney, F8_east_west_counts) {
  auto t = Table::ready("first-journey", 2);
  t.give_shown(0, {"amsterdam-brest"});
  t.give_shown(1, {"athens-berlin"});
  t.give_tickets(0, {"london-stockholm", "copenhagen-dublin"});
  give_line_to_kyiv(t, 0);
  t.set_wagons(0, 2);
  t.give_hand(0, "2 green");
  t.play("claim kyiv-moscow green");
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 2);
  EXPECT_EQ(t.scores().winners, 0b01);
}

}  // namespace
}  // namespace perron
