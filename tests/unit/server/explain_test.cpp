// Help for people: how tickets stand, and why something cannot be paid.
#include "server/game/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "route/paths.h"
#include "rules/stations.h"
#include "support/table.h"

namespace perron {
namespace {

using Json = nlohmann::json;
using Texts = Table::Texts;

Json ask(const Table& t, wire::Explain::About about, int number) {
  wire::Explain request;
  request.about = about;
  request.number = number;
  return Json::parse(server::explain(t.game, observe(t.state, Seat(0)), request, "1"));
}

Json ticket(const Table& t, std::string_view id) { return ask(t, wire::Explain::About::ticket, index(t.ticket(id)))["tickets"][0]; }

// The one way to Edinburgh is the other seat's, and in a game of two its parallel is closed.
Table cut_off() {
  auto t = Table::ready("europe", 2);
  t.give_ticket(0, "edinburgh-paris");
  t.give_track(1, "edinburgh-london.1");
  return t;
}

TEST(Explain, a_blocked_ticket_is_open_as_long_as_a_station_could_do_it) {
  auto t = cut_off();
  const auto open = ticket(t, "edinburgh-paris");
  EXPECT_EQ(open["state"], "open");
  EXPECT_EQ(open["by_station"], true);
  EXPECT_EQ(open["stations"], 1);
  EXPECT_EQ(open["lent"], Json({"edinburgh-london.1"}));
  EXPECT_EQ(open["wagons"], 3);
  EXPECT_EQ(open["way"].size(), 2u);

  t.give_station(0, "london");
  EXPECT_EQ(ticket(t, "edinburgh-paris")["stations"], 0);
  t.give_tracks(0, {"dieppe-london.1", "dieppe-paris"});
  EXPECT_EQ(ticket(t, "edinburgh-paris")["state"], "done");
}

TEST(Explain, without_stations_left_a_blocked_ticket_is_impossible) {
  auto t = cut_off();
  for (const auto* city : {"roma", "wien", "kyiv"}) t.give_station(0, city);
  const auto lost = ticket(t, "edinburgh-paris");
  EXPECT_EQ(lost["state"], "impossible");
  EXPECT_FALSE(lost.contains("by_station"));
  EXPECT_FALSE(lost.contains("way"));
}

TEST(Explain, a_station_stands_only_in_a_city_without_one) {
  auto t = cut_off();
  t.give_station(1, "edinburgh");
  EXPECT_EQ(ticket(t, "edinburgh-paris")["state"], "open");
  t.give_station(1, "london");
  EXPECT_EQ(ticket(t, "edinburgh-paris")["state"], "impossible");
}

TEST(Explain, each_station_lends_one_track_only) {
  auto t = cut_off();
  t.give_tracks(1, {"dieppe-london.1", "amsterdam-london"});
  auto open = ticket(t, "edinburgh-paris");
  EXPECT_EQ(open["stations"], 2);
  EXPECT_EQ(open["lent"].size(), 2u);
  for (const auto* city : {"dieppe", "amsterdam", "edinburgh"}) t.give_station(1, city);
  EXPECT_EQ(ticket(t, "edinburgh-paris")["state"], "impossible");  // London would have to lend both
}

TEST(Explain, wagons_must_suffice_with_stations_as_well) {
  auto t = cut_off();
  t.set_wagons(0, 3);
  EXPECT_EQ(ticket(t, "edinburgh-paris")["state"], "open");
  t.set_wagons(0, 2);
  EXPECT_EQ(ticket(t, "edinburgh-paris")["state"], "impossible");
}

TEST(Explain, after_the_end_no_ticket_is_open) {
  auto t = cut_off();
  t.give_ticket(0, "berlin-london");
  EXPECT_EQ(ticket(t, "berlin-london")["state"], "open");
  t.open().phase = Phase::over;
  EXPECT_EQ(ticket(t, "berlin-london")["state"], "impossible");
  EXPECT_EQ(ticket(t, "edinburgh-paris")["state"], "impossible");
}

TEST(Explain, a_ferry_says_how_many_locomotives_are_missing) {
  auto t = Table::ready("europe", 2);
  const int ferry = index(t.track("palermo-smyrna"));  // six spaces, two of them locomotives
  const auto why = [&] { return ask(t, wire::Explain::About::track, ferry)["why_not"]; };
  t.give_hand(0, "6 red");
  EXPECT_EQ(why()["rule"], "cannot_pay");
  EXPECT_EQ(why()["missing"], 2);
  EXPECT_EQ(why()["locomotives"], 2);
  t.give_hand(0, "2 red, 1 locomotive");
  EXPECT_EQ(why()["missing"], 3);
  EXPECT_EQ(why()["locomotives"], 1);
  t.give_hand(0, "1 red, 2 locomotive");
  EXPECT_EQ(why()["missing"], 3);
  EXPECT_FALSE(why().contains("locomotives"));
}

// The slow way: every choice of a track for every station, as if they were the seat's own.
int least_wagons(Table& t, std::vector<Place> lenders, int fresh, Ticket ticket) {
  constexpr int kNone = 1000;
  const auto way = route::shortest_path(t.game, t.state.open, Seat(0), ticket);
  int best = way ? way->wagons : kNone;
  if (lenders.empty() && fresh == 0) return best;
  std::vector<Place> cities;
  if (!lenders.empty()) {
    cities = {lenders.back()};
    lenders.pop_back();
  } else {
    --fresh;
    t.game.cities.each([&](Place city) {
      const auto stands = [&](const auto& list) { return std::ranges::find(list, city) != list.end(); };
      if (std::ranges::none_of(t.open().stations, stands)) cities.push_back(city);
    });
  }
  best = std::min(best, least_wagons(t, lenders, fresh, ticket));
  for (const auto city : cities)
    for (const auto track : t.game.tracks_at[city]) {
      if (!t.open().tracks[Seat(1)].test(track) && !t.open().tracks[Seat(2)].test(track)) continue;
      const auto before = t.open().tracks[Seat(0)];
      t.open().tracks[Seat(0)].set(track);
      best = std::min(best, least_wagons(t, lenders, fresh, ticket));
      t.open().tracks[Seat(0)] = before;
    }
  return best;
}

TEST(Explain, ways_with_loans_agree_with_trying_everything) {
  Rng rng(5);
  int by_station = 0, impossible = 0;
  for (int round = 0; round < 12; ++round) {
    auto t = Table::ready("europe", 3);
    for (const auto track : t.game.tracks.ids()) {
      const auto owner = static_cast<int>(rng.below(4));
      const auto& id = t.game.board.tracks[track].id;
      if (owner < 3 && t.is_free(id) && t.wagons(owner) >= t.game.tracks[track].length) t.give_track(owner, id);
    }
    for (int i = 0; i < 2; ++i) {
      auto cities = t.game.cities;
      for (const auto place : t.open().stations[Seat(0)])
        if (place != kNoPlace) cities.reset(place);
      const auto city = cities.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(cities.count()))));
      t.give_station(0, t.game.board.places[city].id);
    }
    t.set_wagons(0, 6 + round);
    for (int number = 0; number < t.game.tickets.size(); number += 5) {
      const auto ticket = Ticket(number);
      const auto alone = route::shortest_path(t.game, t.state.open, Seat(0), ticket);
      if (alone && alone->wagons <= t.wagons(0)) continue;
      const auto lent = route::path_with_loans(t.game, t.state.open, Seat(0), ticket);
      const auto stations = t.open().stations[Seat(0)];
      const int least = least_wagons(t, {stations[0], stations[1]}, 1, ticket);
      EXPECT_EQ(lent.has_value(), least <= t.wagons(0)) << t.game.board.tickets[ticket].id;
      if (!lent) {
        ++impossible;
        continue;
      }
      ++by_station;
      EXPECT_GE(lent->path.wagons, least);
      EXPECT_LE(lent->path.wagons, t.wagons(0));
      auto tracks = t.open().tracks[Seat(0)];
      int wagons = 0;
      for (const auto track : lent->path.tracks) {
        tracks.set(track);
        wagons += t.game.tracks[track].length;
      }
      EXPECT_EQ(wagons, lent->path.wagons);
    }
  }
  EXPECT_GT(by_station, 10);
  EXPECT_GT(impossible, 10);
}

}  // namespace
}  // namespace perron
