// Waiting tables whose host is gone: the next one may start, and the lobby shows only tables where somebody is.
#include <gtest/gtest.h>

#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;

class ServerHost : public testing::Test {
 protected:
  std::string refusal(TestClient& client, const Json& request) {
    const auto id = client.ask(request);
    server.run();
    return client.refusal(id);
  }
  Json with_table(const char* type) { return {{"type", type}, {"table", table}}; }
  void create(int seats) {
    Json request = {{"type", "create"}, {"board", "europe"}, {"seats", {{{"kind", "me"}}}}, {"listed", true}};
    for (int s = 1; s < seats; ++s) request["seats"].push_back({{"kind", "open"}});
    const auto id = anna.ask(request);
    server.run();
    table = anna.answer(id).value("table", "");
  }
  std::size_t listed() { return Json::parse(server.hub().tables_json())["tables"].size(); }
  std::string stored_owner() { return to_text(server.disk->tables.at(*from_text<TableId>(table)).owner); }

  TestServer server;
  TestClient &anna = server.client("anna"), &bert = server.client("bert"), &carl = server.client("carl");
  std::string table;
  const server::Milliseconds patience = server.settings.host_gone_after;
};

TEST_F(ServerHost, a_table_passes_to_the_next_person_who_is_present) {
  create(3);
  bert.ask(with_table("join"));
  carl.ask(with_table("join"));
  server.run();
  bert.disconnect();
  anna.disconnect();
  server.advance(patience - 1000);
  EXPECT_EQ(carl.table["host"], to_text(anna.who.user));
  EXPECT_EQ(refusal(carl, with_table("start")), "not_the_host");
  server.advance(1000);
  EXPECT_EQ(carl.table["host"], to_text(carl.who.user)) << "not Bert: he is away";
  EXPECT_EQ(stored_owner(), to_text(carl.who.user));
  EXPECT_EQ(server.hub().stats().hosts_changed, 1u);
  EXPECT_EQ(listed(), 1u);
  EXPECT_EQ(refusal(carl, with_table("start")), "");
  EXPECT_EQ(carl.table["state"], "playing");
}

TEST_F(ServerHost, a_host_who_returns_in_time_stays_the_host) {
  create(2);
  bert.ask(with_table("join"));
  server.run();
  anna.disconnect();
  server.advance(patience - 1000);
  anna.reconnect(server.hub());
  anna.ask(with_table("open"));
  server.advance(2 * patience);
  EXPECT_EQ(bert.table["host"], to_text(anna.who.user));
}

TEST_F(ServerHost, a_table_where_nobody_is_leaves_the_lobby_and_returns_with_its_host) {
  create(2);
  EXPECT_EQ(listed(), 1u);
  anna.disconnect();
  server.advance(patience - 1000);
  EXPECT_EQ(listed(), 1u);
  server.advance(1000);
  EXPECT_EQ(listed(), 0u);
  EXPECT_EQ(refusal(carl, with_table("open")), "") << "the link still works";
  EXPECT_EQ(carl.table["state"], "waiting");
  EXPECT_EQ(listed(), 0u) << "a spectator is not somebody to play with";
  anna.reconnect(server.hub());
  anna.ask(with_table("open"));
  server.run();
  EXPECT_EQ(listed(), 1u);
}

TEST_F(ServerHost, after_a_restart_a_table_is_unlisted_until_somebody_comes) {
  create(2);
  bert.ask(with_table("join"));
  server.run();
  server.restart();
  EXPECT_EQ(listed(), 0u);
  bert.reconnect(server.hub());
  bert.ask(with_table("open"));
  server.run();
  EXPECT_EQ(listed(), 1u);
  EXPECT_EQ(bert.table["host"], to_text(anna.who.user)) << "the host has two minutes to come back";
  server.advance(patience);
  EXPECT_EQ(bert.table["host"], to_text(bert.who.user));
  EXPECT_EQ(stored_owner(), to_text(bert.who.user));
}

TEST_F(ServerHost, an_unlisted_table_lives_as_long_as_before) {
  create(2);
  anna.disconnect();
  server.advance(server.settings.table_lifetime - 60'000);
  EXPECT_EQ(server.disk->tables.size(), 1u);
  server.advance(120'000);
  EXPECT_TRUE(server.disk->tables.empty());
}

TEST_F(ServerHost, a_hand_over_that_cannot_be_stored_is_tried_again) {
  create(2);
  bert.ask(with_table("join"));
  server.run();
  anna.disconnect();
  server.store().fail(StoreFault::disk_full);
  server.advance(patience + 5000);
  EXPECT_EQ(bert.table["host"], to_text(anna.who.user));
  server.store().fail(std::nullopt);
  server.advance(5000);
  EXPECT_EQ(bert.table["host"], to_text(bert.who.user));
}

TEST_F(ServerHost, games_for_their_players_only_are_in_no_list_when_they_have_ended) {
  for (const bool watch : {true, false}) {
    const auto game = server.start("first-journey", {"anna", "computer"}, {{"listed", true}, {"watch", watch}});
    anna.ask({{"type", "abandon"}, {"game", game.game}, {"on", true}});
    server.run();
    EXPECT_EQ(anna.table["state"], "over");
  }
  EXPECT_EQ(Json::parse(*server.listed_games())["games"].size(), 1u);
}

TEST_F(ServerHost, shortened_thinking_is_told_to_the_table_and_counted) {
  server.thinker().at_most = wire::Level::medium;
  server.thinker().hold();
  const auto game =
      server.start("europe", {"anna", "bert"}, {{"seats", {{{"kind", "me"}}, {{"kind", "computer"}, {"level", "expert"}}}}, {"first", 1}});
  kit::play_on(server, game, {&anna}, 1, 1);  // her tickets: seat 0 chooses first, whoever begins
  EXPECT_EQ(anna.table.value("busy", false), true);
  EXPECT_EQ(server.hub().stats().shortened[3][1], 1u);
  server.thinker().at_most.reset();
  server.thinker().release();
  server.advance(server.settings.busy_pause + 1000);
  kit::play_on(server, game, {&anna}, 1, 3);
  EXPECT_FALSE(anna.table.contains("busy"));
  EXPECT_EQ(server.hub().stats().shortened[3][1], 1u);
}

}  // namespace
}  // namespace perron
