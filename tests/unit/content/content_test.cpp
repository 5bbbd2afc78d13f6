// Boards from JSON: the built-in ones hold the known facts, and a bad one gets all its errors, each with its path.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/json.h"
#include "content/builtin.h"
#include "content/load.h"
#include "support/kit.h"

namespace perron {
namespace {

using nlohmann::json;

std::string text_of(const std::vector<FieldError>& errors) {
  std::string out;
  for (const auto& error : errors) out += error.path + ": " + error.message + "\n";
  return out;
}

Board load(const std::string& name) {
  auto board = load_board(name);
  EXPECT_TRUE(board) << name << "\n" << (board ? "" : text_of(board.error()));
  return board ? std::move(*board) : Board{};
}

std::string test_board(const std::string& name) { return kit::tests_dir() + "/boards/" + name + ".json"; }

std::vector<FieldError> errors_of(std::string_view text) {
  const auto board = read_board(text);
  return board ? std::vector<FieldError>{} : board.error();
}

// ---- what a board is known to have

constexpr int kFar = 1 << 20;

// Spaces between two places by the shortest way; the terminals of a country are its places.
int shortest(const Board& board, Place from, Place to) {
  const auto starts = [&](Place end, Place p) { return p == end || board.places[p].country == end; };
  IdVector<Place, int> distance(board.places.size(), kFar);
  for (const auto p : distance.ids())
    if (starts(from, p)) distance[p] = 0;
  for (bool better = true; better;) {
    better = false;
    for (const auto& track : board.tracks)
      for (const auto& [a, b] : {std::pair{track.a, track.b}, std::pair{track.b, track.a}})
        if (distance[a] + track.length < distance[b]) distance[b] = distance[a] + track.length, better = true;
  }
  int best = kFar;
  for (const auto p : distance.ids())
    if (starts(to, p)) best = std::min(best, distance[p]);
  return best;
}

std::map<std::string, int> tickets_not_worth_their_distance(const Board& board) {
  std::map<std::string, int> out;
  for (const auto& ticket : board.tickets)
    if (const int distance = shortest(board, ticket.a, ticket.b); distance != ticket.points) out[ticket.id] = distance;
  return out;
}

struct Sums {
  int spaces = 0, tunnels = 0, ferries = 0, ferry_locomotives = 0, doubles = 0, triples = 0;
  friend bool operator==(const Sums&, const Sums&) = default;
};

Sums sums_of(const Board& board) {
  Sums sums;
  std::map<std::pair<Place, Place>, int> sets;
  for (const auto& track : board.tracks) {
    sums.spaces += track.length;
    sums.tunnels += track.tunnel;
    sums.ferries += track.locomotives > 0;
    sums.ferry_locomotives += track.locomotives;
    ++sets[{track.a, track.b}];
  }
  for (const auto& [ends, count] : sets) {
    sums.doubles += count == 2;
    sums.triples += count == 3;
  }
  return sums;
}

std::ptrdiff_t tickets_in(const Board& board, std::string_view deck) {
  return std::ranges::count_if(board.tickets, [&](const TicketFacts& t) { return board.rules.decks[t.deck].id == deck; });
}

std::ptrdiff_t places_of_kind(const Board& board, PlaceKind kind) { return std::ranges::count(board.places, kind, &PlaceFacts::kind); }

TEST(Boards, builtin_ones_come_in_the_order_of_their_names) {
  std::vector<std::string_view> ids;
  for (const auto& board : builtin_boards()) {
    ids.push_back(board.id);
    EXPECT_EQ(load(std::string(board.id)).id, board.id);
  }
  EXPECT_EQ(ids, (std::vector<std::string_view>{"europe", "first-journey", "germany"}));
}

TEST(Boards, europe_has_its_facts) {
  const auto board = load("europe");
  EXPECT_EQ(board.name, "Europe");
  EXPECT_EQ(board.places.size(), 47u);
  EXPECT_EQ(board.tracks.size(), 101u);
  EXPECT_EQ(sums_of(board), (Sums{.spaces = 300, .tunnels = 18, .ferries = 13, .ferry_locomotives = 17, .doubles = 11, .triples = 0}));
  EXPECT_EQ(tickets_in(board, "long"), 6);
  EXPECT_EQ(tickets_in(board, "regular"), 40);
  for (const auto c : ids<Color>(kPlainColors))
    EXPECT_EQ(std::ranges::count(board.tracks, Color(c), &TrackFacts::color), 8) << kColorNames[c];
  EXPECT_EQ(std::ranges::count(board.tracks, Color::none, &TrackFacts::color), 37);
  EXPECT_EQ(tickets_not_worth_their_distance(board), (std::map<std::string, int>{{"athina-edinburgh", 20}, {"london-wien", 9}}));
}

TEST(Boards, germany_has_its_facts) {
  const auto board = load("germany");
  EXPECT_EQ(places_of_kind(board, PlaceKind::city), 35);
  EXPECT_EQ(places_of_kind(board, PlaceKind::country), 5);
  EXPECT_EQ(places_of_kind(board, PlaceKind::terminal), 14);
  EXPECT_EQ(board.tracks.size(), 110u);
  EXPECT_EQ(sums_of(board), (Sums{.spaces = 313, .tunnels = 0, .ferries = 0, .ferry_locomotives = 0, .doubles = 21, .triples = 2}));
  EXPECT_EQ(tickets_in(board, "short"), 55);
  EXPECT_EQ(tickets_in(board, "long"), 34);
  int passengers = 0;
  for (const auto& place : board.places) passengers += place.passengers;
  EXPECT_EQ(passengers, 60);
  EXPECT_EQ(tickets_not_worth_their_distance(board), (std::map<std::string, int>{{"kiel-stuttgart", 16}}));
}

TEST(Boards, first_journey_has_its_facts) {
  const auto board = load("first-journey");
  EXPECT_EQ(board.places.size(), 22u);
  EXPECT_EQ(board.tracks.size(), 70u);
  EXPECT_EQ(sums_of(board), (Sums{.spaces = 126, .tunnels = 0, .ferries = 0, .ferry_locomotives = 0, .doubles = 25, .triples = 0}));
  EXPECT_EQ(board.tickets.size(), 32u);
  EXPECT_EQ(total(board.rules.cards), 72);
  EXPECT_EQ(std::ranges::count(board.places, Region::first, &PlaceFacts::region), 3);
  EXPECT_EQ(std::ranges::count(board.places, Region::second, &PlaceFacts::region), 3);
}

TEST(Boards, rules_sheet_is_read) {
  const auto europe = load("europe").rules;
  EXPECT_EQ(europe.players_min, 2);
  EXPECT_EQ(europe.players_max, 5);
  EXPECT_EQ(europe.wagons, 45);
  EXPECT_EQ(europe.cards, (Cards{12, 12, 12, 12, 12, 12, 12, 12, 14}));
  EXPECT_EQ(europe.row->places, 5);
  EXPECT_EQ(europe.row->flush_at, 3);
  EXPECT_EQ(europe.claim_points, (std::vector<std::int16_t>{1, 2, 4, 7, 10, 15, 18, 21}));
  EXPECT_EQ(europe.one_of_parallel_up_to, 3);
  EXPECT_EQ(europe.tunnels->cards, 3);
  EXPECT_EQ(europe.stations->each, 3);
  EXPECT_EQ(europe.stations->points_unused, 4);
  EXPECT_EQ(europe.longest_line, 10);
  EXPECT_EQ(std::get<KeepSome>(europe.tickets).not_kept_first, NotKept::leave_game);
  EXPECT_EQ(europe.tie_breaks, (std::vector{TieBreak::most_completed, TieBreak::fewest_stations, TieBreak::longest_line}));
  EXPECT_FALSE(europe.split || europe.passengers || europe.globetrotter || europe.east_west);

  const auto germany = load("germany").rules;
  EXPECT_EQ(germany.split, 4);
  EXPECT_EQ(germany.passengers->figures, (PerPlainColor<std::uint8_t>{0, 10, 0, 10, 10, 10, 10, 10}));
  EXPECT_EQ(germany.globetrotter, 15);
  EXPECT_EQ(std::get<KeepSome>(germany.tickets).not_kept_first, NotKept::reshuffle);
  EXPECT_FALSE(germany.tunnels || germany.stations || germany.longest_line);

  const auto first = load("first-journey").rules;
  EXPECT_EQ(std::get<Race>(first.tickets).open, 2);
  EXPECT_EQ(std::get<Race>(first.tickets).goal, 6);
  EXPECT_TRUE(std::get<Race>(first.tickets).swap);
  EXPECT_EQ(first.one_of_parallel_up_to, 0);
  EXPECT_EQ(first.east_west->points, 0);
  EXPECT_TRUE(!first.row && first.claim_points.empty() && first.tie_breaks.empty());
}

TEST(Boards, every_id_is_there_once_and_its_ends_are_in_order) {
  for (const auto& builtin : builtin_boards()) {
    const auto board = load(std::string(builtin.id));
    std::set<std::string> ids;
    const auto id = [&](Place p) { return board.places[p].id; };
    for (const auto& track : board.tracks) {
      EXPECT_LT(id(track.a), id(track.b));
      EXPECT_TRUE(ids.insert(track.id).second) << track.id;
    }
    ids.clear();
    for (const auto& ticket : board.tickets) {
      EXPECT_EQ(ticket.id, id(ticket.a) + "-" + id(ticket.b));
      EXPECT_TRUE(ids.insert(ticket.id).second) << ticket.id;
    }
  }
}

TEST(Boards, C13_parallel_tracks_are_numbered_in_the_order_of_the_file) {
  const auto board = load(test_board("mix"));
  std::vector<std::string> ids;
  for (const auto& track : board.tracks) ids.push_back(track.id);
  const auto first = std::ranges::find(ids, "bell-crow.1");
  ASSERT_NE(first, ids.end());
  EXPECT_EQ(*(first + 1), "bell-crow.2");
  EXPECT_EQ(*(first + 2), "bell-crow.3");
  EXPECT_NE(std::ranges::find(ids, "ash-crow"), ids.end());
}

TEST(Boards, ends_may_be_written_in_either_order) {
  const auto straight = json::parse(std::ifstream(test_board("mix")));
  auto turned = straight;
  for (const auto* list : {"tracks", "tickets"})
    for (auto& item : turned[list]) std::swap(item["a"], item["b"]);
  const auto a = read_board(straight.dump()), b = read_board(turned.dump());
  ASSERT_TRUE(a && b);
  for (const auto i : a->tracks.ids()) EXPECT_EQ(a->tracks[i].id, b->tracks[i].id);
  for (const auto i : a->tickets.ids()) EXPECT_EQ(a->tickets[i].id, b->tickets[i].id);
}

TEST(Boards, countries_and_regions_are_resolved) {
  const auto board = load(test_board("mix"));
  const auto place = [&](std::string_view id) { return std::ranges::find(board.places, id, &PlaceFacts::id); };
  const auto country = place("overland");
  EXPECT_EQ(country->country, Place(country - board.places.begin()));
  EXPECT_EQ(place("overland_north")->country, country->country);
  EXPECT_EQ(place("ash")->country, kNoPlace);
  EXPECT_EQ(place("hook")->region, Region::first);
  EXPECT_EQ(place("ash")->region, Region::second);
}

TEST(Boards, test_boards_are_right) {
  const auto usa = load(test_board("usa_like"));
  EXPECT_EQ(usa.places.size(), 36u);
  EXPECT_EQ(usa.tracks.size(), 100u);
  EXPECT_EQ(usa.tickets.size(), 30u);
  EXPECT_EQ(tickets_not_worth_their_distance(usa), (std::map<std::string, int>{}));
  const auto mix = load(test_board("mix"));
  EXPECT_EQ(tickets_not_worth_their_distance(mix), (std::map<std::string, int>{}));
  EXPECT_TRUE(mix.rules.row && mix.rules.tunnels && mix.rules.stations && mix.rules.passengers && mix.rules.longest_line);
  EXPECT_TRUE(mix.rules.globetrotter && mix.rules.east_west && mix.rules.split);
  EXPECT_GT(sums_of(mix).ferries, 0);
  const auto race = load(test_board("race_mix"));
  EXPECT_TRUE(std::holds_alternative<Race>(race.rules.tickets));
  EXPECT_EQ(sums_of(race).triples, 2);
  EXPECT_EQ(load(test_board("tiny")).tracks.size(), 6u);
}

TEST(Boards, the_example_in_the_documentation_is_right) {
  std::ifstream in(kit::tests_dir() + "/../docs/boards.md");
  const std::string page(std::istreambuf_iterator<char>(in), {});
  const auto begin = page.find("```json\n") + 8;
  const auto board = read_board(std::string_view(page).substr(begin, page.find("```", begin) - begin));
  ASSERT_TRUE(board) << text_of(board.error());
  EXPECT_EQ(tickets_not_worth_their_distance(*board), (std::map<std::string, int>{}));
}

// ---- errors: a good board, changed by a JSON patch, and the one error that it must get

struct Fault {
  std::string board, patch, path, part;  // the patch without its outer brackets
};

// Operations of a JSON patch; `set` at an index of a list puts the value before what is there.
std::string set(const std::string& path, const std::string& value) {
  return R"({"op":"add","path":")" + path + R"(","value":)" + value + "}";
}
std::string replace(const std::string& path, const std::string& value) {
  return R"({"op":"replace","path":")" + path + R"(","value":)" + value + "}";
}
std::string drop(const std::string& path) { return R"({"op":"remove","path":")" + path + "\"}"; }

std::vector<FieldError> errors_after(const std::string& board, const std::string& patch) {
  return errors_of(json::parse(std::ifstream(test_board(board))).patch(json::parse("[" + patch + "]")).dump());
}

void expect_faults(const std::vector<Fault>& faults) {
  for (const auto& fault : faults) {
    const auto errors = errors_after(fault.board, fault.patch);
    const auto found = std::ranges::any_of(
        errors, [&](const FieldError& e) { return e.path == fault.path && e.message.find(fault.part) != e.message.npos; });
    EXPECT_TRUE(found) << fault.patch << "\nexpected " << fault.path << ": " << fault.part << "\nfound\n" << text_of(errors);
    EXPECT_EQ(errors.size(), 1u) << fault.patch << "\nfound\n" << text_of(errors);  // and nothing that only follows from it
  }
}

TEST(BoardErrors, file_and_names) {
  expect_faults({
      {"tiny", set("/perron_board", "2"), "/perron_board", "must be the number 1, not 2"},
      {"tiny", drop("/perron_board"), "/perron_board", "is missing"},
      {"tiny", set("/id", R"("No Good")"), "/id", R"(small letters a-z, digits or "-", not "No Good")"},
      {"tiny", set("/id", R"("abcdefghijklmnopqrstuvwxyz1234567")"), "/id", "1 to 32"},
      {"tiny", drop("/id"), "/id", "is missing"},
      {"tiny", set("/version", "0"), "/version", "from 1 to 1000000, not 0"},
      {"tiny", set("/version", "1.5"), "/version", "whole number"},
      {"tiny", set("/name", R"("a\tb")"), "/name", "without control characters"},
      {"tiny", set("/name", R"("a\u0085b")"), "/name", "without control characters"},
      {"tiny", set("/name", R"("")"), "/name", "1 to 64 characters"},
      {"tiny", set("/name", "7"), "/name", "must be a text of 1 to 64 characters without control characters, not 7"},
      {"tiny", set("/starts", "[]"), "/starts", "not a list"},
      {"tiny", set("/start", R"("me")"), "/start", R"(is not a known key; did you mean "starts"?)"},
      {"tiny", set("/nothing~1like~0it", "1"), "/nothing~1like~0it", "is not a known key"},
      {"tiny", drop("/rules"), "/rules", "is missing; it must be an object"},
      {"tiny", set("/rules", "[]"), "/rules", "must be an object, not a list"},
      {"tiny", drop("/places"), "/places", "is missing"},
      {"tiny", drop("/tracks"), "/tracks", "is missing"},
      {"tiny", drop("/tickets"), "/tickets", "is missing"},
      {"tiny", set("/tickets", "{}"), "/tickets", "must be a list of 1 to 128 items, not an object"},
  });
}

TEST(BoardErrors, numbers_of_the_rules_sheet) {
  expect_faults({
      {"tiny", drop("/rules/players"), "/rules/players", "is missing"},
      {"tiny", set("/rules/players/max", "6"), "/rules/players/max", "from 2 to 5, not 6"},
      {"tiny", set("/rules/players/min", "1"), "/rules/players/min", "from 2 to 5, not 1"},
      {"mix", set("/rules/players/min", "5"), "/rules/players/max", "must be at least `min`, which is 5, not 4"},
      {"tiny", set("/rules/wagons", "0"), "/rules/wagons", "from 1 to 200, not 0"},
      {"tiny", set("/rules/wagons", "201"), "/rules/wagons", "from 1 to 200, not 201"},
      {"tiny", set("/rules/wagons", R"("6")"), "/rules/wagons", R"(whole number from 1 to 200, not "6")"},
      {"tiny", set("/rules/wagons", "18446744073709551615"), "/rules/wagons", "not 18446744073709551615"},
      {"tiny", set("/rules/wagons", "-6"), "/rules/wagons", "not -6"},
      {"tiny", drop("/rules/wagons"), "/rules/wagons", "is missing; it must be a whole number from 1 to 200"},
      {"tiny", set("/rules/cards/rde", "6"), "/rules/cards/rde", R"(did you mean "red"?)"},
      {"tiny", set("/rules/cards/grey", "6"), "/rules/cards/grey", "is not a colour that fits here"},
      {"tiny", set("/rules/cards/red", "251"), "/rules/cards/red", "from 0 to 250"},
      {"tiny", set("/rules/cards/red", "243"), "/rules/cards", "at most 250 cards in all, not 251"},
      {"tiny", set("/rules/opening_cards", "6"), "/rules/cards",
       "must be at least 15 cards in all (2 players x 6 opening cards + 3 row places), not 14"},
      {"tiny", set("/rules/opening_cards", "21"), "/rules/opening_cards", "from 0 to 20"},
      {"tiny", set("/rules/draw/cards", "5"), "/rules/draw/cards", "from 1 to 4, not 5"},
      {"tiny", set("/rules/draw/row/places", "9"), "/rules/draw/row/places", "from 1 to 8, not 9"},
      {"tiny", set("/rules/draw/row/flush_at_locomotives", "4"), "/rules/draw/row/flush_at_locomotives", "from 0 to 3, not 4"},
      {"mix", set("/rules/draw/row/places", "8"), "/rules/draw/row/flush_at_locomotives",
       "a row of 8 places could be thrown away over 1000 times on end"},
      {"tiny", drop("/rules/draw"), "/rules/draw", "is missing"},
      {"tiny", replace("/rules/claim_points/1", "101"), "/rules/claim_points/1", "from 0 to 100, not 101"},
      {"tiny", replace("/rules/claim_points/1", R"("2")"), "/rules/claim_points/1", "whole number"},
      {"tiny", set("/rules/claim_points", "[]"), "/rules/claim_points", "a list of 1 to 12 items, not of 0"},
      {"tiny", set("/rules/one_of_parallel_up_to_players", "6"), "/rules/one_of_parallel_up_to_players", "from 0 to 5"},
      {"tiny", set("/rules/end/wagons_left", "6"), "/rules/end/wagons_left", "from 0 to 5, not 6"},
      {"tiny", set("/rules/end/turns_each", "4"), "/rules/end/turns_each", "from 0 to 3, not 4"},
      {"tiny", drop("/rules/end/turns_each"), "/rules/end/turns_each", "is missing; it must be a whole number from 0 to 3"},
      {"tiny", drop("/rules/end"), "/rules/end", "is missing"},
      {"tiny", set("/rules/tunnels/cards", "9"), "/rules/tunnels/cards", "from 1 to 8, not 9"},
      {"tiny", set("/rules/stations/each", "7"), "/rules/stations/each", "from 1 to 6, not 7"},
      {"tiny", drop("/rules/stations/points_unused"), "/rules/stations/points_unused", "is missing"},
      {"tiny", set("/rules/longest_line/points", "0"), "/rules/longest_line/points", "from 1 to 100"},
      {"mix", set("/rules/globetrotter/points", "101"), "/rules/globetrotter/points", "from 1 to 100"},
      {"mix", set("/rules/passengers/points_second", "10"), "/rules/passengers/points_second", "from 0 to 9, not 10"},
      {"mix", set("/rules/passengers/colours/locomotive", "1"), "/rules/passengers/colours/locomotive", "is not a colour that fits here"},
      {"mix", set("/rules/passengers/colours", "{}"), "/rules/passengers/colours", "must be 1 to 96 figures in all, not 0"},
      {"mix", set("/rules/passengers/colours/red", "97"), "/rules/passengers/colours/red", "from 0 to 96"},
      {"mix", set("/rules/east_west/points", "101"), "/rules/east_west/points", "from 0 to 100"},
      {"mix", set("/rules/east_west/regions", R"(["east"])"), "/rules/east_west/regions", "a list of 2 items, not of 1"},
      {"mix", replace("/rules/east_west/regions/1", R"("east")"), "/rules/east_west/regions", "must be two different names"},
      {"mix", set("/rules/tunnel", R"({"cards":2})"), "/rules/tunnel", "is not a known key"},
  });
}

TEST(BoardErrors, ticket_rules) {
  expect_faults({
      {"tiny", drop("/rules/tickets"), "/rules/tickets", "is missing"},
      {"tiny", drop("/rules/tickets/keep"), "/rules/tickets", "must have either `keep` or `race`, not neither"},
      {"tiny", set("/rules/tickets/race", R"({"open":1,"goal":1})"), "/rules/tickets", "not both"},
      {"tiny", set("/rules/tickets/decks", "[]"), "/rules/tickets/decks", "a list of 1 to 2 items, not of 0"},
      {"mix", set("/rules/tickets/decks/-", R"({"id":"third"})"), "/rules/tickets/decks", "not of 3"},
      {"mix", set("/rules/tickets/decks/1/id", R"("near")"), "/rules/tickets/decks/1/id", "must differ"},
      {"mix", set("/rules/tickets/decks/1/first", "2"), "/rules/tickets/decks/1/first", "must be left out: with a `split`"},
      {"mix", set("/rules/tickets/split", "9"), "/rules/tickets/split", "from 1 to 8, not 9"},
      {"mix", set("/rules/tickets/split", "4"), "/rules/tickets/split", "needs 16 tickets at the start (4 players x 4); there are 14"},
      {"mix", set("/rules/tickets/keep/first", "4"), "/rules/tickets/keep/first", "from 1 to 3, not 4"},
      {"tiny", set("/rules/tickets/split", "2") + "," + drop("/rules/tickets/decks/0/first") + "," + drop("/rules/tickets/decks/0/later"),
       "/rules/tickets/split", "must be left out, or there must be two decks"},
      {"tiny", drop("/rules/tickets/decks/0/first"), "/rules/tickets/decks/0/first", "is missing"},
      {"tiny", set("/rules/tickets/decks/0/first", "0"), "/rules/tickets/decks",
       "must offer 1 to 8 tickets at the start (the sum of `first`), not 0"},
      {"tiny", set("/rules/tickets/decks/0/first", "3"), "/rules/tickets/decks/0",
       "needs 6 tickets at the start (2 players x 3); there are 4"},
      {"tiny", set("/rules/tickets/decks/0/later", "9"), "/rules/tickets/decks/0/later", "from 0 to 8"},
      {"tiny", set("/rules/tickets/decks/0/later", "0"), "/rules/tickets/keep/later", "must be the number 0, not 1"},
      {"tiny", set("/rules/tickets/keep/first", "0"), "/rules/tickets/keep/first", "from 1 to 2, not 0"},
      {"tiny", set("/rules/tickets/keep/later", "2"), "/rules/tickets/keep/later", "must be the number 1, not 2"},
      {"tiny", set("/rules/tickets/keep/not_kept_first", R"("leave game")"), "/rules/tickets/keep/not_kept_first",
       R"(must be "leave_game" or "reshuffle", not "leave game"; did you mean "leave_game"?)"},
      {"tiny", drop("/rules/tickets/keep/not_kept_first"), "/rules/tickets/keep/not_kept_first", "is missing"},
      {"race_mix", set("/rules/tickets/race/open", "5"), "/rules/tickets/race/open", "from 1 to 4, not 5"},
      {"race_mix", set("/rules/tickets/race/goal", "21"), "/rules/tickets/race/goal",
       "must be at most 20, the tickets that there are, not 21"},
      {"race_mix", set("/rules/tickets/race/swap", "1"), "/rules/tickets/race/swap", "must be true or false, not 1"},
      {"race_mix", set("/rules/tickets/split", "2"), "/rules/tickets/split", "must be left out: a race has one deck only"},
      {"race_mix", set("/rules/tickets/decks/0/later", "2"), "/rules/tickets/decks/0/later", "must be left out: in a race"},
      {"race_mix", set("/rules/tickets/decks/-", R"({"id":"other"})"), "/rules/tickets/decks", "must be one deck only in a race, not two"},
      {"race_mix", set("/tickets/3/points", "4"), "/tickets/3/points", "must be left out: in a race every ticket counts as one"},
  });
}

TEST(BoardErrors, two_decks_without_a_split) {
  const std::string two = drop("/rules/tickets/split") + "," + set("/rules/tickets/decks/0/first", "1") + "," +
                          set("/rules/tickets/decks/0/later", "0") + "," + set("/rules/tickets/decks/1/first", "1") + "," +
                          set("/rules/tickets/decks/1/later", "2");
  EXPECT_TRUE(errors_after("mix", two).empty()) << text_of(errors_after("mix", two));
  expect_faults({
      {"mix", two + "," + set("/rules/tickets/decks/0/later", "1"), "/rules/tickets/decks", "must have `later` above 0 in one deck only"},
      {"mix", two + "," + set("/rules/tickets/decks/0/first", "8"), "/rules/tickets/decks", "not 9"},
      {"mix", two + "," + set("/rules/tickets/decks/0/first", "2"), "/rules/tickets/decks/0", "needs 8 tickets"},
  });
}

TEST(BoardErrors, tie_breaks) {
  expect_faults({
      {"tiny", replace("/rules/tie_breaks/0", R"("most_complete")"), "/rules/tie_breaks/0", R"(did you mean "most_completed"?)"},
      {"tiny", replace("/rules/tie_breaks/0", "1"), "/rules/tie_breaks/0", "not 1"},
      {"tiny", set("/rules/tie_breaks/-", R"("most_completed")"), "/rules/tie_breaks/3", "must be listed once only"},
      {"tiny", set("/rules/tie_breaks/-", R"("most_passengers")"), "/rules/tie_breaks/3", "the rules have no `passengers`"},
      {"tiny", drop("/rules/stations"), "/rules/tie_breaks/1", "the rules have no `stations`"},
      {"tiny", drop("/rules/longest_line"), "/rules/tie_breaks/2", "the rules have no `longest_line`"},
  });
}

TEST(BoardErrors, places) {
  expect_faults({
      {"tiny", set("/places/0", "7"), "/places/0", "must be an object, not 7"},
      {"tiny", set("/places/-", R"({"id":"Far East","name":"Far"})") + "," + set("/tracks/0/a", R"("Far East")"), "/places/4/id",
       R"(not "Far East")"},
      {"tiny", set("/places/-", R"({"id":"west","name":"Second"})"), "/places/4/id",
       R"(an id of its own; "west" is that of /places/3 too)"},
      {"tiny", set("/places/-", R"({"id":"lost","name":"Lost"})"), "/places/4", "must have a track"},
      {"tiny", drop("/places/0/name"), "/places/0/name", "is missing"},
      {"tiny", set("/places/0/kind", R"("town")"), "/places/0/kind", R"(must be "city", "country" or "terminal", not "town")"},
      {"tiny", set("/places/0/lat", "91"), "/places/0/lat", "degrees from -90 to 90, not 91"},
      {"tiny", set("/places/0/lon", "-180.5"), "/places/0/lon", "degrees from -180 to 180"},
      {"tiny", drop("/places/0/lon"), "/places/0", "must have both `lat` and `lon` or neither"},
      {"tiny", set("/places/0/names", R"({"english":"East"})"), "/places/0/names/english", "is not a language"},
      {"tiny", set("/places/0/names", R"({"en":7})"), "/places/0/names/en", "must be a text"},
      {"tiny", set("/places/0/passenger", "1"), "/places/0/passenger", R"(did you mean "passengers"?)"},
      {"tiny", set("/places/0/passengers", "1"), "/places/0/passengers", "must have a `passengers` section"},
      {"tiny", set("/places/0/region", R"("east")"), "/places/0/region", "the rules have no `east_west`"},
      {"tiny", set("/places/0/country", R"("west")"), "/places/0/country", R"(only a place of the kind "terminal")"},
      {"mix", set("/places/0/passengers", "2"), "/rules/passengers/colours",
       "as many figures in all as the places have `passengers`: 16, not 15"},
      {"mix", set("/places/10/passengers", "1") + "," + set("/places/9/passengers", "1"), "/places/10/passengers", "stand on the country"},
      {"mix", set("/places/0/region", R"("wets")"), "/places/0/region", R"(did you mean "west"?)"},
      {"mix", drop("/places/7/region") + "," + drop("/places/8/region"), "/rules/east_west/regions/0", "no place has it"},
      {"mix", set("/places/9/region", R"("east")"), "/places/9/region", "no track ends in a country itself"},
      {"mix", drop("/places/10/country"), "/places/10/country", "is missing"},
      {"mix", set("/places/10/country", R"("overlnd")"), "/places/10/country", R"(did you mean "overland"?)"},
      {"mix", set("/places/10/country", R"("ash")"), "/places/10/country", R"(must be a place of the kind "country")"},
      {"mix", set("/places/-", R"({"id":"nowhere","name":"Nowhere","kind":"country"})"), "/places/12", "must have a terminal"},
      {"mix", set("/places/-", R"({"id":"end","name":"End","kind":"terminal","country":"overland"})"), "/places/12",
       "none ends in this terminal"},
      {"mix", set("/tracks/-", R"({"a":"ash","b":"overland_north","length":1,"colour":"red"})"), "/places/10",
       "must have tracks to one neighbour only"},
  });
}

TEST(BoardErrors, tracks) {
  const std::string track = R"({"a":"east","b":"west","length":1,"colour":"red")";
  expect_faults({
      {"tiny", set("/tracks/-", "null"), "/tracks/6", "must be an object, not null"},
      {"tiny", set("/tracks/0/a", R"("eats")"), "/tracks/0/a", R"(there is no "eats"; did you mean "east"?)"},
      {"tiny", set("/tracks/0/a", "1"), "/tracks/0/a", "must be the id of a place, not 1"},
      {"tiny", drop("/tracks/0/b"), "/tracks/0/b", "is missing; it must be the id of a place"},
      {"tiny", set("/tracks/-", R"({"a":"east","b":"east","length":1,"colour":"red"})"), "/tracks/6", R"(not "east" with itself)"},
      {"tiny", set("/tracks/0/length", "0"), "/tracks/0/length", "from 1 to 12, not 0"},
      {"tiny", set("/tracks/0/length", "13"), "/tracks/0/length", "from 1 to 12, not 13"},
      {"tiny", set("/tracks/0/length", "4"), "/tracks/0/length",
       "must be at most 3, the longest that `claim_points` has a value for, not 4"},
      {"tiny", drop("/rules/claim_points") + "," + set("/tracks/0/length", "7"), "/tracks/0/length",
       "must be at most 6, the wagons of a player, not 7"},
      {"tiny", drop("/rules/claim_points") + "," + set("/rules/wagons", "20") + "," + set("/tracks/3/length", "9"), "/tracks/3/length",
       "must be at most 8, all the red cards and locomotives together, not 9"},
      {"tiny", drop("/rules/claim_points") + "," + set("/rules/wagons", "20") + "," + set("/tracks/0/length", "9"), "/tracks/0/length",
       "must be at most 8, all the cards of any one colour and locomotives together, not 9"},
      {"tiny", set("/tracks/0/colour", R"("gray")"), "/tracks/0/colour", R"(did you mean "grey"?)"},
      {"tiny", set("/tracks/0/colour", R"("locomotive")"), "/tracks/0/colour", "must be"},
      {"tiny", set("/tracks/0/colour", R"("green")"), "/tracks/0/colour", "must be a colour that the cards have; there is no green card"},
      {"tiny", drop("/tracks/0/colour"), "/tracks/0/colour", "is missing"},
      {"tiny", set("/tracks/0/tunnel", R"("yes")"), "/tracks/0/tunnel", "must be true or false"},
      {"tiny", drop("/rules/tunnels"), "/tracks/1/tunnel", "must be left out, or the rules must have a `tunnels` section"},
      {"tiny", set("/tracks/0/locomotives", "3"), "/tracks/0/locomotives",
       "must be at most 2 (2 spaces, 2 locomotives in the deck), not 3"},
      {"tiny", set("/tracks/2/locomotives", "3"), "/tracks/2/locomotives",
       "must be at most 2 (3 spaces, 2 locomotives in the deck), not 3"},
      {"tiny", set("/tracks/-", track + R"(,"ferry":true})"), "/tracks/6/ferry", "is not a known key"},
      {"mix", set("/tracks/-", R"({"a":"ash","b":"overland","length":1,"colour":"red"})"), "/tracks/30",
       "it must end in a terminal of that country"},
  });
  const auto errors = errors_after("mix", set("/tracks/-", R"({"a":"overland_north","b":"overland_south","length":1,"colour":"red"})"));
  EXPECT_NE(text_of(errors).find("/tracks/30: must join a terminal to a city"), std::string::npos) << text_of(errors);
}

TEST(BoardErrors, tickets) {
  expect_faults({
      {"tiny", set("/tickets/0/a", R"("nroth")"), "/tickets/0/a", R"(did you mean "north"?)"},
      {"tiny", drop("/tickets/0/points"), "/tickets/0/points", "is missing; it must be a whole number from 1 to 100"},
      {"tiny", set("/tickets/0/points", "0"), "/tickets/0/points", "from 1 to 100, not 0"},
      {"tiny", set("/tickets/0/deck", R"("regulr")"), "/tickets/0/deck", R"(must be "regular", not "regulr"; did you mean "regular"?)"},
      {"mix", drop("/tickets/0/deck"), "/tickets/0/deck", R"(is missing; it must be "near" or "far")"},
      {"tiny", set("/tickets/-", R"({"a":"west","b":"east","points":3})"), "/tickets/4",
       "must be a pair of its own; /tickets/0 joins the same two places"},
      {"tiny", set("/tickets/-", R"({"a":"west","b":"west","points":3})"), "/tickets/4",
       R"(must join two different places, not "west" with itself)"},
      {"mix", set("/tickets/-", R"({"a":"overland","b":"overland","points":3,"deck":"far"})"), "/tickets/14",
       "must join two different countries"},
      {"mix", set("/tickets/-", R"({"a":"overland_north","b":"ash","points":3,"deck":"far"})"), "/tickets/14", "it must name the country"},
      {"tiny",
       set("/places/-", R"({"id":"isle","name":"Isle"})") + "," + set("/places/-", R"({"id":"reef","name":"Reef"})") + "," +
           set("/tracks/-", R"({"a":"isle","b":"reef","length":1,"colour":"red"})") + "," +
           set("/tickets/-", R"({"a":"isle","b":"west","points":3})"),
       "/tickets/4", R"(can never be completed: no tracks lead from "isle" to "west")"},
  });
  auto near_only = json::parse(std::ifstream(test_board("mix")));
  for (auto& ticket : near_only["tickets"]) ticket["deck"] = "near";
  EXPECT_NE(text_of(errors_of(near_only.dump())).find("/rules/tickets/decks/1: must have tickets"), std::string::npos);
}

TEST(BoardErrors, east_west_regions_must_be_joinable) {
  const auto errors = errors_after("mix", set("/places/-", R"({"id":"isle","name":"Isle","region":"east"})") + "," +
                                              set("/places/-", R"({"id":"reef","name":"Reef"})") + "," +
                                              set("/tracks/-", R"({"a":"isle","b":"reef","length":1,"colour":"red"})") + "," +
                                              drop("/places/7/region") + "," + drop("/places/8/region"));
  ASSERT_EQ(errors.size(), 1u) << text_of(errors);
  EXPECT_EQ(errors[0].path, "/rules/east_west");
}

TEST(BoardErrors, limits_of_size) {
  auto board = json::parse(std::ifstream(test_board("tiny")));
  const auto fails_with = [](const json& b, const std::string& path, const std::string& part) {
    const auto errors = errors_of(b.dump());
    ASSERT_EQ(errors.size(), 1u) << text_of(errors);
    EXPECT_EQ(errors[0].path, path);
    EXPECT_NE(errors[0].message.find(part), std::string::npos) << errors[0].message;
  };
  auto many = board;
  for (int i = 0; i < 200; ++i) many["tracks"].push_back(board["tracks"][0]);
  fails_with(many, "/tracks", "must be a list of 1 to 192 items, not of 206");
  many = board;
  for (int i = 0; i < 100; ++i) many["places"].push_back({{"id", "p" + std::to_string(i)}, {"name", "P"}});
  fails_with(many, "/places", "must be a list of 2 to 96 items, not of 104");
  many = board;
  for (int i = 0; i < 200; ++i) many["tickets"].push_back(board["tickets"][0]);
  fails_with(many, "/tickets", "must be a list of 1 to 128 items, not of 204");
}

// 192 tracks of 100 points, 128 tickets of 100 and more for awards: beyond 16 bits.
TEST(BoardErrors, all_points_must_fit_a_score) {
  auto board = json::parse(std::ifstream(test_board("tiny")));
  board["rules"]["claim_points"] = {100};
  board["rules"]["wagons"] = 200;
  board["rules"]["stations"] = {{"each", 6}, {"points_unused", 100}};
  board["rules"]["longest_line"]["points"] = 100;
  board["rules"]["globetrotter"]["points"] = 100;
  board["places"] = board["tracks"] = board["tickets"] = json::array();
  for (int i = 0; i < 96; ++i) board["places"].push_back({{"id", "p" + std::to_string(i)}, {"name", "P"}});
  const auto id = [](int i) { return "p" + std::to_string(i % 96); };
  for (int i = 0; i < 192; ++i) board["tracks"].push_back({{"a", id(i)}, {"b", id(i + 1)}, {"length", 1}, {"colour", "red"}});
  for (int i = 0; i < 128; ++i) board["tickets"].push_back({{"a", id(i)}, {"b", id(i + 2 + i / 96)}, {"points", 100}});
  const auto errors = errors_of(board.dump());
  ASSERT_EQ(errors.size(), 1u) << text_of(errors);
  EXPECT_EQ(errors[0].message, "has 32800 points in all its tracks, tickets and awards; it must be at most 32767");
  board["rules"]["stations"]["points_unused"] = 50;
  EXPECT_TRUE(errors_of(board.dump()).empty()) << text_of(errors_of(board.dump()));  // a board at the limits is fine
}

TEST(BoardErrors, all_are_reported_at_once) {
  const auto errors = errors_after("mix", set("/rules/wagons", "0") + "," + set("/rules/draw/cards", "9") + "," +
                                              set("/tracks/3/a", R"("ahs")") + "," + set("/tracks/12/length", "99") + "," +
                                              set("/places/2/nane", "1") + "," + set("/tickets/1/points", "-1") + "," + drop("/name"));
  std::set<std::string> paths;
  for (const auto& error : errors) paths.insert(error.path);
  EXPECT_EQ(paths, (std::set<std::string>{"/rules/wagons", "/rules/draw/cards", "/tracks/3/a", "/tracks/12/length", "/places/2/nane",
                                          "/tickets/1/points", "/name"}));
  EXPECT_EQ(errors.size(), 7u) << text_of(errors);
}

TEST(BoardErrors, an_empty_object_lacks_everything) {
  std::set<std::string> paths;
  for (const auto& error : errors_of("{}")) paths.insert(error.path);
  EXPECT_EQ(paths, (std::set<std::string>{"/perron_board", "/id", "/version", "/name", "/rules", "/places", "/tracks", "/tickets"}));
}

TEST(BoardErrors, the_list_is_not_endless) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i) text += "\"k" + std::to_string(i) + "\":0,";
  text.back() = '}';
  const auto errors = errors_of(text);
  EXPECT_EQ(errors.size(), FieldReport::kMost + 1);
  EXPECT_EQ(errors.back().message, "has more than 1000 errors; the others are not listed");
}

// ---- any bytes

JsonError json_error(std::string_view text) {
  const auto result = parse_json(text);
  EXPECT_FALSE(result) << text.substr(0, 80);
  return result ? JsonError{} : result.error();
}

TEST(Json, good_text_is_read) {
  const auto result = parse_json(R"( {"a": [1, -2, 3.5, true, false, null, "x\u00e9\n"], "b": {}} )");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->dump(), R"({"a":[1,-2,3.5,true,false,null,"xé\n"],"b":{}})");
  EXPECT_EQ(parse_json("7")->dump(), "7");
}

TEST(Json, errors_name_line_and_column) {
  const auto at = [](std::string_view text) {
    const auto error = json_error(text);
    return std::pair{error.line, error.column};
  };
  EXPECT_EQ(at("{\n  \"a\": 1,\n  \"b\" 2\n}"), (std::pair{3, 7}));
  EXPECT_EQ(at("{\"a\": 1,\n \"é\\\"\": 2, \"a\": 3}"), (std::pair{2, 12}));  // the second "a"; a column is a character
  EXPECT_EQ(at("{} x"), (std::pair{1, 4}));
  EXPECT_EQ(at("[1, 2"), (std::pair{1, 6}));
  EXPECT_EQ(at(""), (std::pair{1, 1}));
  EXPECT_EQ(json_error("{\"twice\":1,\"twice\":2}").message, "the key \"twice\" is there twice in this object");
}

TEST(Json, hostile_text_gets_an_error) {
  using namespace std::string_view_literals;
  const std::string deep(100'000, '['), objects = [] {
    std::string out;
    for (int i = 0; i < 100'000; ++i) out += "{\"a\":";
    return out;
  }();
  EXPECT_NE(json_error(deep).message.find("at most 32"), std::string::npos);
  EXPECT_NE(json_error(objects).message.find("at most 32"), std::string::npos);
  EXPECT_TRUE(parse_json(std::string(32, '[') + std::string(32, ']')));
  EXPECT_FALSE(parse_json(std::string(33, '[') + std::string(33, ']')));
  EXPECT_NE(json_error(std::string(kMaxJsonBytes + 1, ' ')).message.find("too large"), std::string::npos);
  EXPECT_EQ(json_error("{}\0{\"hidden\":1}"sv).message, "a null byte: this is not JSON text");
  for (const auto bad : {"\"\xff\""sv, "\"\xc3\""sv, "\"\xed\xa0\x80\""sv, "\xc3\xa9"sv, "\x7f\x45\x4c\x46\x02"sv, "1e999"sv, "// no\n{}"sv,
                         "{,}"sv, "[1,]"sv, "nul"sv, "'a'"sv, "\"a\nb\""sv, "\"\\ud800\""sv, "01"sv, "NaN"sv, "{\"a\"}"sv, "\"open"sv}) {
    const auto error = json_error(bad);
    EXPECT_FALSE(error.message.empty());
    EXPECT_TRUE(std::ranges::all_of(error.message, [](char c) { return c >= ' ' && c < 0x7F; })) << error.message;
  }
}

TEST(Json, messages_are_safe_to_print) {
  EXPECT_EQ(in_quotes("plain"), "\"plain\"");
  EXPECT_EQ(in_quotes("a\x1b[2J\x7f"), "\"a?[2J?\"");
  EXPECT_EQ(in_quotes("a\xc2\x9b"), "\"a?\"");
  EXPECT_EQ(in_quotes(std::string(47, 'x') + "é!"), "\"" + std::string(47, 'x') + "...\"");  // no half character
}

TEST(BoardErrors, hostile_boards_get_an_error) {
  for (const auto* text : {"", "[]", "7", "null", "\"europe\"", "{\"rules\":{\"tickets\":{\"decks\":{}}}}",
                           "{\"places\":[[],[]],\"tracks\":[[]],\"tickets\":[7]}"})
    EXPECT_FALSE(read_board(text)) << text;
  EXPECT_EQ(errors_of("{").front().path, "");
  EXPECT_EQ(errors_of("{").front().message.substr(0, 18), "line 1, column 2: ");
}

// Every single value of a board replaced by each of a few others: no crash, and a board or an error.
TEST(BoardErrors, any_value_may_be_anything) {
  const json others[] = {nullptr, -1, 255, 1e300, "x", json::array(), json::object()};
  for (const auto* name : {"mix", "race_mix"}) {
    const auto board = json::parse(std::ifstream(test_board(name)));
    const auto values = board.flatten();
    for (const auto& [pointer, value] : values.items()) {
      for (const auto& other : others) {
        auto changed = board;
        changed[json::json_pointer(pointer)] = other;
        const auto result = read_board(changed.dump());
        EXPECT_TRUE(result || !result.error().empty());
      }
    }
  }
}

// ---- names and files

std::string load_error(const std::string& name) {
  const auto board = load_board(name);
  EXPECT_FALSE(board) << name;
  return board ? "" : board.error().front().message;
}

TEST(LoadBoard, wrong_names_get_the_right_ones) {
  const auto message = load_error("erope");
  for (const auto* part : {"\"europe\"", "\"first-journey\"", "\"germany\"", "FILE", "did you mean \"europe\"?"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(load_error("").find("did you mean"), std::string::npos);
}

TEST(LoadBoard, files_that_cannot_be_read) {
  EXPECT_NE(load_error("no/such/file.json").find("can't read \"no/such/file.json\": No such file"), std::string::npos);
  EXPECT_NE(load_error(kit::tests_dir()).find("is a folder, not a board file"), std::string::npos);
  const auto path = std::filesystem::temp_directory_path() /
                    ("perron_content_test_" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) + ".json");
  std::ofstream(path) << std::string(kMaxJsonBytes + 1, ' ');
  EXPECT_NE(load_error(path.string()).find("is too large: a board file has at most 4 MiB"), std::string::npos);
  std::ofstream(path) << "{";
  EXPECT_NE(load_error(path.string()).find("line 1, column 2"), std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace perron
