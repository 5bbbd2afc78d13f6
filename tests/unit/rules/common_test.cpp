// The rules that several games share, C1 to C18: the exact effect of each, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/table.h"

namespace perron {
namespace {

using Texts = Table::Texts;

TEST(Common, C1_one_action_in_a_turn) {
  for (const auto* board : {"europe", "germany"}) {
    auto t = Table::ready(board, 3);
    t.play("draw_row 0");
    t.deal("deal_row 0 red");
    EXPECT_EQ(t.phase(), Phase::second_draw);
    EXPECT_EQ(t.mover(), 0);
    EXPECT_EQ(t.refused(board == std::string_view("europe") ? "draw_tickets" : "draw_tickets 2+2"), Refusal::finish_drawing);
    t.play("draw_row 1");
    t.deal("deal_row 1 red");
    EXPECT_EQ(t.phase(), Phase::turn);
    EXPECT_EQ(t.mover(), 1);
  }
}

TEST(Common, C1_after_each_kind_of_action_the_next_seat_is_to_move) {
  auto t = Table::ready("europe", 3, 1);
  EXPECT_EQ(t.mover(), 1);
  t.give_hand(1, "3 black");
  t.play("claim brest-paris black");
  EXPECT_EQ(t.mover(), 2);
  t.give_hand(2, "1 red");
  t.play("build_station wien red");
  EXPECT_EQ(t.mover(), 0);
  t.play("draw_tickets");
  t.deal_all();
  EXPECT_EQ(t.mover(), 0);
  t.play("keep_tickets 1");
  EXPECT_EQ(t.mover(), 1);

  auto f = Table::ready("first-journey", 2, 1);
  f.play("draw_blind");
  f.deal_all();
  EXPECT_EQ(f.mover(), 0);
}

TEST(Common, C1_only_in_ones_own_turn) {
  auto t = Table::ready("europe", 3);
  t.give_hand(1, "3 black, 3 red");
  for (const auto* text : {"claim brest-paris black", "build_station wien red", "draw_blind", "draw_row 0", "draw_tickets", "pass"})
    for (const int seat : {1, 2}) EXPECT_EQ(t.refused(text, seat), Refusal::not_your_turn) << text;
  EXPECT_EQ(t.refused(t.action("draw_blind"), 200), Refusal::not_your_turn);
  auto f = Table::ready("first-journey", 2);
  EXPECT_EQ(f.refused("swap_tickets", 1), Refusal::not_your_turn);
}

TEST(Common, C2_cards) {
  for (const auto* board : {"europe", "germany"}) {
    const Table t(board, 2);
    EXPECT_EQ(t.deck(), "12 purple, 12 blue, 12 orange, 12 white, 12 green, 12 yellow, 12 black, 12 red, 14 locomotive");
    EXPECT_EQ(t.state.open.deck_size, 110);
  }
}

TEST(Common, C3_four_cards_for_each_seat_then_the_row) {
  for (const auto* board : {"europe", "germany"})
    for (int seats = 2; seats <= 5; ++seats) {
      Table t(board, seats, seats - 1);
      for (int s = 0; s < seats; ++s)  // from seat 0, whoever starts
        for (int i = 0; i < 4; ++i) t.deal("deal_hand " + std::to_string(s) + (i % 2 ? " red" : " locomotive"));
      const char* row[] = {"blue", "green", "blue", "white", "black"};
      for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + " " + row[i]);
      for (int s = 0; s < seats; ++s) EXPECT_EQ(t.hand(s), "2 red, 2 locomotive");
      EXPECT_EQ(t.row(), "blue green blue white black");
      EXPECT_EQ(t.state.open.deck_size, 110 - 4 * seats - 5);
      EXPECT_NE(t.state.open.owed, Owed::hand);
      EXPECT_NE(t.state.open.owed, Owed::row);
    }
}

TEST(Common, C3_first_journey_has_no_row) {
  Table t("first-journey", 4);
  const char* colors[] = {"red", "blue", "green", "black"};
  for (int s = 0; s < 4; ++s)
    for (const auto* color : colors) t.deal("deal_hand " + std::to_string(s) + " " + color);
  for (int s = 0; s < 4; ++s) EXPECT_EQ(t.hand(s), "1 blue, 1 green, 1 black, 1 red");
  EXPECT_EQ(t.open().owed, Owed::ticket);
  t.deal_opening();
  for (const auto card : t.open().row) EXPECT_EQ(card, Color::none);
  EXPECT_EQ(t.open().deck_size, 72 - 16);
}

TEST(Common, C4_two_cards_from_the_row_each_replaced_at_once) {
  auto t = Table::ready("europe", 2);
  t.play("draw_row 2");
  EXPECT_EQ(t.hand(0), "1 orange");
  EXPECT_EQ(t.row(), "purple blue - white green");
  EXPECT_TRUE(is_chance(t.open()));
  EXPECT_EQ(t.refused("draw_row 0"), Refusal::dealing);  // not before the replacement lies there
  t.deal("deal_row 2 black");
  EXPECT_EQ(t.row(), "purple blue black white green");
  EXPECT_EQ(t.mover(), 0);
  t.play("draw_row 2");  // the replacement itself
  t.deal("deal_row 2 red");
  EXPECT_EQ(t.hand(0), "1 orange, 1 black");
  EXPECT_EQ(t.row(), "purple blue red white green");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.discard(), "nothing");
}

TEST(Common, C4_blind_and_row_in_any_order) {
  auto t = Table::ready("germany", 2);
  t.play("draw_blind");
  t.deal("deal_hand 0 red");
  EXPECT_EQ(t.mover(), 0);
  t.play("draw_row 4");
  t.deal("deal_row 4 red");
  EXPECT_EQ(t.hand(0), "1 green, 1 red");
  EXPECT_EQ(t.mover(), 1);
  t.play("draw_row 0");
  t.deal("deal_row 0 blue");
  t.play("draw_blind");
  t.deal("deal_hand 1 black");
  EXPECT_EQ(t.hand(1), "1 purple, 1 black");
  EXPECT_EQ(t.mover(), 0);
  t.play("draw_blind");
  t.deal("deal_hand 0 red");
  t.play("draw_blind");
  t.deal("deal_hand 0 red");
  EXPECT_EQ(t.hand(0), "1 green, 3 red");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.row(), "blue blue orange white red");
}

TEST(Common, C5_locomotive_from_the_row_ends_the_turn) {
  auto t = Table::ready("europe", 2);
  t.set_row("red locomotive blue green white");
  t.play("draw_row 1");
  t.deal("deal_row 1 black");
  EXPECT_EQ(t.hand(0), "1 locomotive");
  EXPECT_EQ(t.row(), "red black blue green white");
  EXPECT_EQ(t.phase(), Phase::turn);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Common, C5_no_locomotive_from_the_row_as_the_second_card) {
  auto t = Table::ready("europe", 2);
  t.set_row("red locomotive blue green white");
  t.play("draw_row 0");
  t.deal("deal_row 0 locomotive");  // nor one that came as the replacement
  EXPECT_EQ(t.refused("draw_row 0"), Refusal::locomotive_second);
  EXPECT_EQ(t.refused("draw_row 1"), Refusal::locomotive_second);
  EXPECT_EQ(t.legal_texts(), (Texts{"draw_blind", "draw_row 2", "draw_row 3", "draw_row 4"}));
  t.play("draw_blind");
  t.deal("deal_hand 0 locomotive");
  EXPECT_EQ(t.hand(0), "1 red, 1 locomotive");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_TRUE(t.can("draw_row 0"));  // the next seat may
}

TEST(Common, C6_locomotive_drawn_blind_counts_as_one_card) {
  auto t = Table::ready("europe", 2);
  t.set_row("red locomotive blue green white");
  t.play("draw_blind");
  t.deal("deal_hand 0 locomotive");
  EXPECT_EQ(t.phase(), Phase::second_draw);
  EXPECT_EQ(t.mover(), 0);
  EXPECT_EQ(t.legal_texts(), (Texts{"draw_blind", "draw_row 0", "draw_row 2", "draw_row 3", "draw_row 4"}));
  auto u = t;
  t.play("draw_blind");
  t.deal("deal_hand 0 locomotive");
  EXPECT_EQ(t.hand(0), "2 locomotive");
  EXPECT_EQ(t.mover(), 1);
  u.play("draw_row 3");
  u.deal("deal_row 3 red");
  EXPECT_EQ(u.hand(0), "1 green, 1 locomotive");
  EXPECT_EQ(u.mover(), 1);
}

TEST(Common, C7_three_locomotives_throw_the_row_away) {
  auto t = Table::ready("europe", 2);
  t.set_row("locomotive red locomotive blue green");
  t.play("draw_row 1");
  t.deal("deal_row 1 locomotive");
  EXPECT_EQ(t.discard(), "1 blue, 1 green, 3 locomotive");
  EXPECT_EQ(t.row(), "- - - - -");
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(is_chance(t.open()));
    t.deal("deal_row " + std::to_string(i) + (i < 2 ? " locomotive" : " yellow"));
  }
  EXPECT_EQ(t.row(), "locomotive locomotive yellow yellow yellow");
  EXPECT_EQ(t.phase(), Phase::second_draw);  // the turn goes on
  EXPECT_EQ(t.mover(), 0);
  EXPECT_EQ(t.hand(0), "1 red");
}

TEST(Common, C7_again_if_the_new_row_has_three_too) {
  auto t = Table::ready("germany", 2);
  t.set_row("locomotive locomotive red blue green");
  t.play("draw_row 4");
  t.deal("deal_row 4 locomotive");
  for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + (i < 4 ? " locomotive" : " black"));
  EXPECT_EQ(t.discard(), "1 blue, 1 black, 1 red, 7 locomotive");
  EXPECT_EQ(t.row(), "- - - - -");
  for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + " white");
  EXPECT_EQ(t.row(), "white white white white white");
  EXPECT_EQ(t.mover(), 0);
}

TEST(Common, C7_only_a_full_row_is_looked_at) {
  auto t = Table::ready("europe", 2);
  t.set_row("locomotive locomotive red blue green");
  t.play("draw_row 4");
  t.deal("deal_row 4 locomotive");
  for (int i = 0; i < 3; ++i) t.deal("deal_row " + std::to_string(i) + " locomotive");
  EXPECT_EQ(t.row(), "locomotive locomotive locomotive - -");  // filled first
  EXPECT_EQ(t.outcome_texts().front(), "deal_row 3 purple");
}

TEST(Common, C7_after_the_last_card_of_the_turn) {
  auto t = Table::ready("europe", 2);
  t.set_row("locomotive locomotive red blue green");
  t.play("draw_blind");
  t.deal("deal_hand 0 red");
  t.play("draw_row 2");
  t.deal("deal_row 2 locomotive");
  EXPECT_EQ(t.row(), "- - - - -");
  for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + " black");
  EXPECT_EQ(t.hand(0), "2 red");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.phase(), Phase::turn);
  // After a locomotive, the only card of its turn, too.
  t.set_row("locomotive locomotive locomotive blue green");
  t.play("draw_row 0");
  t.deal("deal_row 0 locomotive");
  EXPECT_EQ(t.row(), "- - - - -");
  for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + " yellow");
  EXPECT_EQ(t.mover(), 0);
}

TEST(Common, C7_in_the_set_up) {
  for (const auto* board : {"europe", "germany"}) {
    Table t(board, 2);
    for (int i = 0; i < 8; ++i) t.deal("deal_hand " + std::to_string(i / 4) + " red");
    for (const int round : {0, 1}) {
      for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + (i % 2 ? " blue" : " locomotive"));
      EXPECT_EQ(t.row(), "- - - - -");
      EXPECT_EQ(t.discard(), round == 0 ? "2 blue, 3 locomotive" : "4 blue, 6 locomotive");
    }
    for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + " green");
    EXPECT_EQ(t.row(), "green green green green green");
    EXPECT_NE(t.open().owed, Owed::row);
  }
}

TEST(Common, C8_no_limit_of_the_hand) {
  auto t = Table::ready("europe", 2);
  t.set_deck("3 red", 0);  // seat 0 holds all the others
  EXPECT_EQ(t.open().hand_size[Seat{0}], 102);
  t.play("draw_blind");
  t.deal("deal_hand 0 red");
  t.play("draw_blind");
  t.deal("deal_hand 0 red");
  EXPECT_EQ(t.open().hand_size[Seat{0}], 104);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Common, C8_discards_are_shuffled_as_soon_as_a_card_is_needed_and_not_before) {
  auto t = Table::ready("europe", 2);
  t.set_discard("2 black, 1 white");
  t.set_deck("1 red", 1);
  const int shuffles = t.open().shuffles;
  t.play("draw_row 0");
  t.deal("deal_row 0 red");
  EXPECT_EQ(t.deck(), "nothing");
  EXPECT_EQ(t.discard(), "1 white, 2 black");
  EXPECT_EQ(t.open().shuffles, shuffles);
  t.play("draw_blind");
  EXPECT_EQ(t.deck(), "1 white, 2 black");
  EXPECT_EQ(t.discard(), "nothing");
  EXPECT_EQ(t.open().shuffles, shuffles + 1);
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_hand 0 white", "deal_hand 0 black"}));
  t.deal("deal_hand 0 black");
  EXPECT_EQ(t.hand(0), "1 purple, 1 black");
  EXPECT_EQ(t.deck(), "1 white, 1 black");
}

TEST(Common, C8_a_row_thrown_away_can_come_back_from_its_own_discards) {
  auto t = Table::ready("europe", 2);
  t.set_row("locomotive locomotive red blue green");
  t.set_deck("1 locomotive, 2 white", 1);
  t.play("draw_row 2");
  t.deal("deal_row 2 locomotive");
  EXPECT_EQ(t.discard(), "1 blue, 1 green, 3 locomotive");
  t.deal("deal_row 0 white");
  t.deal("deal_row 1 white");
  EXPECT_EQ(t.deck(), "1 blue, 1 green, 3 locomotive");  // refilled: three places are still empty
  t.deal("deal_row 2 blue");
  t.deal("deal_row 3 locomotive");
  t.deal("deal_row 4 locomotive");
  EXPECT_EQ(t.row(), "white white blue locomotive locomotive");
  EXPECT_EQ(t.phase(), Phase::second_draw);
}

TEST(Common, C8_first_journey_refills_between_the_two_cards) {
  auto t = Table::ready("first-journey", 2);
  t.set_discard("3 green");
  t.set_deck("1 red", 1);
  t.play("draw_blind");
  t.deal("deal_hand 0 red");
  EXPECT_EQ(t.deck(), "3 green");
  t.deal("deal_hand 0 green");
  EXPECT_EQ(t.hand(0), "1 green, 1 red");
  EXPECT_EQ(t.mover(), 1);
  t.give_hand(1, "nothing");
  t.set_discard("nothing");
  t.set_deck("1 blue", 0);  // one card in all: that is what is drawn
  t.play("draw_blind");
  t.deal("deal_hand 1 blue");
  EXPECT_EQ(t.mover(), 0);
  EXPECT_EQ(t.refused("draw_blind"), Refusal::nothing_to_draw);
}

TEST(Common, C9_nothing_to_draw) {
  auto t = Table::ready("europe", 2);
  t.set_row("- - - - -");
  t.set_deck("nothing", 1);
  EXPECT_EQ(t.refused("draw_blind"), Refusal::nothing_to_draw);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(t.refused("draw_row " + std::to_string(i)), Refusal::row_place_empty);
  EXPECT_EQ(t.legal_texts(Kind::draw_blind), Texts{});
  EXPECT_EQ(t.legal_texts(Kind::draw_row), Texts{});
  EXPECT_TRUE(t.can("draw_tickets"));
}

TEST(Common, C9_discards_alone_or_one_card_in_the_row_are_enough) {
  auto t = Table::ready("europe", 2);
  t.set_row("- - - - -");
  t.set_discard("1 red");
  t.set_deck("nothing", 1);
  EXPECT_EQ(t.legal_texts(Kind::draw_blind), (Texts{"draw_blind"}));
  auto u = Table::ready("europe", 2);
  u.set_row("- - - locomotive -");
  u.set_deck("nothing", 1);
  EXPECT_EQ(u.refused("draw_blind"), Refusal::nothing_to_draw);
  EXPECT_EQ(u.legal_texts(Kind::draw_row), (Texts{"draw_row 3"}));  // as the first card it may be taken
  u.play("draw_row 3");
  EXPECT_EQ(u.hand(0), "1 locomotive");
  EXPECT_EQ(u.mover(), 1);
}

TEST(Common, C10_exactly_as_many_cards_of_the_colour_of_the_track) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "4 black, 3 red, 4 locomotive");
  EXPECT_EQ(t.refused("claim brest-paris red"), Refusal::wrong_color);
  EXPECT_EQ(t.refused("claim brest-paris red+1"), Refusal::wrong_color);
  EXPECT_EQ(t.refused("claim brest-paris black+3"), Refusal::wrong_payment);  // three locomotives are no black payment
  EXPECT_EQ(t.refused("claim brest-paris black+4"), Refusal::wrong_payment);
  EXPECT_EQ(t.refused("claim brest-paris locomotive+2"), Refusal::wrong_payment);  // too few
  EXPECT_EQ(t.refused("claim brest-paris locomotive+4"), Refusal::wrong_payment);  // too many
  EXPECT_EQ(t.refused("claim brest-paris locomotive"), Refusal::wrong_payment);
  Texts ways;
  for (const auto& text : t.legal_texts(Kind::claim))
    if (text.starts_with("claim brest-paris ")) ways.push_back(text);
  EXPECT_EQ(ways,
            (Texts{"claim brest-paris black", "claim brest-paris black+1", "claim brest-paris black+2", "claim brest-paris locomotive+3"}));
  t.play("claim brest-paris black+1");
  EXPECT_EQ(t.hand(0), "2 black, 3 red, 3 locomotive");
  EXPECT_EQ(t.discard(), "2 black, 1 locomotive");
  EXPECT_EQ(t.wagons(0), 42);
  EXPECT_EQ(t.wagons(1), 45);
  EXPECT_TRUE(t.owns(0, "brest-paris"));
  EXPECT_FALSE(t.owns(1, "brest-paris"));
  EXPECT_FALSE(t.is_free("brest-paris"));
  EXPECT_EQ(t.mover(), 1);
}

TEST(Common, C10_cards_that_are_not_held_cannot_be_played) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "2 black, 1 red");
  EXPECT_EQ(t.refused("claim brest-paris black"), Refusal::cannot_pay);
  EXPECT_EQ(t.refused("claim brest-paris black+1"), Refusal::cannot_pay);
  EXPECT_EQ(t.refused("claim brest-paris locomotive+3"), Refusal::cannot_pay);
  t.give_hand(0, "1 locomotive, 2 black");
  EXPECT_TRUE(t.can("claim brest-paris black+1"));
  EXPECT_FALSE(t.can("claim brest-paris black+2"));
  t.give_hand(0, "3 locomotive");
  EXPECT_FALSE(t.can("claim brest-paris black+2"));
  t.play("claim brest-paris locomotive+3");
  EXPECT_EQ(t.hand(0), "nothing");
  EXPECT_EQ(t.discard(), "3 locomotive");
}

TEST(Common, C10_first_journey) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"ankara-kyiv", "ankara-moscow"});
  t.give_hand(0, "1 green, 2 locomotive");
  EXPECT_EQ(t.refused("claim kyiv-moscow green"), Refusal::cannot_pay);
  EXPECT_EQ(t.refused("claim kyiv-moscow red+1"), Refusal::wrong_color);
  EXPECT_TRUE(t.can("claim kyiv-moscow locomotive+2"));
  t.play("claim kyiv-moscow green+1");
  EXPECT_EQ(t.hand(0), "1 locomotive");
  EXPECT_EQ(t.discard(), "1 green, 1 locomotive");
  EXPECT_EQ(t.wagons(0), 18);
}

TEST(Common, C11_a_grey_track_takes_any_one_colour) {
  auto t = Table::ready("europe", 2);
  for (const auto color : {"purple", "blue", "orange", "white", "green", "yellow", "black", "red"}) {
    t.give_hand(0, "4 " + std::string(color));
    EXPECT_TRUE(t.can("claim barcelona-marseille " + std::string(color))) << color;
  }
  t.give_hand(0, "2 red, 3 blue, 1 locomotive");  // one colour: not two reds with two blues
  Texts ways;
  for (const auto& text : t.legal_texts(Kind::claim))
    if (text.starts_with("claim barcelona-marseille ")) ways.push_back(text);
  EXPECT_EQ(ways, (Texts{"claim barcelona-marseille blue+1"}));
  EXPECT_EQ(t.refused("claim barcelona-marseille red"), Refusal::cannot_pay);
  EXPECT_EQ(t.refused("claim barcelona-marseille red+2"), Refusal::cannot_pay);
  t.play("claim barcelona-marseille blue+1");
  EXPECT_EQ(t.hand(0), "2 red");
  EXPECT_EQ(t.discard(), "3 blue, 1 locomotive");
}

TEST(Common, C12_any_free_track_connected_or_not) {
  auto t = Table::ready("europe", 2);
  t.give_track(0, "brest-paris");
  t.give_track(1, "berlin-essen");
  t.give_hand(0, "4 white, 2 orange, 2 blue");
  EXPECT_TRUE(t.can("claim moskva-petrograd white"));  // far from anything
  EXPECT_TRUE(t.can("claim brest-dieppe orange"));
  EXPECT_EQ(t.refused("claim berlin-essen blue"), Refusal::track_taken);
  EXPECT_EQ(t.refused("claim brest-paris black"), Refusal::track_taken);  // one's own
  t.play("claim moskva-petrograd white");
  EXPECT_EQ(t.mover(), 1);  // at most one in a turn
  t.give_hand(1, "4 white");
  EXPECT_EQ(t.refused("claim moskva-petrograd white"), Refusal::track_taken);
}

TEST(Common, C12_enough_wagons) {
  for (const auto* board : {"europe", "first-journey"}) {
    auto t = Table::ready(board, 2);
    const bool europe = board == std::string_view("europe");
    const std::string three = europe ? "claim brest-paris black" : "claim ankara-rostov.1 black";
    t.give_hand(0, "3 black");
    t.set_wagons(0, 2);
    EXPECT_EQ(t.refused(three), Refusal::not_enough_wagons);
    EXPECT_FALSE(t.can(three));
    t.set_wagons(0, 3);
    EXPECT_TRUE(t.can(three));
    t.play(three);
    EXPECT_EQ(t.wagons(0), 0);
  }
}

TEST(Common, C13_nobody_owns_two_of_a_parallel_set) {
  for (const auto* board : {"europe", "first-journey"})
    for (const int seats : {2, 3, 4}) {
      auto t = Table::ready(board, seats);
      const bool europe = board == std::string_view("europe");
      const std::string set = europe ? "budapest-wien" : "amsterdam-berlin";
      const std::string first = europe ? " red" : " black", second = europe ? " white" : " green";
      t.give_hand(0, europe ? "2 red, 2 white, 2 locomotive" : "2 black, 2 green, 2 locomotive");
      t.play("claim " + set + ".1" + first);
      t.set_mover(0);
      EXPECT_EQ(t.refused("claim " + set + ".2" + second), Refusal::parallel_yours);
      EXPECT_EQ(t.refused("claim " + set + ".2 locomotive+1"), Refusal::parallel_yours);
      EXPECT_FALSE(t.can("claim " + set + ".2" + second));
    }
}

TEST(Common, C14_with_two_or_three_players_the_others_are_closed) {
  for (const auto* board : {"europe", "germany"})
    for (int seats = 2; seats <= 5; ++seats) {
      auto t = Table::ready(board, seats);
      const bool europe = board == std::string_view("europe");
      const std::string set = europe ? "budapest-wien" : "hamburg-kiel";
      const std::string first = europe ? " red" : " purple", second = europe ? " white" : " black";
      t.give_hand(0, "2 purple, 2 red");
      t.give_hand(1, "2 white, 2 black");
      EXPECT_TRUE(t.is_free(set + ".2"));
      t.play("claim " + set + ".1" + first);
      while (t.phase() == Phase::passengers) t.play(t.legal_texts().back());
      ASSERT_EQ(t.mover(), 1);
      const auto other = "claim " + set + ".2" + second;
      if (seats <= 3) {
        EXPECT_EQ(t.refused(other), Refusal::parallel_closed) << seats;
        EXPECT_FALSE(t.can(other));
        EXPECT_FALSE(t.is_free(set + ".2"));
      } else {
        EXPECT_TRUE(t.can(other)) << seats;
        t.play(other);
        EXPECT_TRUE(t.owns(1, set + ".2"));
      }
    }
}

TEST(Common, C14_tracks_to_different_cities_are_not_parallel) {
  auto t = Table::ready("europe", 2);
  t.give_track(0, "brest-paris");
  t.give_hand(0, "2 orange");
  EXPECT_TRUE(t.can("claim brest-dieppe orange"));
  EXPECT_TRUE(t.is_free("bruxelles-paris.1"));
}

TEST(Common, C15_points_by_length) {
  struct Case {
    const char *board, *track, *color;
    int length, points;
  };
  for (const auto& c : {Case{"europe", "amsterdam-bruxelles", "black", 1, 1}, Case{"europe", "brest-dieppe", "orange", 2, 2},
                        Case{"europe", "brest-paris", "black", 3, 4}, Case{"europe", "brest-pamplona", "purple", 4, 7},
                        Case{"germany", "berlin-dresden", "green", 5, 10}, Case{"europe", "budapest-kyiv", "red", 6, 15},
                        Case{"germany", "berlin-hannover", "black", 7, 18}, Case{"europe", "petrograd-stockholm", "red", 8, 21}}) {
    auto t = Table::ready(c.board, 3, 1);
    t.give_hand(1, std::to_string(c.length) + " " + c.color);
    t.play("claim " + std::string(c.track) + " " + c.color);
    while (is_chance(t.open())) t.deal("deal_tunnel white");
    EXPECT_EQ(t.points(1), c.points) << c.track;
    EXPECT_EQ(t.wagons(1), 45 - c.length) << c.track;
    EXPECT_EQ(t.points(0) + t.points(2), 0);
    EXPECT_EQ(t.scores().seat[Seat{1}].claims, c.points);
  }
}

TEST(Common, C15_points_add_up) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 black, 4 purple");
  t.play("claim brest-paris black");
  t.set_mover(0);
  t.play("claim brest-pamplona purple");
  EXPECT_EQ(t.points(0), 11);
  EXPECT_EQ(t.wagons(0), 38);
}

TEST(Common, C16_hands_and_tickets_are_secret_and_their_numbers_public) {
  auto t = Table::ready("europe", 3);
  t.give_hand(1, "3 red, 1 blue");
  t.give_tickets(1, {"berlin-london", "brest-petrograd"});
  auto u = Table::ready("europe", 3);
  u.give_hand(1, "4 green");
  u.give_tickets(1, {"cadiz-stockholm", "kyiv-sochi"});
  u.open().piles = t.open().piles;
  u.open().refill_left = t.open().refill_left;
  for (const int seat : {0, 2}) EXPECT_EQ(observe(t.state, Seat(seat)), observe(u.state, Seat(seat)));
  EXPECT_NE(observe(t.state, Seat{1}), observe(u.state, Seat{1}));
  EXPECT_EQ(t.open().hand_size[Seat{1}], 4);
  EXPECT_EQ(t.held(1), 2);
  EXPECT_EQ(t.open().tickets_held[Seat{1}][1], 0);  // the backs don't tell the decks apart

  auto g = Table::ready("germany", 3);  // here they do
  g.give_tickets(1, {"berlin-bremen", "berlin-leipzig", "berlin-koln"});
  EXPECT_EQ(g.open().tickets_held[Seat{1}][0], 2);
  EXPECT_EQ(g.open().tickets_held[Seat{1}][1], 1);
}

TEST(Common, C16_kept_tickets_stay_and_any_number_may_be_held) {
  auto t = Table::ready("europe", 2);
  for (int round = 1; round <= 6; ++round) {
    t.set_mover(0);
    t.play("draw_tickets");
    t.deal_all(static_cast<std::uint64_t>(round));
    const auto offered = t.offered(0);
    t.play("keep_tickets 1 2 3");
    EXPECT_EQ(t.held(0), 3 * round);
    const auto held = t.tickets(0);
    for (const auto& id : offered) EXPECT_EQ(std::ranges::count(held, id), 1);
    t.set_mover(0);
    EXPECT_EQ(t.refused("keep_tickets"), Refusal::nothing_offered);
    EXPECT_EQ(t.legal_texts(Kind::keep_tickets), Texts{});
  }
}

TEST(Common, C16_points_shown_during_the_game_are_those_of_claims) {
  auto t = Table::ready("europe", 2);
  t.give_ticket(0, "brest-marseille");
  t.give_hand(0, "3 black");
  t.give_tracks(0, {"marseille-paris"});
  t.play("claim brest-paris black");  // joins the ticket: nobody may see that
  EXPECT_EQ(t.points(0), 7 + 4);
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, 7);
}

TEST(Common, C17_one_more_turn_for_each_seat) {
  for (const auto* board : {"europe", "germany"}) {
    auto t = Table::ready(board, 3);
    const std::string track = board == std::string_view("europe") ? "brest-paris" : "bremen-munster";
    t.set_mover(1);
    t.set_wagons(1, 5);
    t.give_hand(1, "3 black");
    t.play("claim " + track + " black");
    while (t.phase() == Phase::passengers) t.play(t.legal_texts().back());
    EXPECT_EQ(t.wagons(1), 2);
    for (const int seat : {2, 0, 1}) {  // the one that brought it about too
      EXPECT_EQ(t.phase(), Phase::turn);
      EXPECT_EQ(t.mover(), seat);
      EXPECT_GT(t.open().turns_left, 0);
      for (int i = 0; i < 2; ++i) {
        t.play("draw_blind");
        t.deal_all();
      }
    }
    EXPECT_TRUE(is_over(t.open()));
    EXPECT_EQ(t.legal_texts(), Texts{});
    EXPECT_EQ(t.refused("draw_blind", 2), Refusal::game_over);
  }
}

TEST(Common, C17_three_wagons_are_not_few_enough) {
  auto t = Table::ready("europe", 2);
  t.set_wagons(0, 6);
  t.give_hand(0, "3 black");
  t.play("claim brest-paris black");
  EXPECT_EQ(t.wagons(0), 3);
  EXPECT_EQ(t.open().turns_left, 0);
  for (int turn = 0; turn < 4; ++turn) {
    for (int i = 0; i < 2; ++i) {
      t.play("draw_blind");
      t.deal_all();
    }
  }
  EXPECT_EQ(t.phase(), Phase::turn);
  EXPECT_EQ(t.open().turns_left, 0);
}

TEST(Common, C17_the_last_round_begins_once) {
  auto t = Table::ready("europe", 2);
  t.set_wagons(0, 4);
  t.set_wagons(1, 4);
  t.give_hand(0, "2 orange, 1 black");
  t.give_hand(1, "2 red");
  t.play("claim brest-dieppe orange");
  EXPECT_EQ(t.open().turns_left, 2);
  t.play("claim bruxelles-paris.1 red");  // now the other has few too: nothing new begins
  EXPECT_EQ(t.wagons(1), 2);
  EXPECT_EQ(t.mover(), 0);
  EXPECT_EQ(t.open().turns_left, 1);
  t.play("claim amsterdam-bruxelles black");
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_EQ(t.points(0), 3);  // the last turn counts
}

TEST(Common, C18_completed_tickets_add_and_others_subtract) {
  auto t = Table::ready("europe", 2);
  t.give_tracks(0, {"brest-paris", "marseille-paris"});
  t.give_tracks(1, {"marseille-zurich", "munchen-zurich", "barcelona-marseille"});
  t.give_tickets(0, {"brest-marseille", "berlin-london"});                     // 7, 7
  t.give_tickets(1, {"barcelona-munchen", "brest-venezia", "danzig-lisboa"});  // 8, 8, 20
  const auto scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].tickets, 0);
  EXPECT_EQ(scores.seat[Seat{0}].completed, 1);
  EXPECT_EQ(scores.seat[Seat{1}].tickets, 8 - 8 - 20);
  EXPECT_EQ(scores.seat[Seat{1}].completed, 1);
  EXPECT_EQ(scores.seat[Seat{0}].total, 4 + 7 + 0 + 12);
  EXPECT_EQ(scores.seat[Seat{1}].total, 2 + 2 + 7 - 20 + 12 + 10);
}

TEST(Common, C18_only_ones_own_tracks_join) {
  auto t = Table::ready("europe", 2);
  t.give_track(0, "brest-paris");
  t.give_track(1, "marseille-paris");
  t.give_ticket(0, "brest-marseille");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -7);
  t.give_track(0, "marseille-pamplona");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -7);
  t.give_track(0, "brest-pamplona");  // another way round
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, 7);
}

}  // namespace
}  // namespace perron
