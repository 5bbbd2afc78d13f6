// What one person or one connection may have of tables, and how much of all of them the lobby shows.
#include <gtest/gtest.h>

#include <set>

#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestServer;

TEST(ServerLimits, the_lobby_is_always_the_newest_tables) {
  auto settings = TestServer::quick_settings();
  settings.lobby_entries = 3;
  TestServer server(settings);
  auto &anna = server.client("anna"), &carl = server.client("carl");
  std::vector<std::string> made;
  const auto create = [&](int count) {
    for (int n = 0; n < count; ++n) {
      const auto id =
          anna.ask({{"type", "create"}, {"board", "europe"}, {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}, {"listed", true}});
      server.advance(1);
      made.push_back(anna.answer(id)["table"].get<std::string>());
    }
    server.advance(1000);
  };
  // What a client has that puts the news into the list that it got first.
  const auto listed = [&] {
    std::set<std::string> out;
    for (const auto& message : carl.all) {
      if (message["type"] != "lobby") continue;
      for (const auto& table : message["tables"]) out.insert(table["table"].get<std::string>());
      for (const auto& table : message["gone"]) out.erase(table.get<std::string>());
    }
    return out;
  };
  const auto newest = [&](std::size_t from) {
    return std::set<std::string>(made.begin() + static_cast<std::ptrdiff_t>(from), made.begin() + static_cast<std::ptrdiff_t>(from) + 3);
  };
  create(2);
  carl.ask({{"type", "lobby"}, {"on", true}});
  create(6);  // more at once than the list has places
  EXPECT_EQ(listed(), newest(5));
  for (const auto& table : {made[6], made[7]}) anna.ask({{"type", "leave"}, {"table", table}});
  server.advance(1000);
  EXPECT_EQ(listed(), newest(3));
}

TEST(ServerLimits, a_connection_follows_only_so_many_tables) {
  auto settings = TestServer::quick_settings();
  settings.tables_per_person = 1000;
  TestServer server(settings);
  auto& carl = server.client("carl");
  const auto open = [&](const std::string& table) {
    const auto id = carl.ask({{"type", "open"}, {"table", table}});
    server.run();
    return carl.refusal(id);
  };
  std::string first, last;
  for (int n = 0; n < 501; ++n) {
    auto& host = server.client(n < 250 ? "anna" : n < 500 ? "bert" : "dora");
    const auto id = host.ask({{"type", "create"}, {"board", "europe"}, {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}});
    server.run();
    last = host.answer(id)["table"].get<std::string>();
    if (n == 0) first = last;
    EXPECT_EQ(open(last), n < 500 ? "" : "too_many_open");
  }
  EXPECT_EQ(open(first), "");  // followed already
  carl.ask({{"type", "close"}, {"table", first}});
  EXPECT_EQ(open(last), "");
}

TEST(ServerLimits, tables_are_counted_when_the_heir_is_stored) {
  auto settings = TestServer::quick_settings();
  settings.tables_per_person = 1;
  TestServer server(settings);
  auto &anna = server.client("anna"), &bert = server.client("bert");
  const Json request = {{"type", "create"}, {"board", "europe"}, {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}};
  const auto created = anna.ask(request);
  server.run();
  const auto table = anna.answer(created)["table"];
  bert.ask({{"type", "join"}, {"table", table}});
  server.run();
  server.store().fail(StoreFault::disk_full);
  anna.ask({{"type", "leave"}, {"table", table}});
  server.run();
  server.store().fail(std::nullopt);
  auto id = anna.ask(request);
  server.run();
  EXPECT_EQ(anna.refusal(id), "too_many_tables");
  anna.ask({{"type", "leave"}, {"table", table}});
  server.run();
  id = anna.ask(request);
  const auto berts = bert.ask(request);
  server.run();
  EXPECT_TRUE(anna.was_ok(id));
  EXPECT_EQ(bert.refusal(berts), "too_many_tables");
}

TEST(ServerLimits, a_rematch_is_a_table_too) {
  auto settings = TestServer::quick_settings();
  settings.tables_per_person = 1;
  TestServer server(settings);
  auto& anna = server.client("anna");
  const auto refusal = [&](const Json& request) {
    const auto id = anna.ask(request);
    server.run();
    return anna.refusal(id);
  };
  const auto first = server.start("first-journey", {"anna", "computer"});
  EXPECT_EQ(refusal({{"type", "abandon"}, {"game", first.game}}), "");
  const auto second = server.start("first-journey", {"anna", "computer"});
  EXPECT_EQ(refusal({{"type", "rematch"}, {"table", first.table}}), "too_many_tables");
  EXPECT_EQ(refusal({{"type", "abandon"}, {"game", second.game}}), "");
  EXPECT_EQ(refusal({{"type", "rematch"}, {"table", first.table}}), "");
  EXPECT_EQ(anna.table["state"], "playing");
}

}  // namespace
}  // namespace perron
