// The closed list of refusals: each has its words, and a position in which an action brings exactly it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "support/table.h"

namespace perron {
namespace {

struct Case {
  Refusal expected;
  const char* name;
  Refusal (*got)();
};

Table europe() { return Table::ready("europe", 3); }
Table germany() { return Table::ready("germany", 3); }
Table first_journey() { return Table::ready("first-journey", 3); }

// A payment is laid for a tunnel, and a black card and a locomotive were turned up.
Table in_tunnel(std::string_view hand, std::string_view claim) {
  auto t = europe();
  t.give_hand(0, hand);
  t.play(claim);
  for (const auto* card : {"black", "locomotive", "green"}) t.deal("deal_tunnel " + std::string(card));
  return t;
}

Table after_claim() {
  auto t = germany();
  t.set_waiting("berlin", "red red red red red");
  t.give_hand(0, "4 orange");
  t.play("claim berlin-leipzig orange");
  return t;
}

Table offered_tickets() {
  auto t = europe();
  t.play("draw_tickets");
  t.deal_all();
  return t;
}

Table no_cards_left() {
  auto t = europe();
  t.set_row("- - - - -");
  t.set_deck("nothing", 1);
  return t;
}

const Case cases[] = {
    {Refusal::game_over, "after the last turn",
     [] {
       auto t = europe();
       t.open().phase = Phase::over;
       return t.refused("draw_blind");
     }},
    {Refusal::dealing, "while the row is refilled",
     [] {
       auto t = europe();
       t.play("draw_row 0");
       return t.refused("draw_row 1");
     }},
    {Refusal::not_your_turn, "another seat", [] { return europe().refused("draw_blind", 1); }},
    {Refusal::not_a_move, "a deal", [] { return europe().refused("deal_hand 0 locomotive"); }},
    {Refusal::finish_drawing, "a claim after the first card",
     [] {
       auto t = europe();
       t.give_hand(0, "3 black");
       t.play("draw_row 0");
       t.deal_all();
       return t.refused("claim brest-paris black");
     }},
    {Refusal::finish_tickets, "a draw while tickets are on offer", [] { return offered_tickets().refused("draw_blind"); }},
    {Refusal::finish_tickets, "more tickets while tickets are on offer", [] { return offered_tickets().refused("draw_tickets"); }},
    {Refusal::finish_tunnel, "a draw before the tunnel is paid",
     [] { return in_tunnel("3 black", "claim madrid-pamplona.1 black").refused("draw_blind"); }},
    {Refusal::finish_passengers, "a draw before the passenger is taken", [] { return after_claim().refused("draw_blind"); }},
    {Refusal::choose_split_first, "keeping before a split is named",
     [] {
       Table t("germany", 2);
       t.deal_all();
       return t.refused("keep_tickets 1 2");
     }},
    {Refusal::choose_split_first, "drawing before a split is named",
     [] {
       Table t("germany", 2);
       t.deal_all();
       return t.refused("draw_blind");
     }},
    {Refusal::not_in_this_game, "a station in Germany", [] { return germany().refused("build_station berlin red"); }},
    {Refusal::not_in_this_game, "bytes that mean nothing",
     [] {
       return europe().refused(Action{Kind::draw_blind, 0, 0, 1}, 0);
     }},
    {Refusal::no_such_track, "a number beyond the last track",
     [] {
       auto t = europe();
       return t.refused(Action{Kind::claim, static_cast<std::uint8_t>(t.game.tracks.size()), 0, 0}, 0);
     }},
    {Refusal::no_such_track, "the greatest number",
     [] {
       return europe().refused(Action{Kind::claim, 255, 255, 255}, 0);
     }},
    {Refusal::track_taken, "another seat's track",
     [] {
       auto t = europe();
       t.give_track(1, "brest-paris");
       t.give_hand(0, "3 black");
       return t.refused("claim brest-paris black");
     }},
    {Refusal::parallel_closed, "beside another seat's track, three players",
     [] {
       auto t = europe();
       t.give_track(1, "budapest-wien.1");
       t.give_hand(0, "1 white");
       return t.refused("claim budapest-wien.2 white");
     }},
    {Refusal::parallel_yours, "beside one's own track, five players",
     [] {
       auto t = Table::ready("europe", 5);
       t.give_track(0, "budapest-wien.1");
       t.give_hand(0, "1 white");
       return t.refused("claim budapest-wien.2 white");
     }},
    {Refusal::not_enough_wagons, "two wagons for three spaces",
     [] {
       auto t = europe();
       t.set_wagons(0, 2);
       t.give_hand(0, "3 black");
       return t.refused("claim brest-paris black");
     }},
    {Refusal::wrong_color, "red on a black track",
     [] {
       auto t = europe();
       t.give_hand(0, "3 red");
       return t.refused("claim brest-paris red");
     }},
    {Refusal::wrong_color, "no colour at all",
     [] {
       return europe().refused(Action{Kind::claim, 0, 9, 0}, 0);
     }},
    {Refusal::wrong_color, "a colour for a tunnel paid with locomotives",
     [] { return in_tunnel("3 black, 3 locomotive", "claim madrid-pamplona.1 locomotive+3").refused("pay_tunnel 0"); }},
    {Refusal::wrong_payment, "four locomotives for three spaces",
     [] {
       auto t = europe();
       t.give_hand(0, "4 locomotive");
       return t.refused("claim brest-paris locomotive+4");
     }},
    {Refusal::wrong_payment, "more than the tunnel asks for",
     [] { return in_tunnel("3 black, 3 locomotive", "claim madrid-pamplona.1 black").refused("pay_tunnel 3"); }},
    {Refusal::ferry_locomotives, "a ferry without locomotives",
     [] {
       auto t = europe();
       t.give_hand(0, "4 red, 2 locomotive");
       return t.refused("claim athina-brindisi red");
     }},
    {Refusal::cannot_pay, "cards that are not held",
     [] {
       auto t = europe();
       t.give_hand(0, "2 black, 3 red");
       return t.refused("claim brest-paris black");
     }},
    {Refusal::cannot_pay, "a tunnel that is too dear",
     [] { return in_tunnel("3 black, 1 locomotive", "claim madrid-pamplona.1 black").refused("pay_tunnel 1"); }},
    {Refusal::cannot_pay, "a station without a card", [] { return europe().refused("build_station wien red"); }},
    {Refusal::no_such_city, "a number beyond the last place",
     [] {
       auto t = europe();
       t.give_hand(0, "1 red");
       return t.refused(Action{Kind::build_station, 47, static_cast<std::uint8_t>(Color::red), 0}, 0);
     }},
    {Refusal::no_such_city, "the greatest number",
     [] {
       return europe().refused(Action{Kind::build_station, 255, 7, 0}, 0);
     }},
    {Refusal::city_has_station, "a second station in a city",
     [] {
       auto t = europe();
       t.give_station(2, "wien");
       t.give_hand(0, "1 red");
       return t.refused("build_station wien red");
     }},
    {Refusal::no_station_left, "a fourth station",
     [] {
       auto t = europe();
       for (const auto* city : {"wien", "roma", "riga"}) t.give_station(0, city);
       t.give_hand(0, "4 red");
       return t.refused("build_station paris red");
     }},
    {Refusal::no_such_row_place, "a sixth place", [] { return europe().refused("draw_row 5"); }},
    {Refusal::no_such_row_place, "the greatest number", [] { return europe().refused("draw_row 255"); }},
    {Refusal::row_place_empty, "a gap in the row",
     [] {
       auto t = europe();
       t.set_row("red - blue green white");
       return t.refused("draw_row 1");
     }},
    {Refusal::locomotive_second, "a locomotive from the row after another card",
     [] {
       auto t = europe();
       t.set_row("red locomotive blue green white");
       t.play("draw_row 0");
       t.deal("deal_row 0 black");
       return t.refused("draw_row 1");
     }},
    {Refusal::nothing_to_draw, "no deck and no discards", [] { return no_cards_left().refused("draw_blind"); }},
    {Refusal::no_tickets_left, "no tickets",
     [] {
       auto t = europe();
       t.leave_tickets(1, {});
       return t.refused("draw_tickets");
     }},
    {Refusal::wrong_split, "three tickets", [] { return germany().refused("draw_tickets 2+1"); }},
    {Refusal::wrong_split, "a split where there is none", [] { return europe().refused("draw_tickets 2+2"); }},
    {Refusal::nothing_offered, "keeping in a turn", [] { return europe().refused("keep_tickets 1"); }},
    {Refusal::keep_more, "none of three", [] { return offered_tickets().refused("keep_tickets"); }},
    {Refusal::not_offered, "the fourth of three", [] { return offered_tickets().refused("keep_tickets 1 4"); }},
    {Refusal::no_tunnel, "paying for no tunnel", [] { return europe().refused("pay_tunnel 0"); }},
    {Refusal::no_tunnel, "declining no tunnel", [] { return europe().refused("decline_tunnel"); }},
    {Refusal::wrong_passenger_place, "the second place first", [] { return after_claim().refused("leave_passenger leipzig"); }},
    {Refusal::wrong_passenger_place, "without a claim", [] { return germany().refused("take_passenger berlin red"); }},
    {Refusal::no_such_passenger, "a colour that is not there", [] { return after_claim().refused("take_passenger berlin blue"); }},
    {Refusal::no_such_passenger, "a locomotive", [] { return after_claim().refused("take_passenger berlin locomotive"); }},
    {Refusal::swap_needs_two, "one open ticket",
     [] {
       auto t = first_journey();
       t.give_ticket(0, "kyiv-rome");
       return t.refused("swap_tickets");
     }},
    {Refusal::swap_too_few_left, "one other ticket",
     [] {
       auto t = first_journey();
       t.give_tickets(0, {"kyiv-rome", "riga-zurich"});
       t.leave_tickets(0, {"athens-paris"});
       return t.refused("swap_tickets");
     }},
    {Refusal::must_play, "passing by choice", [] { return europe().refused("pass"); }},
};

TEST(Refusal, each_has_a_code_and_a_sentence_of_its_own) {
  std::set<std::string_view> codes, sentences;
  for (int i = 0; i < kRefusals; ++i) {
    const auto [code, sentence] = text_of(Refusal(i));
    EXPECT_FALSE(code.empty()) << i;
    EXPECT_TRUE(std::ranges::all_of(code, [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); })) << code;
    EXPECT_TRUE(sentence.ends_with('.')) << sentence;
    EXPECT_TRUE(codes.insert(code).second) << code;
    EXPECT_TRUE(sentences.insert(sentence).second) << sentence;
  }
  EXPECT_TRUE(text_of(Refusal(kRefusals)).code.empty());
}

TEST(Refusal, each_has_a_position_that_brings_it) {
  IdArray<Refusal, bool, kRefusals> seen{};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(c.got(), c.expected);
    seen[c.expected] = true;
  }
  for (const auto refusal : seen.ids()) EXPECT_TRUE(seen[refusal]) << text_of(refusal).code << " has no case";
}

TEST(Refusal, whatever_bytes_come_the_answer_agrees_with_the_list) {
  for (const auto* board : {"europe", "germany", "first-journey"}) {
    auto t = Table(board, 3);
    t.deal_opening();
    const auto list = std::make_unique<ActionList>();
    legal(t.game, t.state.open, t.state.own[Seat{0}], *list);
    int allowed = 0;
    for (int kind = 0; kind < 20; ++kind)
      for (int a = 0; a < 256; ++a)
        for (int b = 0; b < 12; ++b)
          for (int c = 0; c < 10; ++c) {
            const Action action{Kind(kind), static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(c)};
            allowed += !why_not(t.game, t.state.open, t.state.own[Seat{0}], Seat{0}, action);
          }
    EXPECT_EQ(allowed, list->size()) << board;
    for (const auto action : *list) EXPECT_FALSE(why_not(t.game, t.state.open, t.state.own[Seat{0}], Seat{0}, action));
  }
}

}  // namespace
}  // namespace perron
