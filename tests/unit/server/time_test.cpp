// Time at a table: clocks, computer players that take over, people who come back, rooms that leave memory.
#include <gtest/gtest.h>

#include "server/game/clocks.h"
#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;
using server::Clocks;
using wire::ClockKind;

constexpr Seat kFirst{0}, kSecond{1};

TEST(Clocks, a_bank_runs_down_and_gets_its_increment) {
  Clocks clocks({ClockKind::bank, 60, 5}, 2);
  clocks.run(kFirst, 1000);
  EXPECT_EQ(clocks.deadline(), 61000);
  clocks.stop(11000, 0);
  clocks.end_turn(kFirst);
  EXPECT_EQ(clocks.left(kFirst, 99999), 55000);
  EXPECT_EQ(clocks.left(kSecond, 99999), 60000);
  EXPECT_EQ(clocks.deadline(), 0);
}

TEST(Clocks, lag_is_not_counted_but_never_gives_time) {
  Clocks clocks({ClockKind::bank, 60, 0}, 2);
  clocks.run(kFirst, 1000);
  clocks.stop(1300, 500);
  EXPECT_EQ(clocks.left(kFirst, 0), 60000);
  clocks.run(kFirst, 2000);
  clocks.stop(4000, 500);
  EXPECT_EQ(clocks.left(kFirst, 0), 58500);
}

TEST(Clocks, a_turn_limit_is_whole_again_in_the_next_turn_only) {
  Clocks clocks({ClockKind::turn, 60, 0}, 2);
  clocks.run(kFirst, 0);
  clocks.stop(50000, 0);
  EXPECT_EQ(clocks.left(kFirst, 0), 10000);
  clocks.end_turn(kFirst);  // taken back: the time used stays used
  clocks.take_back_turn(kFirst);
  EXPECT_EQ(clocks.left(kFirst, 0), 10000);
  clocks.begin_turn(kFirst);
  EXPECT_EQ(clocks.left(kFirst, 0), 60000);
}

TEST(Clocks, are_the_same_from_their_text) {
  Clocks clocks({ClockKind::bank, 60, 5}, 3);
  clocks.run(kSecond, 123456);
  const auto again = Clocks::from_text({ClockKind::bank, 60, 5}, 3, clocks.text());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->text(), clocks.text());
  EXPECT_EQ(again->running(), kSecond);
  for (const char* bad : {"", "1", "1 2 3", "x", "9 1 1 1 1", "-1 1 1 1 1", "1 -5 1 1 1", "1 1 1 1 9223372036854775807", "1 1 1 1 1 ",
                          "1 1 1 1 1 1", "1  1 1 1 1", "1 1 1 1 99999999999999999999"})
    EXPECT_FALSE(Clocks::from_text({ClockKind::bank, 60, 5}, 3, bad)) << bad;
}

class ServerTime : public testing::Test {
 protected:
  void start(Json clock, std::vector<std::string> seats = {"anna", "bert"}) {
    game = server.start("first-journey", seats, {{"first", 0}, {"clock", clock}});
    anna = &server.client("anna");
    bert = &server.client("bert");
  }
  void act(TestClient& client, int seat) {
    auto& stream = client.streams[seat];
    client.ask({{"type", "act"}, {"game", game.game}, {"seat", seat}, {"version", stream.version}, {"action", stream.legal[0]}});
    server.run();
  }
  Json last_notice(TestClient& client, int seat) { return Json::parse(client.streams[seat].notices.back()); }
  std::string played_by(int seat) { return anna->table["seats"][static_cast<std::size_t>(seat)].value("played_by", ""); }

  TestServer server;
  TestServer::Started game;
  TestClient* anna = nullptr;
  TestClient* bert = nullptr;
};

TEST_F(ServerTime, out_of_time_a_computer_player_goes_on_and_the_person_can_return) {
  start({{"kind", "turn"}, {"seconds", 30}});
  EXPECT_EQ((*anna->last("snapshot"))["clocks"]["left"][0], 30000);
  const auto version = anna->streams[0].version;
  server.advance(29000);
  EXPECT_EQ(anna->streams[0].version, version);
  server.advance(1500);
  EXPECT_GT(anna->streams[0].version, version);
  EXPECT_EQ(played_by(0), "medium");
  EXPECT_EQ(server.hub().stats().timeouts, 1u);
  const auto taken = Json::parse(bert->streams[1].notices[version]);
  EXPECT_EQ(taken["do"], "computer_takes_seat");
  EXPECT_EQ(taken["why"], "time");
  EXPECT_TRUE(anna->streams[0].legal.is_null());
  // It is the other's turn; now and later the computer player answers for the seat.
  ASSERT_FALSE(bert->streams[1].legal.is_null());
  act(*bert, 1);
  EXPECT_FALSE(bert->streams[1].legal.is_null());
  const auto id =
      anna->ask({{"type", "act"}, {"game", game.game}, {"seat", 0}, {"version", anna->streams[0].version}, {"action", {1, 0, 0, 0}}});
  server.run();
  EXPECT_EQ(anna->refusal(id), "computer_plays");
  const auto back = anna->ask({{"type", "take_back_seat"}, {"game", game.game}, {"seat", 0}});
  server.run();
  EXPECT_TRUE(anna->was_ok(back));
  EXPECT_EQ(played_by(0), "");
  act(*bert, 1);
  EXPECT_FALSE(anna->streams[0].legal.is_null());
  EXPECT_EQ(anna->fault + bert->fault, "");
}

TEST_F(ServerTime, a_bank_is_for_the_whole_game) {
  start({{"kind", "bank"}, {"seconds", 10}, {"increment", 2}});
  server.advance(4000);
  act(*anna, 0);
  EXPECT_EQ((*anna->last("update"))["clocks"]["left"][0], 8000);
  EXPECT_EQ((*anna->last("update"))["clocks"]["running"], 1);
  act(*bert, 1);
  server.advance(8500);
  EXPECT_EQ(played_by(0), "medium");
}

TEST_F(ServerTime, leaving_and_returning_gains_no_time) {
  server.settings.computer_delay = 900;
  server.restart();
  server.client("anna").reconnect(server.hub());
  server.client("bert").reconnect(server.hub());
  start({{"kind", "turn"}, {"seconds", 20}});
  server.advance(15'000);
  anna->ask({{"type", "leave"}, {"table", game.table}});
  anna->ask({{"type", "take_back_seat"}, {"game", game.game}, {"seat", 0}});
  server.run();
  EXPECT_EQ(played_by(0), "");
  EXPECT_EQ((*anna->last("update"))["clocks"]["left"][0], 5000);
}

TEST_F(ServerTime, lag_is_compensated_within_bounds) {
  start({{"kind", "bank"}, {"seconds", 60}, {"increment", 0}});
  server.hub().set_round_trip(server::ClientId{1}, 100000);  // the first client is anna
  server.advance(2000);
  act(*anna, 0);
  EXPECT_EQ((*anna->last("update"))["clocks"]["left"][0], 58500);
}

TEST_F(ServerTime, an_action_on_its_way_at_the_last_moment_counts) {
  start({{"kind", "turn"}, {"seconds", 30}});
  server.hub().set_round_trip(server::ClientId{1}, 400);  // the first client is anna
  act(*anna, 0);
  act(*bert, 1);
  server.advance(30'300);
  EXPECT_EQ(played_by(0), "");
  EXPECT_EQ((*anna->last("update"))["clocks"]["running"], 0);
  act(*anna, 0);
  EXPECT_EQ(played_by(0), "");
  EXPECT_EQ((*anna->last("update"))["clocks"]["left"][0], 100);
  server.advance(30'001);  // bert has no lag
  EXPECT_EQ(played_by(1), "medium");
  ASSERT_EQ((*anna->last("update"))["clocks"]["running"], 0);
  EXPECT_EQ(server.hub().stats().timeouts, 1u);
  server.advance(30'398);
  EXPECT_EQ(server.hub().stats().timeouts, 1u);
  server.advance(2);
  EXPECT_EQ(server.hub().stats().timeouts, 2u);
}

TEST_F(ServerTime, days_are_long) {
  start({{"kind", "days"}, {"days", 2}});
  bert->disconnect();
  act(*anna, 0);
  server.advance(47LL * 3600 * 1000);
  EXPECT_EQ(played_by(1), "");
  server.advance(2LL * 3600 * 1000);
  EXPECT_EQ(played_by(1), "medium");
}

TEST_F(ServerTime, who_is_gone_is_replaced_when_others_wait) {
  start({{"kind", "none"}});
  bert->disconnect();
  act(*anna, 0);
  server.advance(119000);
  EXPECT_EQ(played_by(1), "");
  EXPECT_EQ(anna->table["seats"][1]["online"], false);
  server.advance(2000);
  EXPECT_EQ(played_by(1), "medium");
  EXPECT_FALSE(anna->streams[0].legal.is_null());
  bert->reconnect(server.hub());
  bert->ask({{"type", "open"}, {"table", game.table}});
  bert->ask({{"type", "take_back_seat"}, {"game", game.game}, {"seat", 1}});
  server.run();
  EXPECT_EQ(played_by(1), "");
}

TEST_F(ServerTime, who_is_gone_alone_is_waited_for) {
  start({{"kind", "none"}}, {"anna", "computer"});
  server.client("bert");
  anna->disconnect();
  server.advance(3600'000);
  EXPECT_EQ(server.hub().stats().timeouts, 0u);
  EXPECT_EQ(server.hub().stats().rooms_in_memory, 0u);
}

TEST_F(ServerTime, a_computer_player_leaves_time_to_follow) {
  server.settings.computer_delay = 900;
  server.restart();
  server.client("anna").reconnect(server.hub());
  start({{"kind", "none"}}, {"anna", "computer"});
  act(*anna, 0);
  const auto version = anna->streams[0].version;
  server.advance(800);
  EXPECT_EQ(anna->streams[0].version, version);
  server.advance(200);
  EXPECT_GT(anna->streams[0].version, version);
}

TEST_F(ServerTime, an_action_can_be_taken_back_while_the_computer_player_thinks) {
  game = server.start("europe", {"anna", "computer"}, {{"first", 0}});
  anna = &server.client("anna");
  server.thinker().hold();
  act(*anna, 0);
  ASSERT_TRUE(anna->streams[0].undo);
  anna->ask({{"type", "undo"}, {"game", game.game}, {"seat", 0}, {"version", anna->streams[0].version}});
  server.run();
  ASSERT_FALSE(anna->streams[0].legal.is_null());
  const auto version = anna->streams[0].version;
  server.thinker().release();
  server.run();
  EXPECT_EQ(anna->streams[0].version, version);  // its move was for a position that is gone
  act(*anna, 0);
  EXPECT_GT(anna->streams[0].version, version + 1);
  EXPECT_EQ(anna->fault, "");
}

TEST_F(ServerTime, idle_games_leave_memory_and_come_back_on_touch) {
  start({{"kind", "none"}});
  act(*anna, 0);
  const auto view = bert->streams[1].view;
  anna->disconnect();
  bert->disconnect();
  server.advance(200'000);
  EXPECT_EQ(server.hub().stats().rooms_in_memory, 0u);
  bert->reconnect(server.hub());
  bert->ask({{"type", "open"}, {"table", game.table}});
  server.run();
  EXPECT_EQ(server.hub().stats().rooms_in_memory, 1u);
  EXPECT_EQ(bert->streams[1].view, view);
  EXPECT_FALSE(bert->streams[1].legal.is_null());
  EXPECT_EQ(bert->fault, "");
}

TEST_F(ServerTime, a_clock_runs_on_for_a_game_that_left_memory) {
  start({{"kind", "days"}, {"days", 1}});
  anna->disconnect();
  bert->disconnect();
  server.advance(3600'000);
  EXPECT_EQ(server.hub().stats().rooms_in_memory, 0u);
  server.advance(24LL * 3600'000);
  bert->reconnect(server.hub());
  bert->ask({{"type", "open"}, {"table", game.table}});
  server.run();
  EXPECT_EQ(bert->table["seats"][0]["played_by"], "medium");
}

TEST_F(ServerTime, a_game_that_cannot_be_read_is_told_once_and_goes_on_when_it_can) {
  start({{"kind", "days"}, {"days", 1}});
  act(*anna, 0);
  anna->disconnect();
  bert->disconnect();
  const auto boards = std::exchange(server.disk->boards, {});
  server.restart();
  std::vector<std::string> told;
  server.hub().on_unreadable([&](GameId id, const std::string& why) { told.push_back(to_text(id) + ": " + why); });
  server.advance(25LL * 3600'000);  // bert's time is over, and nobody can see to it
  bert->reconnect(server.hub());
  const auto id = bert->ask({{"type", "open"}, {"table", game.table}});
  server.run();
  EXPECT_EQ(bert->refusal(id), "unreadable");
  EXPECT_EQ(told, std::vector{game.game + ": the board that it began with is not in the database"});
  EXPECT_EQ(server.hub().stats().games_unreadable, 1u);
  server.disk->boards = boards;
  server.advance(120'000);
  bert->ask({{"type", "open"}, {"table", game.table}});
  server.run();
  EXPECT_EQ(bert->table["seats"][1]["played_by"], "medium");
}

TEST_F(ServerTime, an_entry_against_the_rules_is_named) {
  start({{"kind", "none"}});
  act(*anna, 0);
  server.disk->entries.begin()->second[0].action = {Kind::claim, 250, 250, 250};
  server.restart();
  std::string told;
  server.hub().on_unreadable([&](GameId, const std::string& why) { told = why; });
  anna->reconnect(server.hub());
  anna->ask({{"type", "open"}, {"table", game.table}});
  server.run();
  EXPECT_EQ(told, "entry 1 is not allowed by the rules of this program");
}

TEST_F(ServerTime, the_time_of_a_server_that_was_down_is_nobodys) {
  start({{"kind", "bank"}, {"seconds", 60}, {"increment", 0}});
  server.advance(10'000);
  act(*anna, 0);
  server.loop.set(server.loop.now() + 3600'000);
  server.restart();
  server.advance(50'000);
  anna->reconnect(server.hub());
  anna->ask({{"type", "open"}, {"table", game.table}});
  server.run();
  EXPECT_EQ((*anna->last("snapshot"))["clocks"]["left"][1], 10'000);
  server.advance(11'000);
  EXPECT_EQ(played_by(1), "medium");
}

}  // namespace
}  // namespace perron
