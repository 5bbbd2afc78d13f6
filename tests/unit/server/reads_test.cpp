// What may happen between a question to the store and its answer: messages come, people mute, rename and log in, clients and the
// hub itself are gone.
#include <gtest/gtest.h>

#include "server/people/client_queues.h"
#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;
using server::Identity;

class ServerReads : public testing::Test {
 protected:
  // A table that waits and that nobody has in memory.
  std::string stored_table(const std::string& host = "anna") {
    auto& client = server.client(host);
    const auto id = client.ask({{"type", "create"}, {"board", "europe"}, {"seats", {me, open, open}}});
    server.run();
    server.restart();
    for (auto* one : {&anna, &bert}) one->reconnect(server.hub());
    server.run();
    return client.answer(id).value("table", "");
  }
  std::vector<std::string> answers(const TestClient& client, std::size_t from) {
    std::vector<std::string> out;
    for (auto i = from; i < client.all.size(); ++i)
      if (client.all[i].contains("id")) out.push_back(client.all[i]["id"]);
    return out;
  }
  bool receives(const TestClient& client, const std::string& text) {
    return std::ranges::any_of(client.raw, [&](const auto& message) { return message.find(text) != std::string::npos; });
  }

  TestServer server;
  TestClient& anna = server.client("anna");
  TestClient& bert = server.client("bert");
  const Json me = {{"kind", "me"}}, open = {{"kind", "open"}};
};

TEST_F(ServerReads, requests_of_a_connection_are_answered_in_order) {
  const auto table = stored_table();
  const auto from = anna.all.size();
  anna.ask({{"type", "open"}, {"table", table}, {"id", "1"}});
  anna.ask({{"type", "ping"}, {"id", "2"}});
  anna.ask({{"type", "open"}, {"table", to_text(TableId{77})}, {"id", "3"}});
  anna.ask({{"type", "act"}, {"game", to_text(GameId{77})}, {"seat", 0}, {"version", 1}, {"action", {1, 0, 0, 0}}, {"id", "4"}});
  anna.send_raw(R"({"type":"nonsense","id":"5"})");
  anna.ask({{"type", "chat"}, {"table", table}, {"text", "hello"}, {"id", "6"}});
  EXPECT_EQ(anna.all.size(), from) << "the store has not answered yet";
  server.run();
  EXPECT_EQ(answers(anna, from), (std::vector<std::string>{"1", "2", "3", "4", "5", "6"}));
  EXPECT_EQ(anna.refusal("3"), "no_such_table");
  EXPECT_EQ(anna.refusal("4"), "no_such_game");
  EXPECT_TRUE(anna.was_ok("1") && anna.was_ok("2") && anna.was_ok("6"));
}

TEST_F(ServerReads, one_connection_does_not_wait_for_another) {
  const auto table = stored_table();
  server.store().hold_reads();
  anna.ask({{"type", "open"}, {"table", table}});
  const auto id = bert.ask({{"type", "ping"}});
  EXPECT_TRUE(bert.was_ok(id));
  server.store().release_reads();
}

TEST_F(ServerReads, messages_beyond_a_bound_are_refused_at_once) {
  const auto table = stored_table();
  server.store().hold_reads();
  anna.ask({{"type", "open"}, {"table", table}});
  for (std::size_t i = 0; i < server.settings.queue_per_table; ++i) anna.ask({{"type", "ping"}});
  EXPECT_EQ(anna.refusal(anna.ask({{"type", "ping"}})), "busy");
  server.store().release_reads();
  server.run();
  EXPECT_TRUE(anna.was_ok(anna.ask({{"type", "ping"}})));
}

TEST_F(ServerReads, what_was_asked_before_the_end_of_a_connection_is_done) {
  const auto table = stored_table();
  server.store().hold_reads();
  anna.ask({{"type", "chat"}, {"table", table}, {"text", "one"}});
  anna.ask({{"type", "chat"}, {"table", table}, {"text", "two"}});
  anna.ask({{"type", "lobby"}, {"on", true}});
  anna.ask({{"type", "mute"}, {"user", to_text(bert.who.user)}, {"on", true}});
  anna.disconnect();
  const auto heard = anna.all.size();
  server.store().release_reads();
  server.run();
  EXPECT_EQ(server.disk->chat.begin()->second.size(), 2u);
  EXPECT_EQ(server.disk->mutes[anna.who.user].size(), 1u);
  EXPECT_EQ(anna.all.size(), heard) << "and nobody tells a connection that is gone";
}

TEST_F(ServerReads, a_guest_who_logs_in_meanwhile_asks_as_the_account) {
  const auto table = stored_table();
  const Identity account{UserId(77), "Anna K.", true};
  server.store().hold_reads();
  anna.ask({{"type", "chat"}, {"table", table}, {"text", "one"}});
  anna.ask({{"type", "chat"}, {"table", table}, {"text", "two"}});
  anna.disconnect();
  server.hub().merged(anna.who.user, account);
  server.store().release_reads();
  server.run();
  const auto& lines = server.disk->chat.begin()->second;
  ASSERT_EQ(lines.size(), 2u);
  for (const auto& line : lines) EXPECT_EQ(line.user, account.user) << line.text;
}

TEST_F(ServerReads, a_new_name_reaches_a_table_on_its_way_into_memory) {
  const auto table = stored_table();
  server.store().hold_reads();
  bert.ask({{"type", "open"}, {"table", table}});
  server.hub().renamed({anna.who.user, "Anna K.", false});
  server.store().release_reads();
  server.run();
  EXPECT_EQ(bert.table["seats"][0]["name"], "Anna K.");
}

TEST_F(ServerReads, a_hub_that_is_gone_is_not_called) {
  const auto table = stored_table();
  server.store().hold_reads();
  anna.ask({{"type", "open"}, {"table", table}});
  bert.reconnect(server.hub());
  server.games_of(anna.who.user, GameFilter::all);
  server.store().release_reads();
  server.restart();  // runs what the old store has posted
  for (auto* one : {&anna, &bert}) one->reconnect(server.hub());
  const auto id = anna.ask({{"type", "open"}, {"table", table}});
  server.run();
  EXPECT_TRUE(anna.was_ok(id));
}

TEST_F(ServerReads, a_store_that_cannot_read_says_so_and_may_again_later) {
  const auto table = stored_table();
  server.store().fail_reads(StoreFault::failed);
  const auto by_table = anna.ask({{"type", "open"}, {"table", table}});
  const auto by_game = bert.ask({{"type", "explain"}, {"game", to_text(GameId{77})}, {"seat", 0}, {"tickets", true}});
  server.run();
  EXPECT_EQ(anna.refusal(by_table), "not_stored");
  EXPECT_EQ(bert.refusal(by_game), "not_stored");
  EXPECT_EQ(server.games_of(anna.who.user, GameFilter::all).error().status, 503);
  EXPECT_EQ(server.listed_games().error().status, 503);
  server.store().fail_reads(std::nullopt);
  const auto again = anna.ask({{"type", "open"}, {"table", table}});
  server.run();
  EXPECT_TRUE(anna.was_ok(again));
}

// ---- Chat, which is read before a game is shown.

TEST_F(ServerReads, a_game_that_begins_is_shown_once_its_chat_has_been_read) {
  const auto made = anna.ask({{"type", "create"}, {"board", "europe"}, {"seats", {me, open, open}}});
  server.run();
  const std::string table = anna.answer(made)["table"];
  for (auto* one : {&bert, &server.client("carl")}) {
    one->ask({{"type", "join"}, {"table", table}});
    server.run();
  }
  server.store().hold_reads();
  const auto start = anna.ask({{"type", "start"}, {"table", table}});
  const auto line = bert.ask({{"type", "chat"}, {"table", table}, {"text", "good luck"}});
  server.run();
  EXPECT_TRUE(anna.was_ok(start));
  EXPECT_TRUE(anna.streams.empty() && bert.streams.empty());
  EXPECT_TRUE(bert.answer(line).empty()) << "nothing comes between the beginning and the snapshots";
  server.client("carl").disconnect();
  server.store().release_reads();
  server.run();
  EXPECT_EQ(anna.streams.count(0), 1u);
  EXPECT_EQ(bert.streams.count(1), 1u);
  EXPECT_TRUE(server.client("carl").streams.empty());
  EXPECT_TRUE(bert.was_ok(line));
}

TEST_F(ServerReads, a_game_is_opened_as_it_is_when_its_chat_has_been_read) {
  const auto game = server.start("first-journey", {"anna", "bert"}, {{"clock", {{"kind", "bank"}, {"seconds", 600}, {"increment", 0}}}});
  bert.reconnect(server.hub());
  server.run();
  server.store().hold_reads();
  const auto id = bert.ask({{"type", "open"}, {"table", game.table}});
  server.advance(5000);
  server.store().release_reads();
  server.run();
  EXPECT_TRUE(bert.was_ok(id));
  const auto* shown = bert.last("snapshot");
  ASSERT_TRUE(shown);
  EXPECT_EQ((*shown)["clocks"]["time"], server.loop.now());
}

TEST_F(ServerReads, a_connection_that_ends_before_its_chat_is_read_does_not_follow) {
  const auto game = server.start("first-journey", {"anna", "bert"});
  auto& carl = server.client("carl");
  server.run();
  const auto streams = server.hub().stats().streams;
  server.store().hold_reads();
  carl.ask({{"type", "open"}, {"table", game.table}});
  carl.disconnect();
  server.store().release_reads();
  server.run();
  EXPECT_EQ(server.hub().stats().streams, streams);
  EXPECT_TRUE(carl.streams.empty());
}

// ---- Mutes: nobody sees a line of somebody they have muted.

class Mutes : public ServerReads {
 protected:
  void mute(TestClient& client, const TestClient& other, bool on) {
    const auto id = client.ask({{"type", "mute"}, {"user", to_text(other.who.user)}, {"on", on}});
    server.run();
    ASSERT_TRUE(client.was_ok(id));
  }
};

TEST_F(Mutes, are_known_before_the_first_message_is_taken) {
  const auto game = server.start("first-journey", {"bert", "anna"});
  bert.ask({{"type", "chat"}, {"table", game.table}, {"text", "rude words"}});
  server.run();
  auto& carl = server.client("carl");
  server.run();
  mute(carl, bert, true);
  carl.disconnect();
  server.store().hold_reads();
  carl.reconnect(server.hub());
  const auto id = carl.ask({{"type", "open"}, {"table", game.table}});
  server.run();
  EXPECT_TRUE(carl.answer(id).empty());
  server.store().release_reads();
  server.run();
  EXPECT_TRUE(carl.was_ok(id));
  EXPECT_FALSE(carl.streams.empty());
  EXPECT_FALSE(receives(carl, "rude words"));
}

TEST_F(Mutes, changed_meanwhile_are_as_they_were_changed) {
  const auto game = server.start("first-journey", {"bert", "anna"});
  for (const bool on : {true, false}) {
    SCOPED_TRACE(on);
    mute(anna, bert, !on);
    TestClient phone(server.hub(), anna.who);
    server.run();
    server.store().hold_reads();
    phone.reconnect(server.hub());  // its mutes are read as they are before the change
    mute(anna, bert, on);
    server.store().release_reads();
    server.run();
    phone.ask({{"type", "open"}, {"table", game.table}});
    const std::string words = on ? "unheard" : "heard again";
    bert.ask({{"type", "chat"}, {"table", game.table}, {"text", words}});
    server.run();
    EXPECT_EQ(receives(phone, words), !on);
  }
}

TEST_F(Mutes, of_a_guest_hold_for_the_account_on_all_its_connections) {
  const auto game = server.start("first-journey", {"bert", "anna"});
  auto& guest = server.client("guest");
  TestClient account(server.hub(), {UserId(99), "Zoe", true});
  server.run();
  mute(guest, bert, true);
  account.ask({{"type", "open"}, {"table", game.table}});
  server.run();
  guest.disconnect();
  server.disk->mutes[account.who.user] = server.disk->mutes[guest.who.user];  // as the store does it
  server.hub().merged(guest.who.user, account.who);
  server.run();
  bert.ask({{"type", "chat"}, {"table", game.table}, {"text", "rude words"}});
  server.run();
  EXPECT_FALSE(receives(account, "rude words"));
}

// ---- The queue itself.

TEST(ClientQueues, keep_messages_in_order_until_a_client_is_let_go) {
  server::ClientQueues turns(2);
  const server::ClientId client{1}, other{2};
  turns.hold({client, {UserId(5), "Anna", false}, "", 0, ""});
  EXPECT_TRUE(turns.waits(client));
  EXPECT_FALSE(turns.waits(other));
  EXPECT_TRUE(turns.add(client, "one"));
  EXPECT_TRUE(turns.add(client, "two"));
  EXPECT_FALSE(turns.add(client, "three")) << "there is a bound";
  EXPECT_FALSE(turns.next(client)) << "it is held";
  turns.release(client);
  EXPECT_EQ(turns.next(client), "one");
  turns.hold({client, {UserId(6), "?", false}, "", 0, ""});
  EXPECT_FALSE(turns.next(client)) << "held again";
  EXPECT_EQ(turns.requester(client).who.user, UserId(5));
  turns.merged(UserId(5), {UserId(7), "Anna K.", true});
  EXPECT_EQ(turns.requester(client).who.user, UserId(7));
  turns.release(client);
  EXPECT_EQ(turns.next(client), "two");
  EXPECT_TRUE(turns.waits(client)) << "until the last has been taken";
  EXPECT_FALSE(turns.next(client));
  EXPECT_FALSE(turns.waits(client));
  turns.release(other);
  turns.forget(other);
}

}  // namespace
}  // namespace perron
