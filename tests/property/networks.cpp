// Ticket connections and station loans against their slow twins, on random networks.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "content/board_reader.h"
#include "rules/graph.h"
#include "rules/stations.h"
#include "support/kit.h"
#include "support/twins.h"

namespace perron {
namespace {

std::uint32_t size_of(const auto& items) { return static_cast<std::uint32_t>(items.size()); }

TrackSet random_tracks(const Game& game, Rng& rng, std::uint32_t one_in) {
  TrackSet out;
  for (const auto t : game.tracks.ids())
    if (rng.below(one_in) == 0) out.set(t);
  return out;
}

class Networks : public testing::TestWithParam<std::string> {};

TEST_P(Networks, tickets_are_joined_as_walking_says) {
  const auto game = kit::games_of(GetParam()).front();
  Rng rng(51);
  for (int i = 0; i < kit::scaled(200); ++i) {
    const auto tracks = random_tracks(game, rng, 2 + rng.below(4));
    const auto joined = joined_by(game, tracks);
    for (const auto t : game.tickets.ids())
      ASSERT_EQ(completes(game, joined, t), twins::joins(game.board, tracks, game.board.tickets[t])) << game.board.tickets[t].id;
  }
}

// With all tracks every ticket can be completed, with none no ticket.
TEST_P(Networks, all_tickets_are_possible) {
  const auto game = kit::games_of(GetParam()).front();
  TrackSet all;
  for (const auto t : game.tracks.ids()) all.set(t);
  for (const auto t : game.tickets.ids()) {
    EXPECT_TRUE(completes(game, joined_by(game, all), t)) << game.board.tickets[t].id;
    EXPECT_FALSE(completes(game, joined_by(game, {}), t)) << game.board.tickets[t].id;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, Networks, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

// A position at the end of nothing: tracks, stations and tickets dealt out at random.
State random_loans(const Game& game, Rng& rng, int stations, int tickets, std::uint32_t own_share) {
  State state = start(game, Seat{0});
  for (const auto t : game.tracks.ids()) {
    const auto seat = rng.below(10) < own_share ? 0u : rng.below(static_cast<std::uint32_t>(game.seats) + 2);  // beyond the seats: free
    if (seat < static_cast<std::uint32_t>(game.seats)) state.open.tracks[Seat(seat)].set(t);
  }
  PlaceSet built;
  for (int i = 0; i < stations;) {
    const auto city = game.cities.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(game.cities.count()))));
    if (built.test(city)) continue;
    built.set(city);
    state.open.stations[Seat{0}][i++] = city;
  }
  for (int i = 0; i < tickets; ++i) state.own[Seat{0}].tickets.set(Ticket(rng.below(size_of(game.tickets))));
  return state;
}

// The count is the best there is, and the tracks that it names as lent give just that.
void expect_best(const Game& game, const State& state) {
  const auto count = score_tickets(game, state, Seat{0});
  const auto best = twins::best_loans(game.board, state, Seat{0});
  ASSERT_EQ(count.points, best.points);
  ASSERT_EQ(count.completed, best.completed);
  auto tracks = state.open.tracks[Seat{0}];
  for (int i = 0; i < kStations; ++i) {
    if (count.lent[i] == kNoTrack) continue;
    const auto city = state.open.stations[Seat{0}][i];
    const auto& facts = game.board.tracks[count.lent[i]];
    ASSERT_TRUE(facts.a == city || facts.b == city) << "a station lends a track that does not end in its city";
    ASSERT_FALSE(state.open.tracks[Seat{0}].test(count.lent[i])) << "a station lends an own track";
    tracks.set(count.lent[i]);
  }
  const auto sum = twins::sum_of(game.board, tracks, state.own[Seat{0}].tickets);
  ASSERT_EQ(sum.points, count.points);
  ASSERT_EQ(sum.completed, count.completed);
  state.own[Seat{0}].tickets.each(
      [&](Ticket t) { ASSERT_EQ(count.done.test(t), twins::joins(game.board, tracks, game.board.tickets[t])); });
}

TEST(Stations, lend_what_every_combination_says) {
  for (const auto* name : {"europe", "mix", "tiny"}) {
    const auto games = kit::games_of(name);
    const auto& game = games.back();
    Rng rng(52);
    for (int i = 0; i < kit::scaled(150); ++i) {
      const auto stations = static_cast<int>(rng.below(game.rules().stations->each + 1u));
      expect_best(game, random_loans(game, rng, stations, 1 + static_cast<int>(rng.below(8)), rng.below(5)));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const auto place = text.find(from);
  EXPECT_NE(place, text.npos);
  return text.replace(place, from.size(), to);
}

TEST(Stations, six_of_them_lend_what_every_combination_says) {
  const auto board = read_board(replaced(kit::file_text(kit::tests_dir() + "/../data/boards/europe.json"), "\"each\": 3", "\"each\": 6"));
  ASSERT_TRUE(board);
  const auto game = make_game(*board, 3);
  Rng rng(53);
  for (int i = 0; i < kit::scaled(8);) {
    const auto state = random_loans(game, rng, 6, 6, 2);
    int combinations = 1;
    for (const auto city : state.open.stations[Seat{0}])
      for (int loans = 1; const auto track : game.tracks_at[city])
        if (!state.open.tracks[Seat{0}].test(track)) combinations = combinations / loans * (loans + 1), ++loans;
    if (combinations > 20000) continue;
    ++i;
    expect_best(game, state);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// A board of hubs with many tracks each, as bad as the limits allow: six stations, each with dozens of loans.
std::string hub_board(int hubs, int leaves, int tickets, Rng& rng) {
  std::string places, tracks, list;
  const auto add = [](std::string& out, const std::string& item) { out += (out.empty() ? "" : ",\n") + item; };
  const auto name = [](const char* kind, int i) { return kind + std::to_string(100 + i); };
  for (int i = 0; i < hubs; ++i) add(places, R"({"id":")" + name("hub", i) + R"(","name":"Hub"})");
  for (int i = 0; i < leaves; ++i) add(places, R"({"id":")" + name("leaf", i) + R"(","name":"Leaf"})");
  const auto add_track = [&](int hub, int leaf) {
    add(tracks, R"({"a":")" + name("hub", hub) + R"(","b":")" + name("leaf", leaf) + R"(","length":1,"colour":"grey"})");
  };
  int count = 2 * leaves;  // every leaf at two hubs, and at more while there are tracks left
  for (int i = 0; i < leaves; ++i) add_track(i % hubs, i), add_track((i + 1) % hubs, i);
  for (int i = 0; i < leaves; ++i)
    for (int k = 2; k < hubs; ++k)
      if (count < kTracks && rng.below(3) == 0) add_track((i + k) % hubs, i), ++count;
  std::vector<std::string> used;
  while (static_cast<int>(used.size()) < tickets) {
    const auto a = static_cast<int>(rng.below(static_cast<std::uint32_t>(leaves))),
               b = static_cast<int>(rng.below(static_cast<std::uint32_t>(leaves)));
    const auto id = std::to_string(std::min(a, b)) + "-" + std::to_string(std::max(a, b));
    if (a == b || std::ranges::find(used, id) != used.end()) continue;
    used.push_back(id);
    add(list, R"({"a":")" + name("leaf", a) + R"(","b":")" + name("leaf", b) + R"(","points":)" + std::to_string(1 + rng.below(20)) + "}");
  }
  return R"({"perron_board":1,"id":"hubs","version":1,"name":"Hubs","rules":{"players":{"min":2,"max":3},"wagons":200,
"cards":{"red":20,"locomotive":5},"opening_cards":2,"draw":{"cards":2},"claim_points":[1],"end":{"wagons_left":0,"turns_each":1},
"tickets":{"decks":[{"id":"regular","first":2,"later":2}],"keep":{"first":1,"later":1,"not_kept_first":"leave_game"}},
"stations":{"each":6,"points_unused":1}},"places":[)" +
         places + "],\"tracks\":[" + tracks + "],\"tickets\":[" + list + "]}";
}

// Counts in another process, which is stopped after a few seconds.
bool counts_in_time(const Game& game, const State& state) {
  const auto child = fork();
  if (child == 0) {
    alarm(static_cast<unsigned>(2 / std::min(1.0, kit::scale())) + 1);
    score_tickets(game, state, Seat{0});
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status);
}

void expect_in_time(int hubs, int leaves, int tickets) {
  Rng rng(54);
  const auto board = read_board(hub_board(hubs, leaves, tickets, rng));
  ASSERT_TRUE(board) << board.error().front().path << ": " << board.error().front().message;
  const auto game = make_game(*board, 3);
  for (int i = 0; i < kit::scaled(5); ++i) {
    State state = start(game, Seat{0});
    for (const auto t : game.tracks.ids()) state.open.tracks[Seat(1 + index(t) % 2)].set(t);
    for (int h = 0; h < kStations; ++h) state.open.stations[Seat{0}][h] = Place(h);
    for (int k = 0; k < tickets; ++k)
      if (rng.below(2)) state.own[Seat{0}].tickets.set(Ticket(k));
    ASSERT_TRUE(counts_in_time(game, state)) << hubs << " hubs, " << leaves << " leaves, game " << i;
  }
}

TEST(Stations, six_of_them_with_some_loans_are_counted_in_time) { expect_in_time(6, 16, 20); }
TEST(Stations, six_of_them_with_very_many_loans_are_counted_in_time) { expect_in_time(6, 60, 100); }

}  // namespace
}  // namespace perron
