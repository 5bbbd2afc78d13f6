// The rules of Germany, G1 to G10.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/table.h"

namespace perron {
namespace {

using Texts = Table::Texts;

// Deals hands and row, by lot.
Table at_passengers(int seats, int first) {
  Table t("germany", seats, first);
  Rng rng(3);
  while (t.open().owed != Owed::passenger) apply(t.game, t.state, random_deal(t.game, t.state, rng));
  return t;
}

TEST(Germany, G1_sixty_passengers_as_many_as_printed_at_each_place) {
  auto t = at_passengers(2, 0);
  Rng rng(5);
  std::size_t dealt = 0;
  for (const auto p : t.game.board.places.ids())
    for (int i = 0; i < t.game.board.places[p].passengers; ++i) {
      ASSERT_EQ(t.open().owed, Owed::passenger);
      const auto deal = random_deal(t.game, t.state, rng);
      EXPECT_EQ(deal.place(), p);  // in the order of the places
      apply(t.game, t.state, deal);
      ++dealt;
    }
  EXPECT_EQ(dealt, 60u);
  EXPECT_NE(t.open().owed, Owed::passenger);
  for (const auto color : {Color::red, Color::black, Color::green, Color::yellow, Color::blue, Color::white})
    EXPECT_EQ(std::ranges::count(t.open().passengers, color), 10);
  for (const auto color : {Color::purple, Color::orange, Color::locomotive}) EXPECT_EQ(std::ranges::count(t.open().passengers, color), 0);
  for (int s = 0; s < 2; ++s) EXPECT_EQ(t.wagons(s), 45);
}

TEST(Germany, G1_passengers_are_drawn_from_those_that_are_left) {
  auto t = at_passengers(2, 0);
  OutcomeList list;
  outcomes(t.game, t.state, list);
  EXPECT_EQ(list.size(), 6);
  for (const auto& outcome : list) EXPECT_EQ(outcome.weight, 10);
  t.deal("deal_passenger augsburg red");
  for (int i = 0; i < 5; ++i) t.deal("deal_passenger berlin red");
  outcomes(t.game, t.state, list);
  for (const auto& outcome : list) EXPECT_EQ(outcome.weight, outcome.action.b == index(Color::red) ? 4 : 10);
  for (const auto* place : {"bremen", "bremerhaven", "chemnitz", "dortmund"}) t.deal("deal_passenger " + std::string(place) + " red");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_passenger dresden blue", "deal_passenger dresden white", "deal_passenger dresden green",
                                      "deal_passenger dresden yellow", "deal_passenger dresden black"}));
  EXPECT_EQ(t.waiting("berlin"), "red red red red red");
}

// Deals all but the tickets.
Table at_first_split(int seats, int first) {
  auto t = at_passengers(seats, first);
  t.deal_all();
  return t;
}

TEST(Germany, G2_each_seat_names_a_split_of_four_and_keeps_at_least_two) {
  auto t = at_first_split(3, 1);
  EXPECT_EQ(t.phase(), Phase::first_split);
  EXPECT_EQ(t.mover(), 1);  // from the first player on
  EXPECT_EQ(t.legal_texts(), (Texts{"draw_tickets 0+4", "draw_tickets 1+3", "draw_tickets 2+2", "draw_tickets 3+1", "draw_tickets 4+0"}));
  for (const auto* text : {"draw_tickets 2+1", "draw_tickets 5+0", "draw_tickets 3+3", "draw_tickets"})
    EXPECT_EQ(t.refused(text), Refusal::wrong_split) << text;
  EXPECT_EQ(t.refused("draw_blind"), Refusal::choose_split_first);
  EXPECT_EQ(t.refused("keep_tickets 1 2"), Refusal::choose_split_first);
  EXPECT_EQ(t.refused("draw_tickets 2+2", 0), Refusal::not_your_turn);
  t.play("draw_tickets 3+1");
  EXPECT_EQ(t.outcome_texts().size(), 55u);
  for (const auto* id : {"berlin-bremen", "hamburg-koln", "koln-munchen"}) t.deal("deal_ticket 1 " + std::string(id));
  EXPECT_EQ(t.outcome_texts().size(), 34u);  // then the long ones
  t.deal("deal_ticket 1 berlin-koln");
  EXPECT_EQ(t.offered(1), (Texts{"berlin-bremen", "hamburg-koln", "koln-munchen", "berlin-koln"}));
  EXPECT_EQ(t.refused("keep_tickets 4"), Refusal::keep_more);
  EXPECT_EQ(t.refused("keep_tickets"), Refusal::keep_more);
  t.play("keep_tickets 2 4");
  EXPECT_EQ(t.tickets(1), (Texts{"hamburg-koln", "berlin-koln"}));
  EXPECT_EQ(t.open().tickets_held[Seat{1}], (PerDeck<std::uint8_t>{1, 1}));
  EXPECT_EQ(t.phase(), Phase::first_split);
  EXPECT_EQ(t.mover(), 2);
}

TEST(Germany, G2_tickets_given_back_join_their_decks_after_the_last_seat_has_kept) {
  auto t = at_first_split(2, 0);
  const auto shuffles = t.open().piles;
  t.play("draw_tickets 3+1");
  for (const auto* id : {"berlin-bremen", "hamburg-koln", "koln-munchen", "berlin-koln"}) t.deal("deal_ticket 0 " + std::string(id));
  t.play("keep_tickets 1 2");  // one of each kind goes back
  EXPECT_EQ(t.bag(0).size(), 52u);
  EXPECT_EQ(t.bag(1).size(), 33u);
  EXPECT_EQ(t.under(0), Texts{});
  t.play("draw_tickets 2+2");
  const auto possible = t.outcome_texts();
  EXPECT_EQ(possible.size(), 52u);  // not drawn in the set-up
  EXPECT_EQ(std::ranges::count(possible, "deal_ticket 1 koln-munchen"), 0);
  t.deal("deal_ticket 1 frankfurt-koln");
  t.deal("deal_ticket 1 emden-hamburg");
  EXPECT_EQ(std::ranges::count(t.outcome_texts(), "deal_ticket 1 berlin-koln"), 0);
  t.deal("deal_ticket 1 kiel-schweiz");
  t.deal("deal_ticket 1 koln-leipzig");
  t.play("keep_tickets 1 2 3");
  EXPECT_EQ(t.phase(), Phase::turn);
  EXPECT_EQ(t.mover(), 0);
  const auto shorts = t.bag(0), longs = t.bag(1);
  EXPECT_EQ(shorts.size(), 55u - 4);
  EXPECT_EQ(longs.size(), 34u - 1);
  EXPECT_EQ(std::ranges::count(shorts, "koln-munchen"), 1);
  EXPECT_EQ(std::ranges::count(longs, "berlin-koln"), 1);
  EXPECT_EQ(std::ranges::count(longs, "koln-leipzig"), 1);
  for (const int deck : {0, 1}) {
    EXPECT_EQ(t.open().piles[deck].under, 0);  // among the others, not below
    EXPECT_EQ(t.open().piles[deck].shuffles, shuffles[deck].shuffles + 1);
  }
  t.play("draw_tickets 4+0");
  EXPECT_EQ(std::ranges::count(t.outcome_texts(), "deal_ticket 0 koln-munchen"), 1);
}

TEST(Germany, G2_both_decks_are_shuffled_again_even_if_nothing_came_back) {
  auto t = at_first_split(2, 1);
  const auto before = t.open().piles;
  for (int i = 0; i < 2; ++i) {
    t.play("draw_tickets 0+4");
    t.deal_all();
    t.play("keep_tickets 1 2 3 4");
  }
  EXPECT_EQ(t.mover(), 1);
  EXPECT_EQ(t.open().piles[0].shuffles, before[0].shuffles + 1);
  EXPECT_EQ(t.open().piles[1].shuffles, before[1].shuffles + 1);
  EXPECT_EQ(t.bag(1).size(), 26u);
}

TEST(Germany, G3_a_split_of_four_keep_one_the_rest_under_their_own_decks) {
  auto t = Table::ready("germany", 2);
  t.leave_tickets(0, {"berlin-bremen", "hamburg-koln", "koln-munchen"});
  t.leave_tickets(1, {"berlin-koln", "kiel-schweiz", "berlin-munchen"});
  for (const auto* text : {"draw_tickets 1+1", "draw_tickets 4+4", "draw_tickets"})
    EXPECT_EQ(t.refused(text), Refusal::wrong_split) << text;
  t.play("draw_tickets 2+2");
  for (const auto* id : {"koln-munchen", "berlin-bremen", "kiel-schweiz", "berlin-koln"}) t.deal("deal_ticket 0 " + std::string(id));
  EXPECT_EQ(t.refused("keep_tickets"), Refusal::keep_more);
  EXPECT_TRUE(t.can("keep_tickets 2"));
  t.play("keep_tickets 3");
  EXPECT_EQ(t.tickets(0), (Texts{"kiel-schweiz"}));
  EXPECT_EQ(t.open().tickets_held[Seat{0}], (PerDeck<std::uint8_t>{0, 1}));
  EXPECT_EQ(t.under(0), (Texts{"koln-munchen", "berlin-bremen"}));
  EXPECT_EQ(t.under(1), (Texts{"berlin-koln"}));
  EXPECT_EQ(t.mover(), 1);
  // The shuffled ones first, then those below, in order; no new shuffle.
  t.play("draw_tickets 2+2");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 hamburg-koln"}));
  t.deal("deal_ticket 1 hamburg-koln");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 koln-munchen"}));
  t.deal("deal_ticket 1 koln-munchen");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 berlin-munchen"}));
  t.deal("deal_ticket 1 berlin-munchen");
  EXPECT_EQ(t.outcome_texts(), (Texts{"deal_ticket 1 berlin-koln"}));
  t.deal("deal_ticket 1 berlin-koln");
  t.play("keep_tickets 4");
  EXPECT_EQ(t.under(0), (Texts{"berlin-bremen", "hamburg-koln", "koln-munchen"}));
  EXPECT_EQ(t.under(1), (Texts{"berlin-munchen"}));
}

TEST(Germany, G3_with_fewer_than_asked_for_those_that_are_left) {
  auto t = Table::ready("germany", 2);
  t.leave_tickets(0, {"berlin-bremen"});
  t.play("draw_tickets 3+1");
  t.deal("deal_ticket 0 berlin-bremen");
  t.deal("deal_ticket 0 berlin-koln");
  EXPECT_EQ(t.offered(0), (Texts{"berlin-bremen", "berlin-koln"}));  // two in all
  EXPECT_EQ(t.phase(), Phase::keep);
  t.play("keep_tickets 1 2");
  EXPECT_EQ(t.refused("draw_tickets 4+0"), Refusal::wrong_split);  // would draw none
  EXPECT_EQ(t.legal_texts(Kind::draw_tickets), (Texts{"draw_tickets 0+4", "draw_tickets 1+3", "draw_tickets 2+2", "draw_tickets 3+1"}));
  t.leave_tickets(1, {"kiel-schweiz"});
  t.play("draw_tickets 3+1");
  t.deal("deal_ticket 1 kiel-schweiz");
  EXPECT_EQ(t.legal_texts(), (Texts{"keep_tickets 1"}));
  t.play("keep_tickets 1");
  for (const auto* text : {"draw_tickets 0+4", "draw_tickets 2+2", "draw_tickets 4+0"})
    EXPECT_EQ(t.refused(text), Refusal::no_tickets_left) << text;
  EXPECT_EQ(t.legal_texts(Kind::draw_tickets), Texts{});
}

TEST(Germany, G4_triple_tracks_with_two_or_three_players) {
  for (const int seats : {2, 3}) {
    auto t = Table::ready("germany", seats);
    t.give_hand(0, "2 red");
    t.give_hand(1, "2 red");
    t.play("claim dortmund-dusseldorf.2 red");
    while (t.phase() == Phase::passengers) t.play(t.legal_texts().back());
    for (const auto* other : {"claim dortmund-dusseldorf.1 red", "claim dortmund-dusseldorf.3 red"})
      EXPECT_EQ(t.refused(other), Refusal::parallel_closed) << seats;
    t.set_mover(0);
    for (const auto* other : {"claim dortmund-dusseldorf.1 red", "claim dortmund-dusseldorf.3 red"})
      EXPECT_EQ(t.refused(other), Refusal::parallel_yours) << seats;
  }
}

TEST(Germany, G4_triple_tracks_with_four_or_five_players) {
  for (const int seats : {4, 5}) {
    auto t = Table::ready("germany", seats);
    for (int s = 0; s < 4; ++s) t.give_hand(s, "2 red");
    const char* tracks[] = {"dortmund-dusseldorf.3", "dortmund-dusseldorf.1", "dortmund-dusseldorf.2"};
    for (int s = 0; s < 3; ++s) {
      t.play("claim " + std::string(tracks[s]) + " red");
      while (t.phase() == Phase::passengers) t.play(t.legal_texts().back());
      EXPECT_TRUE(t.owns(s, tracks[s]));
      if (s == 2) break;
      t.set_mover(s);
      EXPECT_EQ(t.refused("claim dortmund-dusseldorf.2 red"), Refusal::parallel_yours);
      t.set_mover(s + 1);
    }
    EXPECT_EQ(t.mover(), 3);
    for (const auto* track : tracks) EXPECT_EQ(t.refused("claim " + std::string(track) + " red"), Refusal::track_taken);
  }
}

TEST(Germany, G5_one_passenger_from_each_of_the_two_places) {
  auto t = Table::ready("germany", 2);
  t.set_waiting("berlin", "red red blue green white");
  t.set_waiting("leipzig", "yellow red black");
  t.give_hand(0, "4 orange");
  t.play("claim berlin-leipzig orange");
  EXPECT_EQ(t.phase(), Phase::passengers);
  EXPECT_EQ(t.mover(), 0);
  EXPECT_EQ(t.points(0), 7);
  EXPECT_EQ(t.legal_texts(), (Texts{"take_passenger berlin blue", "take_passenger berlin white", "take_passenger berlin green",
                                    "take_passenger berlin red", "leave_passenger berlin"}));
  EXPECT_EQ(t.refused("take_passenger berlin yellow"), Refusal::no_such_passenger);
  EXPECT_EQ(t.refused("take_passenger leipzig red"), Refusal::wrong_passenger_place);  // the alphabetically first place first
  EXPECT_EQ(t.refused("leave_passenger leipzig"), Refusal::wrong_passenger_place);
  EXPECT_EQ(t.refused("draw_blind"), Refusal::finish_passengers);
  EXPECT_EQ(t.refused("take_passenger berlin red", 1), Refusal::not_your_turn);
  t.play("take_passenger berlin red");
  EXPECT_EQ(t.waiting("berlin"), "blue white green red");
  EXPECT_EQ(t.taken(0), "1 red");  // public
  EXPECT_EQ(t.mover(), 0);
  EXPECT_EQ(t.refused("take_passenger berlin red"), Refusal::wrong_passenger_place);  // one from each
  EXPECT_EQ(t.legal_texts(), (Texts{"take_passenger leipzig yellow", "take_passenger leipzig black", "take_passenger leipzig red",
                                    "leave_passenger leipzig"}));
  t.play("take_passenger leipzig yellow");
  EXPECT_EQ(t.waiting("leipzig"), "black red");
  EXPECT_EQ(t.taken(0), "1 yellow, 1 red");
  EXPECT_EQ(t.phase(), Phase::turn);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Germany, G5_declining_is_allowed) {
  auto t = Table::ready("germany", 2);
  const auto berlin = t.waiting("berlin"), leipzig = t.waiting("leipzig");
  t.give_hand(0, "4 orange");
  t.play("claim berlin-leipzig orange");
  t.play("leave_passenger berlin");
  t.play("leave_passenger leipzig");
  EXPECT_EQ(t.waiting("berlin"), berlin);
  EXPECT_EQ(t.waiting("leipzig"), leipzig);
  EXPECT_EQ(t.taken(0), "nothing");
  EXPECT_EQ(t.mover(), 1);
}

TEST(Germany, G5_a_place_without_passengers_gives_none) {
  auto t = Table::ready("germany", 2);
  t.give_hand(0, "10 orange");
  t.send_away("bremen", 1);
  t.play("claim bremen-hamburg orange");
  EXPECT_EQ(t.legal_texts().back(), "leave_passenger hamburg");  // straight to the second place
  t.play("leave_passenger hamburg");
  EXPECT_EQ(t.mover(), 1);

  t.set_mover(0);
  t.send_away("rostock", 1);
  t.play("claim kiel-rostock orange");
  EXPECT_EQ(t.legal_texts().back(), "leave_passenger kiel");
  t.play(t.legal_texts().front());
  EXPECT_EQ(t.waiting("kiel"), "");
  EXPECT_EQ(t.phase(), Phase::turn);  // nothing asked about the second
  EXPECT_EQ(t.mover(), 1);

  t.set_mover(0);
  t.send_away("munster", 1);
  t.send_away("niederlande", 1);
  t.play("claim munster-nl_munster orange");  // none at either end
  EXPECT_EQ(t.phase(), Phase::turn);
  EXPECT_EQ(t.mover(), 1);
}

TEST(Germany, G5_the_passenger_of_a_country) {
  auto t = Table::ready("germany", 2);
  t.set_waiting("osterreich", "red");
  t.give_hand(0, "4 purple, 4 yellow");
  t.play("claim at_lindau-lindau purple");
  EXPECT_EQ(t.legal_texts().back(), "leave_passenger lindau");  // l before o: not the terminal's name counts
  t.play("leave_passenger lindau");
  EXPECT_EQ(t.legal_texts(), (Texts{"take_passenger osterreich red", "leave_passenger osterreich"}));
  t.play("take_passenger osterreich red");
  EXPECT_EQ(t.waiting("osterreich"), "");
  EXPECT_EQ(t.taken(0), "1 red");
  t.set_mover(0);
  t.play("claim at_regensburg-regensburg yellow");  // the same country, by another track: nobody is left
  EXPECT_EQ(t.legal_texts().back(), "leave_passenger regensburg");
  t.play("leave_passenger regensburg");
  EXPECT_EQ(t.mover(), 1);
}

TEST(Germany, G6_a_country_is_reached_by_any_track_into_it) {
  auto t = Table::ready("germany", 2);
  t.give_ticket(0, "koln-schweiz");
  t.give_tracks(0, {"dusseldorf-koln.1"});
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -10);
  for (const auto* track : {"ch_freiburg-freiburg", "ch_konstanz-konstanz", "ch_lindau-lindau"}) {
    auto u = Table::ready("germany", 2);
    u.give_ticket(0, "kiel-schweiz");
    u.give_tracks(0, {"hamburg-kiel.1", "hamburg-hannover.1", "hannover-kassel.1", "frankfurt-kassel.1", "frankfurt-mannheim.1",
                      "mannheim-stuttgart.1", "konstanz-stuttgart", "konstanz-lindau", "freiburg-konstanz"});
    EXPECT_EQ(u.scores().seat[Seat{0}].tickets, -20);
    u.give_track(0, track);
    EXPECT_EQ(u.scores().seat[Seat{0}].tickets, 20) << track;
  }
}

TEST(Germany, G6_a_country_is_a_dead_end) {
  auto t = Table::ready("germany", 2);
  // Emden and Münster are both joined to the Netherlands, and not to each other.
  t.give_tracks(0,
                {"emden-nl_emden", "munster-nl_munster", "bremen-emden", "bremen-hamburg", "dortmund-munster.1", "dortmund-dusseldorf.1"});
  t.give_ticket(0, "bremen-dusseldorf");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -5);
  t.give_track(0, "emden-munster");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, 5);
}

TEST(Germany, G6_countries_at_both_ends) {
  auto t = Table::ready("germany", 2);
  t.give_ticket(0, "danemark-niederlande");
  t.give_tracks(0, {"bremerhaven-dk_bremerhaven", "dk_kiel-kiel"});  // Denmark twice: still not joined to Kiel
  t.give_tracks(0, {"emden-nl_emden"});
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, -10);
  t.give_track(0, "bremerhaven-emden");
  EXPECT_EQ(t.scores().seat[Seat{0}].tickets, 10);
}

TEST(Germany, G7_globetrotter) {
  auto t = Table::ready("germany", 3);
  t.give_tracks(0, {"mannheim-stuttgart.1", "frankfurt-mannheim.1"});
  t.give_tracks(1, {"berlin-leipzig"});
  t.give_tickets(0, {"mannheim-stuttgart", "frankfurt-stuttgart", "kiel-schweiz"});  // two completed
  t.give_tickets(1, {"berlin-leipzig", "berlin-hamburg"});                           // one
  auto scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].completed, 2);
  EXPECT_EQ(scores.seat[Seat{0}].globetrotter, 15);
  EXPECT_EQ(scores.seat[Seat{0}].total, 2 + 2 + 2 + 4 - 20 + 15);
  EXPECT_EQ(scores.seat[Seat{1}].globetrotter, 0);
  t.give_track(1, "berlin-hamburg.1");  // tied: both
  scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].globetrotter, 15);
  EXPECT_EQ(scores.seat[Seat{1}].globetrotter, 15);
  EXPECT_EQ(scores.seat[Seat{2}].globetrotter, 0);
}

TEST(Germany, G8_most_and_second_most_of_each_colour) {
  struct Case {
    int taken[4], points[4];
  };
  for (const auto& c : {Case{{4, 3, 2, 1}, {20, 10, 0, 0}}, Case{{3, 3, 2, 1}, {20, 20, 0, 0}},  // tied for the most: no second
                        Case{{4, 2, 2, 1}, {20, 10, 10, 0}},                                     // tied for second
                        Case{{3, 3, 3, 1}, {20, 20, 20, 0}}, Case{{2, 2, 2, 2}, {20, 20, 20, 20}}, Case{{1, 4, 1, 1}, {10, 20, 10, 10}},
                        Case{{0, 5, 0, 0}, {0, 20, 0, 0}}, Case{{0, 1, 2, 0}, {0, 10, 20, 0}}, Case{{0, 0, 0, 0}, {0, 0, 0, 0}}}) {
    auto t = Table::ready("germany", 4);
    for (int s = 0; s < 4; ++s)
      if (c.taken[s] > 0) t.give_passengers(s, std::to_string(c.taken[s]) + " green");
    const auto scores = t.scores();
    for (int s = 0; s < 4; ++s) {
      EXPECT_EQ(scores.seat[Seat(s)].passengers, c.points[s]) << c.taken[0] << c.taken[1] << c.taken[2] << c.taken[3] << " seat " << s;
      EXPECT_EQ(scores.seat[Seat(s)].total, c.points[s]);
      EXPECT_EQ(scores.seat[Seat(s)].passengers_taken, c.taken[s]);
    }
  }
}

TEST(Germany, G8_colours_are_counted_one_by_one) {
  auto t = Table::ready("germany", 2);
  t.give_passengers(0, "3 red, 1 blue, 2 white");
  t.give_passengers(1, "1 red, 2 blue, 2 white, 1 black");
  const auto scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].passengers, 20 + 10 + 20);
  EXPECT_EQ(scores.seat[Seat{1}].passengers, 10 + 20 + 20 + 20);
}

TEST(Germany, G9_most_points_then_most_completed_then_most_passengers) {
  auto t = Table::ready("germany", 3);
  t.give_passengers(1, "1 red");
  t.give_passengers(2, "1 blue, 1 red");
  t.give_tracks(0, {"mannheim-stuttgart.1"});
  t.give_ticket(0, "mannheim-stuttgart");
  t.level_totals();
  EXPECT_EQ(t.scores().winners, 0b001);  // one ticket, no passenger
  auto more = t;
  more.open().points[Seat{1}] = static_cast<std::int16_t>(more.open().points[Seat{1}] + 1);
  EXPECT_EQ(more.scores().winners, 0b010);  // points before anything else

  auto u = Table::ready("germany", 3);
  u.give_passengers(1, "1 red");
  u.give_passengers(2, "1 blue, 1 red");
  u.level_totals();
  EXPECT_EQ(u.scores().winners, 0b100);
}

TEST(Germany, G9_a_tie_that_is_left_is_shared) {
  auto t = Table::ready("germany", 3);
  t.give_passengers(0, "1 red");
  t.give_passengers(2, "1 red");
  t.give_track(2, "berlin-hamburg.1");  // a long line breaks no tie here
  t.level_totals();
  EXPECT_EQ(t.scores().winners, 0b101);
}

TEST(Germany, G10_no_ferries_tunnels_stations_or_longest_line) {
  auto t = Table::ready("germany", 2);
  for (const auto& track : t.game.board.tracks) {
    EXPECT_FALSE(track.tunnel) << track.id;
    EXPECT_EQ(track.locomotives, 0) << track.id;
  }
  t.give_hand(0, "12 red");
  for (const auto* text : {"build_station berlin red", "pay_tunnel 0", "decline_tunnel"})
    EXPECT_EQ(t.refused(text), Refusal::not_in_this_game) << text;
  EXPECT_EQ(t.legal_texts(Kind::build_station), Texts{});
  t.give_track(0, "berlin-hamburg.1");
  const auto scores = t.scores();
  EXPECT_EQ(scores.seat[Seat{0}].total, 18);
  EXPECT_EQ(scores.seat[Seat{0}].express, 0);
  EXPECT_EQ(scores.seat[Seat{0}].stations, 0);
}

}  // namespace
}  // namespace perron
