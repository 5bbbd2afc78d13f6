// People at tables: who is marked as an account, and which tables hear of a new name or of a guest who has logged in.
#include <gtest/gtest.h>

#include "server/people/user_tables.h"
#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;
using server::Identity;

class ServerPeople : public testing::Test {
 protected:
  std::string create(TestClient& client, Json seats, bool listed = false) {
    const auto id = client.ask({{"type", "create"}, {"board", "europe"}, {"seats", std::move(seats)}, {"listed", listed}});
    server.run();
    return client.answer(id).value("table", "");
  }
  void ask(TestClient& client, const char* type, const std::string& table, Json more = {}) {
    Json request = {{"type", type}, {"table", table}};
    for (const auto& [key, value] : more.items()) request[key] = value;
    const auto id = client.ask(request);
    server.run();
    EXPECT_TRUE(client.was_ok(id)) << client.answer(id).dump();
  }
  void log_in(TestClient& client, const Identity& account) {
    const auto guest = client.who.user;
    client.disconnect();
    server.hub().merged(guest, account);
    client.who = account;
    client.reconnect(server.hub());
    server.run();
  }
  static std::size_t tables_heard(const TestClient& client) {
    std::size_t count = 0;
    for (const auto& message : client.all) count += message["type"] == "table";
    return count;
  }
  TestClient account(std::int64_t id, const std::string& name) { return {server.hub(), {UserId(id), name, true}}; }

  TestServer server;
  TestClient& anna = server.client("anna");
  TestClient& bert = server.client("bert");
  const Json me = {{"kind", "me"}}, open = {{"kind", "open"}};
};

TEST_F(ServerPeople, a_log_in_is_news_at_the_tables_of_that_guest_only) {
  std::vector<std::string> others;
  for (int i = 0; i < 1000; ++i) {
    if (i % 40 == 0) server.client("host" + std::to_string(i / 40));
    others.push_back(create(server.client("host" + std::to_string(i / 40)), {me, open}));
  }
  const auto seated = create(anna, {me, open}), owned = create(bert, {me, open});
  ask(bert, "join", seated);
  ask(anna, "open", owned);
  ask(anna, "open", others[7]);
  std::map<std::string, std::size_t> before;
  for (int i = 0; i < 25; ++i) before["host" + std::to_string(i)] = tables_heard(server.client("host" + std::to_string(i)));
  const auto messages = server.hub().stats().messages;
  log_in(bert, {UserId(77), "Bert", true});
  for (const auto& [name, count] : before) EXPECT_EQ(tables_heard(server.client(name)), count) << name;
  EXPECT_LE(server.hub().stats().messages - messages, 4u) << "anna follows both tables of bert: he goes, and he is an account";
  EXPECT_EQ(anna.table["seats"][anna.table["table"] == seated ? 1 : 0]["user"], to_text(UserId(77)));
}

TEST_F(ServerPeople, a_new_name_is_news_at_the_tables_of_that_person_only) {
  const auto hers = create(anna, {me, open}), his = create(bert, {me, open});
  const auto heard = tables_heard(bert);
  server.hub().renamed({anna.who.user, "Anna K.", false});
  server.run();
  EXPECT_EQ(anna.table["seats"][0]["name"], "Anna K.");
  EXPECT_EQ(tables_heard(bert), heard);
}

// Each way in and out of a table has its entry in the index, and none is left behind.
TEST_F(ServerPeople, tables_are_found_however_a_person_came_there) {
  const auto table = create(bert, {me, open, open});
  ask(anna, "join", table);
  ask(bert, "leave", table);  // anna is the owner now
  ask(bert, "close", table);
  log_in(anna, {UserId(78), "Anna", true});
  ask(anna, "open", table);
  EXPECT_EQ(anna.table["host"], to_text(UserId(78)));
  EXPECT_EQ(anna.table["you"], Json::array({1}));
  ask(anna, "add_computer", table, {{"level", "easy"}});
  ask(anna, "options", table, {{"seats", 2}});
  ask(anna, "leave", table);  // it is gone
  server.advance(server.settings.evict_after * 2);
  server.hub().renamed({UserId(78), "Nobody", true});  // finds nothing that is not there
  EXPECT_EQ(server.hub().stats().rooms_in_memory, 0u);
}

TEST_F(ServerPeople, a_guest_may_log_in_while_a_new_table_is_written) {
  server.store().hold();
  const auto id = anna.ask({{"type", "create"}, {"board", "europe"}, {"seats", {me, open}}});
  server.run();
  log_in(anna, {UserId(79), "Anna", true});
  server.store().release();
  server.run();
  ASSERT_EQ(server.disk->tables.size(), 1u);
  ask(anna, "open", to_text(server.disk->tables.begin()->first));
  EXPECT_EQ(anna.table["host"], to_text(UserId(79))) << id;
}

TEST_F(ServerPeople, games_that_leave_memory_leave_the_index) {
  const auto game = server.start("first-journey", {"anna", "bert"});
  anna.disconnect();
  bert.disconnect();
  server.advance(server.settings.evict_after * 3 / 2);  // and nobody counts as gone yet
  EXPECT_EQ(server.hub().stats().rooms_in_memory, 0u);
  server.hub().merged(anna.who.user, {UserId(80), "anna", true});
  server.disk->tables.begin()->second.seats[0].user = UserId(80);  // as the store does it
  anna.who = {UserId(80), "anna", true};
  anna.reconnect(server.hub());
  ask(anna, "open", game.table);
  EXPECT_EQ(anna.table["you"], Json::array({0}));
}

TEST(UserTables, count_how_often_a_person_is_there) {
  server::UserTables index;
  const TableId one{1}, two{2};
  index.add(UserId(5), one);
  index.add(UserId(5), one);
  index.add(UserId(5), two);
  index.add(kNobody, two);
  index.remove(UserId(5), one);
  EXPECT_EQ(index.of(UserId(5)).size(), 2u);
  index.remove(UserId(5), one);
  EXPECT_EQ(index.of(UserId(5)), std::vector<TableId>{two});
  index.remove(UserId(5), two);
  EXPECT_EQ(index.users(), 0u);
}

// ---- Marks.

TEST_F(ServerPeople, accounts_are_marked_and_guests_are_not) {
  auto zoe = account(90, "Zoe");
  const auto table = create(zoe, {me, open, {{"kind", "me"}, {"name", "Max"}}, {{"kind", "me"}, {"name", "Zoe"}}}, true);
  auto poser = TestClient(server.hub(), {UserId(91), "Zoe", false});
  ask(poser, "join", table);
  std::vector<bool> marks;
  for (const auto& seat : zoe.table["seats"]) marks.push_back(seat["account"].get<bool>());
  EXPECT_EQ(marks, (std::vector<bool>{true, false, false, true})) << "her own name only, and not the guest who has taken it";
  EXPECT_EQ(Json::parse(server.hub().tables_json())["tables"][0]["account"], true);
  ask(zoe, "chat", table, {{"text", "hi"}});
  EXPECT_EQ((*zoe.last("chat"))["account"], true);
  ask(poser, "chat", table, {{"text", "hi"}});
  EXPECT_EQ((*zoe.last("chat"))["account"], false);
}

TEST_F(ServerPeople, the_mark_goes_with_the_name) {
  create(anna, {me, open});
  EXPECT_EQ(anna.table["seats"][0]["account"], false);
  server.hub().renamed({anna.who.user, "Anna", true});  // an account now
  EXPECT_EQ(anna.table["seats"][0]["account"], true);
  const auto game = server.start("first-journey", {"bert", "computer"});
  server.hub().renamed({bert.who.user, "bert", true});
  EXPECT_EQ(bert.table["table"], game.table);
  EXPECT_EQ(bert.table["seats"][0]["account"], true);
  server.hub().renamed({bert.who.user, "Robert", true});
  EXPECT_EQ(bert.table["seats"][0]["name"], "bert") << "a game keeps its names";
  EXPECT_EQ(bert.table["seats"][0]["account"], false) << "which is not the account's any more";
}

}  // namespace
}  // namespace perron
