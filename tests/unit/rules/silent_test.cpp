// Decisions where the printed rules are silent, X1 to X13.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "content/board_reader.h"
#include "content/builtin.h"
#include "dealer/key.h"
#include "search/player.h"
#include "support/kit.h"
#include "support/table.h"

namespace perron {
namespace {

using Texts = Table::Texts;

// Two tracks and few cards: soon there is nothing left to do.
std::string small_board(std::string_view cards) {
  return R"({"perron_board": 1, "id": "small", "version": 1, "name": "Small", "rules": {
    "players": {"min": 2, "max": 3}, "wagons": 20, "cards": )" +
         std::string(cards) + R"(, "opening_cards": 2,
    "draw": {"cards": 2, "row": {"places": 5, "flush_at_locomotives": 3}}, "claim_points": [1, 2, 4],
    "end": {"wagons_left": 2, "turns_each": 1},
    "tickets": {"decks": [{"id": "only", "first": 1, "later": 2}], "keep": {"first": 1, "later": 1, "not_kept_first": "leave_game"}},
    "tie_breaks": []},
    "places": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}, {"id": "c", "name": "C"}],
    "tracks": [{"a": "a", "b": "b", "length": 2, "colour": "red"}, {"a": "b", "b": "c", "length": 3, "colour": "grey"}],
    "tickets": [{"a": "a", "b": "b", "points": 2}, {"a": "b", "b": "c", "points": 3}, {"a": "a", "b": "c", "points": 5}]})";
}

// ---- X1

TEST(Silent, X1_any_seat_can_be_named_to_start) {
  for (const auto& board : builtin_boards())
    for (int first = 0; first < 4; ++first) {
      Table t(board.id, 4, first);
      t.deal_opening();
      EXPECT_EQ(t.mover(), first);
      EXPECT_EQ(index(t.open().first), first);
    }
}

template <class MakeDealer>
void expect_even(int seats, MakeDealer&& make) {
  constexpr int games = 4000;
  std::array<int, kSeats> starts{};
  for (std::uint64_t seed = 0; seed < games; ++seed) {
    auto dealer = make(seed);
    const int seat = index(dealer.first_seat(seats));
    ASSERT_LT(seat, seats);
    EXPECT_EQ(index(dealer.first_seat(seats)), seat);  // asked again it says the same
    ++starts[seat];
  }
  // Five standard deviations of one seat's count: sqrt(4000 * p * (1 - p)) is at most 32.
  for (int s = 0; s < seats; ++s) EXPECT_NEAR(starts[s], games / seats, 160) << s << " of " << seats;
}

TEST(Silent, X1_by_default_chance_decides_who_starts) {
  for (int seats = 2; seats <= 5; ++seats) {
    expect_even(seats, [](std::uint64_t seed) { return FastDealer(FastStreams{seed}); });
    expect_even(seats, [](std::uint64_t seed) { return KeyDealer(KeyStreams{key_from_seed(seed)}); });
  }
}

TEST(Silent, X1_the_printed_custom_is_a_hint) {
  EXPECT_NE(Table("europe", 2).game.board.starts.find("countries"), std::string::npos);
  EXPECT_NE(Table("germany", 2).game.board.starts.find("oldest"), std::string::npos);
  EXPECT_NE(Table("first-journey", 2).game.board.starts.find("youngest"), std::string::npos);
}

// ---- X2

TEST(Silent, X2_the_row_stays_when_no_better_one_can_be_made) {
  struct Case {
    const char *row, *deck, *discard;
    bool thrown_away;
  };
  // Place 0 is taken and refilled with a locomotive; the deck is given without that one.
  for (const auto& c : {Case{"red locomotive locomotive blue green", "nothing", "nothing", false},  // 5 cards, 2 of a colour
                        Case{"red locomotive locomotive blue green", "1 white", "nothing", true},   // 6 cards, 3 of a colour
                        Case{"red locomotive locomotive blue green", "nothing", "1 white", true},   // discards count
                        Case{"red locomotive locomotive blue green", "6 locomotive", "2 locomotive", false},
                        Case{"red locomotive locomotive blue green", "6 locomotive", "1 black", true},
                        Case{"red locomotive locomotive locomotive green", "1 locomotive, 1 black", "nothing", false},
                        Case{"red locomotive locomotive locomotive green", "1 locomotive, 1 black, 1 red", "nothing", true},
                        Case{"red locomotive locomotive locomotive locomotive", "2 blue", "nothing", false},
                        Case{"red locomotive locomotive locomotive locomotive", "3 blue", "nothing", true}}) {
    auto t = Table::ready("europe", 2);
    t.set_row(c.row);
    t.set_discard(c.discard);
    auto deck = t.cards(c.deck);
    ++deck[Color::locomotive];
    std::string text;
    for (const auto i : ids<Color>(kColors))
      if (deck[i] > 0) text += std::to_string(deck[i]) + " " + std::string(kColorNames[i]) + ", ";
    t.set_deck(text, 1);  // all other cards are in a hand: they don't count
    const std::string rest = std::string(c.row).substr(3);
    t.play("draw_row 0");
    t.deal("deal_row 0 locomotive");
    if (c.thrown_away) {
      EXPECT_EQ(t.row(), "- - - - -") << c.row << " / " << c.deck << " / " << c.discard;
    } else {
      EXPECT_EQ(t.row(), "locomotive" + rest) << c.row << " / " << c.deck << " / " << c.discard;
      EXPECT_EQ(t.discard(), c.discard);
    }
  }
}

TEST(Silent, X2_the_only_good_row_is_found) {
  auto t = Table::ready("europe", 2);
  t.set_row("red locomotive locomotive blue green");
  t.set_deck("1 locomotive, 1 white", 1);
  t.play("draw_row 0");
  t.deal("deal_row 0 locomotive");  // three locomotives and three others in all
  t.deal("deal_row 0 white");
  t.deal("deal_row 1 locomotive");
  t.deal("deal_row 2 locomotive");
  t.deal("deal_row 3 locomotive");
  t.deal("deal_row 4 blue");
  EXPECT_EQ(t.row(), "- - - - -");  // again
  t.deal("deal_row 0 green");
  t.deal("deal_row 1 blue");
  t.deal("deal_row 2 white");
  t.deal("deal_row 3 locomotive");
  t.deal("deal_row 4 locomotive");
  EXPECT_EQ(t.row(), "green blue white locomotive locomotive");
  EXPECT_EQ(t.phase(), Phase::second_draw);
}

TEST(Silent, X2_in_the_set_up_too) {
  Table t(small_board(R"({"red": 8, "locomotive": 4})"), 3);
  for (int i = 0; i < 6; ++i) t.deal("deal_hand " + std::to_string(i / 2) + " red");
  for (int i = 0; i < 5; ++i) t.deal("deal_row " + std::to_string(i) + (i < 3 ? " locomotive" : " red"));
  EXPECT_EQ(t.row(), "locomotive locomotive locomotive red red");  // one locomotive is left: no better row
  EXPECT_EQ(t.open().owed, Owed::ticket);
  EXPECT_EQ(t.deck(), "1 locomotive");
}

// ---- X3

TEST(Silent, X3_without_a_second_card_the_turn_ends) {
  for (const auto* row : {"red - - - -", "red locomotive - - -", "red locomotive - locomotive -"}) {
    auto t = Table::ready("europe", 2);
    t.set_row(row);
    t.set_deck("nothing", 1);
    t.play("draw_row 0");
    EXPECT_EQ(t.hand(0), "1 red");
    EXPECT_EQ(t.phase(), Phase::turn) << row;
    EXPECT_EQ(t.mover(), 1) << row;
  }
  auto t = Table::ready("europe", 2);  // the last card of the deck
  t.set_row("- locomotive - - -");
  t.set_deck("1 blue", 1);
  t.play("draw_blind");
  t.deal("deal_hand 0 blue");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.open().draws_left, 0);
}

TEST(Silent, X3_a_locomotive_as_the_last_replacement_is_no_second_card) {
  auto t = Table::ready("europe", 2);
  t.set_row("red - - - -");
  t.set_deck("1 locomotive", 1);
  t.play("draw_row 0");
  t.deal("deal_row 0 locomotive");
  EXPECT_EQ(t.row(), "locomotive - - - -");
  EXPECT_EQ(t.mover(), 1);
}

TEST(Silent, X3_otherwise_the_second_card_is_compulsory) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 black");
  t.set_row("red locomotive - blue -");
  t.set_deck("nothing", 1);
  t.play("draw_row 0");
  EXPECT_EQ(t.legal_texts(), (Texts{"draw_row 3"}));
  for (const auto* text : {"pass", "claim brest-paris black", "build_station wien black", "draw_tickets"})
    EXPECT_EQ(t.refused(text), Refusal::finish_drawing) << text;
  EXPECT_EQ(t.refused("draw_blind"), Refusal::nothing_to_draw);
  t.play("draw_row 3");
  EXPECT_EQ(t.mover(), 1);
}

// ---- X4

TEST(Silent, X4_an_empty_place_is_refilled_at_the_end_of_a_turn_that_discards) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 black");
  t.set_row("red - blue - green");
  t.set_deck("nothing", 1);
  t.play("claim brest-paris black");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_row 1 black"}));  // the lowest place first
  t.deal("deal_row 1 black");
  t.deal("deal_row 3 black");
  EXPECT_EQ(t.row(), "red black blue black green");
  EXPECT_EQ(t.deck(), "1 black");
  EXPECT_EQ(t.mover(), 1);
}

TEST(Silent, X4_as_far_as_the_discards_go) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "1 black");
  t.set_row("red - blue - green");
  t.set_deck("nothing", 1);
  t.play("build_station wien black");
  t.deal("deal_row 1 black");
  EXPECT_EQ(t.row(), "red black blue - green");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.phase(), Phase::turn);
}

TEST(Silent, X4_a_place_that_cannot_be_refilled_stays_empty) {
  auto t = Table::ready("europe", 2);
  t.set_row("red white blue black green");
  t.set_deck("nothing", 1);
  t.play("draw_row 3");
  EXPECT_EQ(t.row(), "red white blue - green");
  t.play("draw_row 1");
  EXPECT_EQ(t.row(), "red - blue - green");
  EXPECT_EQ(t.mover(), 1);
  t.play("draw_tickets");  // discards nothing
  t.deal_all();
  t.play("keep_tickets 1");
  EXPECT_EQ(t.row(), "red - blue - green");
  EXPECT_EQ(t.mover(), 0);
}

TEST(Silent, X4_the_refilled_row_is_looked_at_for_locomotives) {
  const auto with_hand = [](std::string_view hand) {
    auto t = Table::ready("europe", 2);
    t.give_hand(0, hand);
    t.set_row("locomotive locomotive red blue -");
    t.set_deck("nothing", 1);
    return t;
  };
  auto t = with_hand("2 black, 1 locomotive");
  t.play("claim brest-paris black+1");
  t.deal("deal_row 4 locomotive");
  EXPECT_EQ(t.row(), "- - - - -");  // four others could make a better row
  for (const auto* deal : {"deal_row 0 black", "deal_row 1 black", "deal_row 2 red", "deal_row 3 locomotive", "deal_row 4 locomotive"})
    t.deal(deal);
  EXPECT_EQ(t.row(), "black black red locomotive locomotive");
  EXPECT_EQ(t.mover(), 1);

  auto u = with_hand("3 locomotive");
  u.play("claim brest-paris locomotive+3");
  u.deal("deal_row 4 locomotive");
  EXPECT_EQ(u.row(), "locomotive locomotive red blue locomotive");  // [X2]
  EXPECT_EQ(u.mover(), 1);
}

TEST(Silent, X4_locomotives_in_a_row_with_gaps) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "1 locomotive");
  t.set_row("locomotive - locomotive - -");
  t.set_deck("nothing", 1);
  t.play("build_station wien locomotive+1");
  t.deal("deal_row 1 locomotive");
  EXPECT_EQ(t.row(), "locomotive locomotive locomotive - -");  // three, but there are no others [X2]
  EXPECT_EQ(t.discard(), "nothing");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.legal_texts(Kind::draw_row), (Texts{"draw_row 0", "draw_row 1", "draw_row 2"}));
}

// ---- X5, X6

// Nothing is left: no track, no ticket, no card outside the hands.
Table dead_end(int seats) {
  Table t(small_board(R"({"red": 12, "blue": 4, "locomotive": 2})"), seats);
  t.deal_opening();
  t.set_row("- - - - -");
  t.give_tracks(0, {"a-b", "b-c"});
  t.leave_tickets(0, {});
  t.set_deck("nothing", 1);
  return t;
}

TEST(Silent, X5_who_can_do_nothing_passes_and_when_all_did_the_game_ends) {
  for (const int seats : {2, 3}) {
    auto t = dead_end(seats);
    for (int s = 0; s < seats; ++s) {
      EXPECT_EQ(t.phase(), Phase::turn);
      EXPECT_EQ(t.mover(), s);
      EXPECT_EQ(t.legal_texts(), (Texts{"pass"}));
      t.play("pass");
    }
    EXPECT_TRUE(is_over(t.open()));
    EXPECT_EQ(t.legal_texts(), Texts{});
    const auto scores = t.scores();  // scored as usual
    EXPECT_EQ(scores.seat[Seat{0}].claims, 2 + 4);
    EXPECT_TRUE(scores.wins(Seat{0}));
  }
}

TEST(Silent, X5_an_action_in_between_and_the_game_goes_on) {
  Table t(small_board(R"({"red": 12, "blue": 4, "locomotive": 2})"), 2);
  t.deal_opening();
  t.set_row("- - - - -");
  t.give_track(0, "b-c");
  t.leave_tickets(0, {});
  t.give_hand(0, "1 blue");
  t.set_deck("nothing", 1);
  EXPECT_EQ(t.legal_texts(), (Texts{"pass"}));  // the free track can't be paid for
  t.play("pass");
  EXPECT_EQ(t.open().passes, 1);
  EXPECT_EQ(t.refused("pass"), Refusal::must_play);
  t.play("claim a-b red");
  EXPECT_EQ(t.open().passes, 0);
  t.deal_all();  // the two cards go to the row
  EXPECT_EQ(t.mover(), 0);
  EXPECT_EQ(t.legal_texts(), (Texts{"draw_row 0", "draw_row 1"}));
  t.play("draw_row 0");
  t.play("draw_row 1");
  EXPECT_EQ(t.legal_texts(), (Texts{"pass"}));  // now it is the others' turn to pass
  t.play("pass");
  EXPECT_FALSE(is_over(t.open()));
  t.play("pass");
  EXPECT_TRUE(is_over(t.open()));
}

TEST(Silent, X5_first_journey) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"dublin-madrid", "dublin-zurich"});
  t.give_tickets(1, {"athens-paris", "kyiv-rome"});
  t.leave_tickets(0, {"riga-zurich"});  // one is too few for a swap
  t.set_deck("nothing", 1);
  EXPECT_EQ(t.legal_texts(), (Texts{"pass"}));
  t.play("pass");
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.refused("pass"), Refusal::must_play);
}

TEST(Silent, X5_passing_in_the_last_round) {
  auto t = dead_end(3);
  t.open().turns_left = 2;
  t.play("pass");
  EXPECT_FALSE(is_over(t.open()));
  t.play("pass");
  EXPECT_TRUE(is_over(t.open()));
}

TEST(Silent, X6_no_passing_by_choice) {
  auto t = Table::ready("europe", 2);
  EXPECT_EQ(t.refused("pass"), Refusal::must_play);
  EXPECT_EQ(t.legal_texts(Kind::pass), Texts{});
  // One kind of action is enough.
  t.set_row("- - - - -");
  t.set_deck("nothing", 1);
  EXPECT_EQ(t.legal_texts(), (Texts{"draw_tickets"}));
  EXPECT_EQ(t.refused("pass"), Refusal::must_play);
  t.leave_tickets(1, {});
  EXPECT_EQ(t.legal_texts(), (Texts{"pass"}));
  t.give_hand(1, "nothing");
  t.give_hand(0, "1 red");
  t.set_deck("nothing", 1);
  EXPECT_TRUE(t.can("build_station wien red"));
  EXPECT_EQ(t.refused("pass"), Refusal::must_play);
  for (const auto* city : {"wien", "roma", "riga"}) t.give_station(0, city);
  EXPECT_EQ(t.legal_texts(), (Texts{"claim budapest-wien.1 red"}));  // the only single red track
  EXPECT_EQ(t.refused("pass"), Refusal::must_play);
  t.give_track(1, "budapest-wien.1");
  EXPECT_TRUE(t.can("pass"));

  auto f = Table::ready("first-journey", 2);
  f.give_tickets(0, {"dublin-madrid", "dublin-zurich"});
  f.set_deck("nothing", 1);
  EXPECT_EQ(f.legal_texts(), (Texts{"swap_tickets"}));
  EXPECT_EQ(f.refused("pass"), Refusal::must_play);
}

TEST(Silent, X6_no_action_that_is_not_listed) {
  const auto e = Table::ready("europe", 2), g = Table::ready("germany", 2), f = Table::ready("first-journey", 2);
  for (const auto* text : {"swap_tickets", "take_passenger wien red", "leave_passenger wien"})
    EXPECT_EQ(e.refused(text), Refusal::not_in_this_game) << text;
  for (const auto* text : {"swap_tickets", "build_station berlin red", "decline_tunnel"})
    EXPECT_EQ(g.refused(text), Refusal::not_in_this_game) << text;
  for (const auto* text : {"draw_row 0", "draw_tickets", "build_station berlin red", "keep_tickets 1", "pay_tunnel 0"})
    EXPECT_EQ(f.refused(text), Refusal::not_in_this_game) << text;
  for (const auto* text : {"deal_hand 0 red", "deal_row 0 red", "deal_tunnel red"}) EXPECT_EQ(e.refused(text), Refusal::not_a_move) << text;
  EXPECT_EQ(e.refused(Action{Kind(kKinds), 0, 0, 0}, 0), Refusal::not_a_move);
  EXPECT_EQ(e.refused(Action{Kind(255), 1, 2, 3}, 0), Refusal::not_a_move);
}

// ---- X7

TEST(Silent, X7_payments_with_the_fewest_locomotives_first) {
  auto t = Table::ready("europe", 2);
  t.give_hand(0, "3 black, 2 red, 3 locomotive");
  const auto ways = [&](const std::string& begin) {
    Texts out;
    for (const auto& text : t.legal_texts())
      if (text.starts_with(begin)) out.push_back(text.substr(begin.size()));
    return out;
  };
  EXPECT_EQ(ways("claim brest-paris "), (Texts{"black", "black+1", "black+2", "locomotive+3"}));
  EXPECT_EQ(ways("claim danzig-warszawa "), (Texts{"black", "black+1", "red", "red+1", "locomotive+2"}));  // grey, 2
  EXPECT_EQ(ways("build_station wien "), (Texts{"black", "red", "locomotive+1"}));
  t.give_hand(0, "8 black, 2 locomotive");  // equal cards are one way
  EXPECT_EQ(ways("claim brest-paris "), (Texts{"black", "black+1", "black+2"}));
  t.play("claim madrid-pamplona.1 black");
  for (const auto* card : {"black", "locomotive", "green"}) t.deal("deal_tunnel " + std::string(card));
  EXPECT_EQ(t.legal_texts(), (Texts{"pay_tunnel 0", "pay_tunnel 1", "pay_tunnel 2", "decline_tunnel"}));
}

// ---- X8 to X10

// Rome, Sarajevo, Vienna, Warsaw, Kyiv and Riga are joined; one green card joins Zurich.
// Joined already: sarajevo-warsaw, kyiv-rome. With Zurich: sarajevo-zurich, riga-zurich.
Table before_zurich() {
  auto t = Table::ready("first-journey", 2);
  t.give_tracks(0, {"rome-sarajevo", "sarajevo-vienna", "vienna-warsaw", "kyiv-warsaw", "riga-warsaw"});
  t.give_hand(0, "1 green");
  return t;
}

TEST(Silent, X8_a_drawn_ticket_that_is_joined_is_complete_in_a_chain) {
  auto t = before_zurich();
  t.give_tickets(0, {"sarajevo-zurich", "london-stockholm"});
  t.play("claim rome-zurich.1 green");
  EXPECT_EQ(t.shown(0), (Texts{"sarajevo-zurich"}));
  t.deal("deal_ticket 0 sarajevo-warsaw");
  EXPECT_EQ(t.shown(0), (Texts{"sarajevo-warsaw", "sarajevo-zurich"}));
  EXPECT_EQ(t.offered(0), (Texts{"london-stockholm"}));
  t.deal("deal_ticket 0 kyiv-rome");
  EXPECT_EQ(t.shown(0).size(), 3u);
  t.deal("deal_ticket 0 ankara-moscow");
  EXPECT_EQ(t.shown(0).size(), 3u);
  EXPECT_EQ(t.offered(0), (Texts{"london-stockholm", "ankara-moscow"}));
  EXPECT_EQ(t.held(0), 2);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Silent, X8_the_sixth_in_the_middle_of_a_chain) {
  auto t = before_zurich();
  t.give_shown(0, {"amsterdam-brest", "amsterdam-madrid", "athens-berlin", "athens-paris"});
  t.give_tickets(0, {"sarajevo-zurich", "riga-zurich"});
  t.play("claim rome-zurich.1 green");
  EXPECT_FALSE(is_over(t.open()));  // five
  t.deal("deal_ticket 0 kyiv-rome");
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.shown(0).size(), 6u);
  EXPECT_EQ(t.offered(0), (Texts{"riga-zurich"}));  // joined, but the game was over before it
  EXPECT_EQ(t.scores().winners, 0b01);
}

TEST(Silent, X8_not_at_the_set_up_nor_for_others) {
  auto t = before_zurich();
  t.give_tickets(0, {"london-stockholm", "ankara-moscow"});
  t.give_tickets(1, {"riga-zurich", "sarajevo-zurich"});  // joined by the other's wagons
  t.play("claim rome-zurich.1 green");
  EXPECT_EQ(t.shown(0), Texts{});
  EXPECT_EQ(t.shown(1), Texts{});
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.mover(), 1);
}

TEST(Silent, X8_in_a_swap) {
  auto t = before_zurich();
  t.give_tickets(0, {"london-stockholm", "ankara-moscow"});
  t.play("swap_tickets");
  t.deal("deal_ticket 0 kyiv-rome");  // complete before the next is drawn
  EXPECT_EQ(t.shown(0), (Texts{"kyiv-rome"}));
  t.deal("deal_ticket 0 dublin-madrid");
  EXPECT_TRUE(is_chance(t.open()));
  t.deal("deal_ticket 0 sarajevo-warsaw");
  EXPECT_EQ(t.shown(0).size(), 2u);
  t.deal("deal_ticket 0 athens-paris");
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.offered(0), (Texts{"dublin-madrid", "athens-paris"}));
  EXPECT_EQ(t.open().tickets_aside, 2);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Silent, X8_the_sixth_in_a_swap) {
  auto t = before_zurich();
  t.give_shown(0, {"amsterdam-brest", "amsterdam-madrid", "athens-berlin", "athens-paris", "barcelona-brest"});
  t.give_tickets(0, {"london-stockholm", "ankara-moscow"});
  t.play("swap_tickets");
  t.deal("deal_ticket 0 kyiv-rome");
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.scores().winners, 0b01);
}

TEST(Silent, X9_discarded_tickets_make_a_new_deck) {
  auto t = before_zurich();
  t.give_tickets(0, {"sarajevo-zurich", "london-stockholm"});
  t.leave_tickets(0, {"dublin-madrid", "athens-paris"});
  t.discard_tickets({"dublin-madrid", "athens-paris"});
  EXPECT_EQ(t.bag(0), Texts{});
  const int shuffles = t.open().piles[0].shuffles;
  t.play("claim rome-zurich.1 green");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 0 athens-paris", "deal_ticket 0 dublin-madrid"}));
  EXPECT_EQ(t.open().tickets_aside, 0);
  EXPECT_EQ(t.open().piles[0].shuffles, shuffles + 1);
  t.deal("deal_ticket 0 dublin-madrid");
  EXPECT_EQ(t.offered(0), (Texts{"london-stockholm", "dublin-madrid"}));
  EXPECT_EQ(t.bag(0), (Texts{"athens-paris"}));
}

TEST(Silent, X9_the_discards_wait_until_the_deck_is_empty) {
  auto t = before_zurich();
  t.give_tickets(0, {"sarajevo-zurich", "london-stockholm"});
  t.leave_tickets(0, {"dublin-madrid", "athens-paris"});
  t.discard_tickets({"dublin-madrid"});
  t.play("claim rome-zurich.1 green");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 0 athens-paris"}));
  t.deal("deal_ticket 0 athens-paris");
  EXPECT_EQ(t.open().tickets_aside, 1);
  EXPECT_EQ(t.bag(0), Texts{});
}

TEST(Silent, X9_with_neither_nothing_is_drawn) {
  auto t = before_zurich();
  t.give_tickets(0, {"sarajevo-zurich", "riga-zurich"});
  t.leave_tickets(0, {"kyiv-rome"});
  t.play("claim rome-zurich.1 green");
  t.deal("deal_ticket 0 kyiv-rome");  // joined; nothing is left to draw for it, nor for the other
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.shown(0).size(), 3u);
  EXPECT_EQ(t.offered(0), Texts{});
  EXPECT_EQ(t.held(0), 0);
  EXPECT_EQ(t.mover(), 1);
  t.set_mover(0);
  EXPECT_EQ(t.refused("swap_tickets"), Refusal::swap_needs_two);
}

TEST(Silent, X9_a_swap_needs_two_open_tickets_and_two_others) {
  auto t = Table::ready("first-journey", 2);
  EXPECT_EQ(t.refused("swap_tickets"), Refusal::swap_needs_two);
  t.give_ticket(0, "london-stockholm");
  EXPECT_EQ(t.refused("swap_tickets"), Refusal::swap_needs_two);
  t.give_ticket(0, "ankara-moscow");
  EXPECT_TRUE(t.can("swap_tickets"));
  t.leave_tickets(0, {"dublin-madrid", "athens-paris"});
  EXPECT_TRUE(t.can("swap_tickets"));
  t.discard_tickets({"dublin-madrid"});
  EXPECT_TRUE(t.can("swap_tickets"));  // deck and discards together
  t.leave_tickets(0, {});
  EXPECT_EQ(t.refused("swap_tickets"), Refusal::swap_too_few_left);
  EXPECT_FALSE(t.can("swap_tickets"));
}

TEST(Silent, X9_the_two_given_away_join_the_discards_after_the_draw) {
  auto t = Table::ready("first-journey", 2);
  t.give_tickets(0, {"london-stockholm", "ankara-moscow"});
  t.give_tickets(1, {"riga-zurich", "sarajevo-zurich"});
  t.leave_tickets(0, {"dublin-madrid", "athens-paris"});
  t.discard_tickets({"dublin-madrid"});
  t.play("swap_tickets");
  t.deal("deal_ticket 0 athens-paris");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 0 dublin-madrid"}));  // shuffled in between, without the two
  t.deal("deal_ticket 0 dublin-madrid");
  EXPECT_EQ(t.offered(0), (Texts{"athens-paris", "dublin-madrid"}));
  EXPECT_EQ(t.open().tickets_aside, 2);
  EXPECT_EQ(t.bag(0), Texts{});
  t.play("swap_tickets");  // now the other can have them
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 ankara-moscow", "deal_ticket 1 london-stockholm"}));
}

TEST(Silent, X9_a_swap_that_runs_out_of_tickets) {
  auto t = before_zurich();
  t.give_tickets(0, {"london-stockholm", "ankara-moscow"});
  t.leave_tickets(0, {"kyiv-rome", "athens-paris"});
  t.play("swap_tickets");
  t.deal("deal_ticket 0 kyiv-rome");
  t.deal("deal_ticket 0 athens-paris");
  EXPECT_FALSE(is_chance(t.open()));
  EXPECT_EQ(t.offered(0), (Texts{"athens-paris"}));  // not one of the two given away
  EXPECT_EQ(t.held(0), 1);
  EXPECT_EQ(t.open().tickets_aside, 2);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Silent, X10_tickets_complete_in_the_order_held) {
  for (const bool riga_first : {false, true}) {
    auto t = before_zurich();
    const std::string first = riga_first ? "riga-zurich" : "sarajevo-zurich", second = riga_first ? "sarajevo-zurich" : "riga-zurich";
    t.give_tickets(0, {first, second});
    t.play("claim rome-zurich.1 green");
    EXPECT_EQ(t.shown(0), (Texts{first}));
    EXPECT_EQ(t.offered(0), (Texts{second}));
    t.deal("deal_ticket 0 kyiv-rome");  // the drawn one first, in its chain
    EXPECT_EQ(t.offered(0), (Texts{second}));
    EXPECT_EQ(t.shown(0).size(), 2u);
    t.deal("deal_ticket 0 ankara-moscow");  // not joined: now the second one held
    EXPECT_EQ(t.shown(0).size(), 3u);
    EXPECT_EQ(t.offered(0), (Texts{"ankara-moscow"}));
    EXPECT_TRUE(is_chance(t.open()));
    t.deal("deal_ticket 0 london-stockholm");
    EXPECT_EQ(t.offered(0), (Texts{"ankara-moscow", "london-stockholm"}));
    EXPECT_EQ(t.mover(), 1);
  }
}

// Two green cards join Moscow to Madrid, and to Sarajevo.
Table before_moscow(std::initializer_list<std::string_view> completed) {
  auto t = Table::ready("first-journey", 2);
  t.give_tracks(0, {"barcelona-madrid.1", "barcelona-rome.1", "rome-vienna", "vienna-warsaw", "kyiv-warsaw", "rome-sarajevo"});
  t.give_tickets(0, {"moscow-sarajevo", "copenhagen-dublin"});
  t.give_shown(0, completed);
  t.give_hand(0, "2 green");
  t.play("claim kyiv-moscow green");
  return t;
}

TEST(Silent, X10_east_west_comes_after_the_tickets) {
  auto t = before_moscow({"amsterdam-brest", "amsterdam-madrid", "athens-berlin", "athens-paris"});
  EXPECT_EQ(t.shown(0).size(), 5u);
  EXPECT_EQ(t.open().east_west[Seat{0}], 0);
  EXPECT_TRUE(is_chance(t.open()));
  auto u = t;
  t.deal("deal_ticket 0 ankara-rome");  // not joined: then East-West, the sixth
  EXPECT_EQ(t.open().east_west[Seat{0}], 1);
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_EQ(t.scores().winners, 0b01);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 6);
  u.deal("deal_ticket 0 kyiv-rome");  // joined: the sixth before East-West
  EXPECT_EQ(u.open().east_west[Seat{0}], 0);
  EXPECT_TRUE(is_over(u.open()));
  EXPECT_EQ(u.scores().seat[Seat{0}].completed, 6);
}

TEST(Silent, X10_the_sixth_ticket_ends_the_game_before_east_west) {
  auto t = before_moscow({"amsterdam-brest", "amsterdam-madrid", "athens-berlin", "athens-paris", "barcelona-brest"});
  EXPECT_TRUE(is_over(t.open()));
  EXPECT_EQ(t.open().east_west[Seat{0}], 0);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 6);
}

TEST(Silent, X10_both_in_one_claim) {
  auto t = before_moscow({});
  t.deal("deal_ticket 0 ankara-rome");
  EXPECT_EQ(t.open().east_west[Seat{0}], 1);
  EXPECT_EQ(t.scores().seat[Seat{0}].completed, 2);
  EXPECT_EQ(t.mover(), 1);
}

// ---- X11 to X13

TEST(Silent, X11_nothing_for_nothing) {
  auto t = Table::ready("germany", 3);
  t.give_ticket(0, "berlin-hamburg");
  auto scores = t.scores();
  for (const auto s : seats_of(t.game)) {
    EXPECT_EQ(scores.seat[s].passengers, 0);    // tied at no passenger
    EXPECT_EQ(scores.seat[s].globetrotter, 0);  // tied at no completed ticket
  }
  t.give_passengers(1, "1 red");
  scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].passengers, 0);  // second with none
  EXPECT_EQ(scores.seat[Seat{1}].passengers, 20);
  EXPECT_EQ(scores.seat[Seat{2}].passengers, 0);
}

TEST(Silent, X12_two_different_countries) {
  const auto boards = builtin_boards();
  const auto germany = std::ranges::find(boards, "germany", &BuiltinBoard::id);
  ASSERT_NE(germany, boards.end());
  std::string text(germany->json);
  const std::string ticket = R"({"a": "danemark", "b": "niederlande")";
  ASSERT_NE(text.find(ticket), std::string::npos);
  text.replace(text.find(ticket), ticket.size(), R"({"a": "danemark", "b": "danemark")");
  const auto read = read_board(text);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error()[0].path, "/tickets/10");

  auto t = Table::ready("germany", 2);
  t.give_ticket(0, "danemark-frankreich");
  t.give_tracks(0, {"fr_karlsruhe-karlsruhe", "fr_saarbrucken-saarbrucken", "karlsruhe-saarbrucken"});  // one country twice
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -17);
}

TEST(Silent, X13_a_computer_player_goes_on_with_the_same_hand) {
  for (const auto& board : builtin_boards())
    for (const std::string kind : kit::kPlainPlayers) {
      Table t(board.id, 3);
      Rng rng(11);
      const auto list = std::make_unique<ActionList>();
      auto made = search::make_player(kind);
      ASSERT_TRUE(made);
      const auto replacement = std::move(*made);
      int moves = 0;
      const Seat leaver{1};
      while (!is_over(t.open())) {
        if (is_chance(t.open())) {
          apply(t.game, t.state, random_deal(t.game, t.state, rng));
          continue;
        }
        const auto mover = t.open().to_move;
        const auto& mine = t.state.own[mover];
        // From any position a computer player could take over: it needs nothing but what the seat sees.
        const auto before = t.state;
        const auto view = observe(t.state, mover);
        EXPECT_EQ(view.mine, mine);
        auto choice = replacement->choose(t.game, view, rng);
        ASSERT_FALSE(why_not(t.game, t.open(), mine, mover, choice)) << board.id << " " << kind << " move " << moves;
        EXPECT_EQ(t.state, before);
        // The seat is left after 40 moves; from then on it is played so to the end.
        if (mover != leaver || moves < 40) choice = random_action(t.game, t.open(), mine, rng, *list);
        apply(t.game, t.state, choice);
        ++moves;
      }
      EXPECT_GT(moves, 40) << board.id;
      EXPECT_NE(t.scores().winners, 0);
    }
}

}  // namespace
}  // namespace perron
