// Tables before, around and after a game: seats, options, the lobby, chat, abandon, rematch, reconnects, restarts.
#include <gtest/gtest.h>

#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;

class ServerTable : public testing::Test {
 protected:
  std::string refusal(TestClient& client, const Json& request) {
    const auto id = client.ask(request);
    server.run();
    return client.refusal(id);
  }
  Json with_table(const char* type, Json more = {}) {
    Json out = {{"type", type}, {"table", table}};
    for (const auto& [key, value] : more.items()) out[key] = value;
    return out;
  }
  void create(Json seats, bool listed = true) {
    const auto id = anna.ask({{"type", "create"}, {"board", "europe"}, {"seats", seats}, {"listed", listed}});
    server.run();
    table = anna.answer(id).value("table", "");
  }

  // As the network does it: the guest's connections end, and the page comes back as the account.
  void log_in(TestClient& client, const server::Identity& account) {
    const auto guest = client.who.user;
    client.disconnect();
    server.hub().merged(guest, account);
    client.who = account;
    client.reconnect(server.hub());
  }

  TestServer server;
  TestClient& anna = server.client("anna");
  TestClient& bert = server.client("bert");
  std::string table;
  const Json me = {{"kind", "me"}}, open = {{"kind", "open"}};
};

TEST_F(ServerTable, seats_are_taken_and_left) {
  create({me, open, open});
  EXPECT_EQ(anna.table["state"], "waiting");
  EXPECT_EQ(anna.table["you"], Json::array({0}));
  EXPECT_EQ(refusal(anna, with_table("start")), "seats_open");
  EXPECT_EQ(refusal(bert, with_table("join", {{"seat", 0}})), "seat_taken");
  EXPECT_EQ(refusal(bert, with_table("join", {{"seat", 4}})), "no_such_seat");
  EXPECT_EQ(refusal(bert, with_table("join")), "");
  EXPECT_EQ(bert.table["you"], Json::array({1}));
  EXPECT_EQ(refusal(bert, with_table("add_computer", {{"level", "easy"}})), "not_the_host");
  EXPECT_EQ(refusal(anna, with_table("add_computer", {{"level", "easy"}})), "");
  EXPECT_EQ(anna.table["seats"][2], Json::parse(R"({"kind":"computer","name":"Easy 3","level":"easy"})"));
  EXPECT_EQ(refusal(server.client("carl"), with_table("join")), "no_free_seat");
  EXPECT_EQ(refusal(anna, with_table("free_seat", {{"seat", 2}})), "");
  EXPECT_EQ(refusal(anna, with_table("options", {{"seats", 2}, {"first", 1}, {"clock", {{"kind", "turn"}, {"seconds", 60}}}})), "");
  EXPECT_EQ(anna.table["seats"].size(), 2u);
  EXPECT_EQ(refusal(anna, with_table("options", {{"seats", 6}})), "bad_message");
  EXPECT_EQ(refusal(anna, with_table("options", {{"first", 3}})), "no_such_seat");
  // The host goes: the table is the next one's.
  EXPECT_EQ(refusal(anna, with_table("leave")), "");
  EXPECT_EQ(bert.table["host"], to_text(bert.who.user));
  EXPECT_EQ(refusal(bert, with_table("leave")), "");
  EXPECT_EQ(bert.table["state"], "closed");
  EXPECT_EQ(refusal(bert, with_table("open")), "no_such_table");
  EXPECT_TRUE(server.disk->tables.empty());
  EXPECT_EQ(server.hub().stats().tables_open, 0u);
}

TEST_F(ServerTable, wrong_tables_are_refused) {
  EXPECT_EQ(refusal(anna, {{"type", "create"}, {"board", "mars"}, {"seats", {me, open}}}), "no_such_board");
  EXPECT_EQ(refusal(anna, {{"type", "create"}, {"board", "first-journey"}, {"seats", {me, open, open, open, open}}}), "no_such_seat");
  EXPECT_EQ(refusal(anna, {{"type", "create"}, {"board", "europe"}, {"seats", {me, open}}, {"first", 2}}), "no_such_seat");
  EXPECT_EQ(refusal(anna, {{"type", "open"}, {"table", "nonsense"}}), "no_such_table");
  EXPECT_EQ(refusal(anna, {{"type", "open"}, {"table", "000000000001"}}), "no_such_table");
  server.store().fail(StoreFault::disk_full);
  EXPECT_EQ(refusal(anna, {{"type", "create"}, {"board", "europe"}, {"seats", {me, open}}}), "not_stored");
  server.store().fail(std::nullopt);
  for (std::size_t n = 0; n < server.settings.tables_per_person; ++n) create({me, open});
  EXPECT_EQ(refusal(anna, {{"type", "create"}, {"board", "europe"}, {"seats", {me, open}}}), "too_many_tables");
}

TEST_F(ServerTable, the_lobby_is_live) {
  auto& carl = server.client("carl");
  carl.ask({{"type", "lobby"}, {"on", true}});
  EXPECT_EQ((*carl.last("lobby"))["whole"], true);
  create({me, open});
  server.advance(1000);
  EXPECT_EQ((*carl.last("lobby"))["tables"][0]["table"], table);
  EXPECT_EQ((*carl.last("lobby"))["tables"][0]["open"], 1);
  bert.ask(with_table("join"));
  server.run();
  anna.ask(with_table("start"));
  server.advance(1000);
  EXPECT_EQ((*carl.last("lobby"))["tables"][0]["state"], "playing");
  const auto before = carl.all.size();
  create({me, open}, false);  // by link only
  server.advance(1000);
  EXPECT_EQ(carl.all.size(), before);
  EXPECT_EQ(Json::parse(server.hub().tables_json())["tables"].size(), 1u);
  server.restart();
  EXPECT_EQ(Json::parse(server.hub().tables_json())["tables"].size(), 1u);
}

TEST_F(ServerTable, chat_is_short_slow_and_can_be_muted) {
  create({me, open});
  bert.ask(with_table("join"));
  server.run();
  EXPECT_EQ(refusal(server.client("carl"), with_table("chat", {{"text", "hi"}})), "not_your_seat");
  EXPECT_EQ(refusal(anna, with_table("chat", {{"text", std::string(301, 'x')}})), "bad_message");
  EXPECT_EQ(refusal(anna, with_table("chat", {{"text", "a\nb"}})), "bad_message");
  for (int n = 0; n < 5; ++n) EXPECT_EQ(refusal(anna, with_table("chat", {{"text", "<b>hello</b>"}})), "");
  EXPECT_EQ(refusal(anna, with_table("chat", {{"text", "more"}})), "too_fast");
  EXPECT_EQ((*bert.last("chat"))["n"], 5);
  EXPECT_EQ((*bert.last("chat"))["text"], "<b>hello</b>");
  server.advance(10'000);
  EXPECT_EQ(refusal(bert, {{"type", "mute"}, {"user", to_text(anna.who.user)}, {"on", true}}), "");
  EXPECT_EQ(refusal(anna, with_table("chat", {{"text", "again"}})), "");
  EXPECT_EQ((*bert.last("chat"))["n"], 5);
  anna.ask(with_table("start"));
  server.run();
  EXPECT_EQ((*anna.last("snapshot"))["chat"].size(), 6u);
  EXPECT_EQ((*bert.last("snapshot"))["chat"].size(), 0u);
}

TEST_F(ServerTable, a_mute_is_the_persons_and_stays) {
  create({me, open});
  bert.ask(with_table("join"));
  server.run();
  const auto heard = [&] {
    server.advance(10'000);
    const auto before = bert.all.size();
    anna.ask(with_table("chat", {{"text", "hello"}}));
    server.run();
    return bert.all.size() > before;
  };
  const Json mute = {{"type", "mute"}, {"user", to_text(anna.who.user)}, {"on", true}};
  server.store().fail(StoreFault::disk_full);
  EXPECT_EQ(refusal(bert, mute), "not_stored");
  server.store().fail(std::nullopt);
  EXPECT_TRUE(heard());
  EXPECT_EQ(refusal(bert, mute), "");
  EXPECT_FALSE(heard());
  bert.reconnect(server.hub());
  bert.ask(with_table("open"));
  server.run();
  EXPECT_FALSE(heard());
  server.restart();
  for (auto* client : {&anna, &bert}) {
    client->reconnect(server.hub());
    client->ask(with_table("open"));
  }
  server.run();
  EXPECT_FALSE(heard());
  EXPECT_EQ(refusal(bert, {{"type", "mute"}, {"user", to_text(anna.who.user)}, {"on", false}}), "");
  EXPECT_TRUE(heard());
}

TEST_F(ServerTable, chat_is_limited_by_person_not_by_connection) {
  create({me, open});
  TestClient second(server.hub(), anna.who);
  for (int n = 0; n < 5; ++n)
    EXPECT_EQ(refusal(n % 2 ? anna : second, with_table("chat", {{"text", "hi"}, {"id", std::to_string(n)}})), "");
  EXPECT_EQ(refusal(second, with_table("chat", {{"text", "hi"}})), "too_fast");
  second.reconnect(server.hub());
  EXPECT_EQ(refusal(second, with_table("chat", {{"text", "hi"}})), "too_fast");
  server.advance(2'000);
  EXPECT_EQ(refusal(second, with_table("chat", {{"text", "hi"}, {"id", "again"}})), "");
}

// The guest becomes an account while a change of the table is being written that names the guest.
TEST_F(ServerTable, a_guest_taken_along_meanwhile_keeps_the_seat) {
  create({me, open});
  server.store().hold();
  bert.ask(with_table("join"));
  server.run();
  log_in(bert, {UserId(4711), "Bert", true});
  server.store().release();
  server.run();
  anna.ask(with_table("start"));
  server.run();
  EXPECT_EQ(anna.table["seats"][1]["user"], to_text(UserId(4711)));
  EXPECT_EQ(refusal(bert, with_table("open")), "");
  EXPECT_EQ(bert.table["you"], Json::array({1}));
}

TEST_F(ServerTable, players_hear_how_many_watch) {
  const auto game = server.start("first-journey", {"anna", "bert"});
  table = game.table;
  auto &carl = server.client("carl"), &dora = server.client("dora");
  EXPECT_EQ(anna.table["watching"], 0);
  for (auto* who : {&carl, &dora}) EXPECT_EQ(refusal(*who, with_table("open")), "");
  const auto before = anna.all.size();
  server.advance(1500);
  EXPECT_EQ(anna.table["watching"], 2);
  EXPECT_EQ(anna.all.size(), before + 1) << "one message for both";
  carl.disconnect();
  EXPECT_EQ(refusal(dora, with_table("close")), "");
  server.advance(1500);
  EXPECT_EQ(anna.table["watching"], 0);
}

TEST_F(ServerTable, games_for_players_only_cannot_be_watched) {
  const auto game = server.start("europe", {"anna", "bert"}, {{"watch", false}});
  table = game.table;
  EXPECT_EQ(refusal(server.client("carl"), with_table("open")), "not_watchable");
  EXPECT_FALSE(server.game(game.game, server.client("carl").who.user));
  EXPECT_TRUE(server.game(game.game, anna.who.user));
  EXPECT_FALSE(server.record(game.game, anna.who.user));  // not over
}

TEST_F(ServerTable, who_looked_at_the_table_before_does_not_see_a_game_for_players_only) {
  auto& carl = server.client("carl");
  const auto created = anna.ask(
      {{"type", "create"}, {"board", "first-journey"}, {"seats", {me, {{"kind", "computer"}, {"level", "easy"}}}}, {"watch", false}});
  server.run();
  table = anna.answer(created)["table"].get<std::string>();
  EXPECT_EQ(refusal(carl, with_table("open")), "");
  EXPECT_EQ(refusal(anna, with_table("start")), "");
  server.advance(5000);
  EXPECT_EQ(carl.table["state"], "playing");
  EXPECT_FALSE(carl.last("snapshot"));
  EXPECT_FALSE(carl.last("update"));
  EXPECT_TRUE(anna.last("snapshot"));
  EXPECT_EQ(server.hub().stats().streams, 1u);
  EXPECT_EQ(refusal(carl, with_table("open")), "not_watchable");
}

TEST_F(ServerTable, a_game_is_abandoned_when_all_people_want_it) {
  const auto game = server.start("first-journey", {"anna", "bert", "computer"});
  const auto abandon = [&](bool on) -> Json { return {{"type", "abandon"}, {"game", game.game}, {"on", on}}; };
  EXPECT_EQ(refusal(anna, abandon(true)), "");
  EXPECT_EQ(bert.table["abandon"], Json::array({0}));
  EXPECT_EQ(refusal(anna, abandon(false)), "");
  EXPECT_EQ(refusal(bert, abandon(true)), "");
  EXPECT_TRUE(anna.ended.is_null());
  EXPECT_EQ(refusal(anna, abandon(true)), "");
  EXPECT_EQ(anna.ended["ending"], "abandoned");
  EXPECT_FALSE(anna.ended.contains("key"));
  EXPECT_EQ(anna.table["state"], "over");
  EXPECT_EQ(refusal(anna, abandon(true)), "not_playing");
  EXPECT_EQ(anna.fault + bert.fault, "");
  EXPECT_TRUE(server.record(game.game, anna.who.user));
}

TEST_F(ServerTable, a_game_is_abandoned_when_who_did_not_want_it_has_left) {
  const auto game = server.start("first-journey", {"anna", "bert"}, {{"first", 1}});
  table = game.table;
  EXPECT_EQ(refusal(anna, {{"type", "abandon"}, {"game", game.game}}), "");
  EXPECT_EQ(anna.table["state"], "playing");
  EXPECT_EQ(refusal(bert, with_table("leave")), "");
  EXPECT_EQ(anna.table["state"], "over");
  EXPECT_EQ(anna.ended["ending"], "abandoned");
  EXPECT_EQ(anna.fault + bert.fault, "");
  server.restart();
  EXPECT_TRUE(server.record(game.game, anna.who.user));
}

TEST_F(ServerTable, who_leaves_a_game_is_replaced_and_may_return) {
  const auto game = server.start("first-journey", {"anna", "bert"}, {{"first", 1}});
  table = game.table;
  EXPECT_EQ(refusal(bert, with_table("leave")), "");
  EXPECT_EQ(anna.table["seats"][1]["played_by"], "medium");
  EXPECT_FALSE(anna.streams[0].legal.is_null());  // the computer player has acted
  EXPECT_EQ(refusal(bert, {{"type", "take_back_seat"}, {"game", game.game}, {"seat", 1}}), "");
  EXPECT_EQ(refusal(anna, {{"type", "take_back_seat"}, {"game", game.game}, {"seat", 1}}), "not_your_seat");
  // One of two gone for good: the other alone may abandon.
  EXPECT_EQ(refusal(bert, with_table("leave")), "");
  EXPECT_EQ(refusal(anna, {{"type", "abandon"}, {"game", game.game}}), "");
  EXPECT_EQ(anna.table["state"], "over");
}

TEST_F(ServerTable, a_rematch_begins_when_all_who_are_there_want_it) {
  const auto game = server.start("first-journey", {"anna", "bert", "computer"});
  table = game.table;
  EXPECT_EQ(refusal(anna, with_table("rematch")), "not_over");
  for (auto* who : {&anna, &bert}) who->ask({{"type", "abandon"}, {"game", game.game}});
  server.run();
  anna.streams.clear();
  EXPECT_EQ(refusal(anna, with_table("rematch")), "");
  EXPECT_EQ(bert.table["rematch"], Json::array({0}));
  EXPECT_EQ(refusal(bert, with_table("rematch")), "");
  EXPECT_EQ(anna.table["state"], "playing");
  EXPECT_NE(anna.table["game"], game.game);
  EXPECT_EQ(anna.fault, "");
  // The old game is still there.
  EXPECT_TRUE(server.record(game.game, anna.who.user));
  // Who is not there does not play again without being asked.
  for (auto* who : {&anna, &bert}) who->ask({{"type", "abandon"}, {"game", anna.table["game"]}});
  server.run();
  bert.disconnect();
  EXPECT_EQ(refusal(anna, with_table("rematch")), "");
  EXPECT_EQ(anna.table["state"], "waiting");
  EXPECT_EQ(anna.table["seats"][1]["kind"], "open");
}

TEST_F(ServerTable, who_reconnects_gets_what_was_missed) {
  const auto game = server.start("europe", {"anna", "bert"});
  kit::play_on(server, game, {&anna, &bert}, 5, 12);
  auto& lost = bert.streams[1];
  const auto last = lost.version;
  bert.disconnect();
  for (int n = 0; n < 3; ++n) kit::play_on(server, game, {&anna}, 6, 1);
  const auto before = bert.all.size();
  bert.reconnect(server.hub());
  bert.ask({{"type", "open"}, {"table", game.table}, {"game", game.game}, {"last", last}});
  server.run();
  int updates = 0, snapshots = 0;
  for (auto i = before; i < bert.all.size(); ++i) {
    updates += bert.all[i]["type"] == "update";
    snapshots += bert.all[i]["type"] == "snapshot";
  }
  EXPECT_EQ(updates, 1);
  EXPECT_EQ(snapshots, 0);
  EXPECT_EQ(lost.version, anna.streams[0].version);
  EXPECT_EQ(bert.fault, "");
  // A number of another game, or one that never was, gets a snapshot.
  for (const Json& wrong : {Json{{"game", "000000000001"}, {"last", last}}, Json{{"game", game.game}, {"last", 1 << 20}}}) {
    Json request = {{"type", "open"}, {"table", game.table}};
    for (const auto& [key, value] : wrong.items()) request[key] = value;
    bert.ask(request);
    server.run();
    EXPECT_EQ(bert.all.back()["type"], "snapshot");
  }
}

TEST_F(ServerTable, a_restart_loses_nothing) {
  for (const std::string board : {"europe", "germany", "first-journey"}) {
    TestServer here;
    const auto game = here.start(board, {"anna", "bert", "computer"});
    auto& a = here.client("anna");
    auto& b = here.client("bert");
    auto& w = here.client("watcher");
    for (auto* who : {&a, &b, &w}) {
      who->streams.clear();
      who->ask({{"type", "open"}, {"table", game.table}, {"history", true}});
    }
    here.run();
    for (std::uint64_t round = 0; round < 6; ++round) {
      kit::play_on(here, game, {&a, &b}, round, 9);
      std::map<std::string, std::string> before;
      for (auto* who : {&a, &b, &w})
        for (const auto& [seat, stream] : who->streams) {
          before[who->who.name] += stream.view.dump() + stream.legal.dump();
          for (const auto& notice : stream.notices) before[who->who.name] += notice;
        }
      here.restart();
      for (auto* who : {&a, &b, &w}) {
        who->reconnect(here.hub());
        who->streams.clear();
        who->ask({{"type", "open"}, {"table", game.table}, {"history", true}});
        here.run();
        std::string after;
        for (const auto& [seat, stream] : who->streams) {
          after += stream.view.dump() + stream.legal.dump();
          for (const auto& notice : stream.notices) after += notice;
        }
        EXPECT_EQ(after, before[who->who.name]) << board << " " << who->who.name;
        EXPECT_EQ(who->fault, "");
      }
    }
  }
}

TEST_F(ServerTable, the_same_id_is_one_move_after_a_restart_too) {
  const auto game = server.start("first-journey", {"anna", "bert"}, {{"first", 0}});
  const Json move = {{"type", "act"},         {"id", "once"}, {"game", game.game}, {"seat", 0}, {"version", anna.streams[0].version},
                     {"action", {1, 0, 0, 0}}};
  anna.ask(move);
  server.run();
  server.restart();
  anna.reconnect(server.hub());
  anna.ask(move);
  server.run();
  EXPECT_TRUE(anna.was_ok("once"));
  EXPECT_EQ(server.disk->entries.begin()->second.size(), 1u);
}

TEST_F(ServerTable, a_move_that_was_stored_but_not_acknowledged_is_played_once) {
  const auto game = server.start("first-journey", {"anna", "bert"}, {{"first", 0}});
  const Json move = {{"type", "act"},         {"id", "once"}, {"game", game.game}, {"seat", 0}, {"version", anna.streams[0].version},
                     {"action", {1, 0, 0, 0}}};
  anna.ask(move);  // on disk now, but the server dies before it can say so
  EXPECT_EQ(server.disk->entries.begin()->second.size(), 1u);
  server.restart();
  server.run();
  EXPECT_FALSE(anna.was_ok("once"));
  anna.reconnect(server.hub());
  anna.ask(move);
  server.run();
  EXPECT_TRUE(anna.was_ok("once"));
  EXPECT_EQ(server.disk->entries.begin()->second.size(), 1u);
}

TEST_F(ServerTable, guests_take_their_seats_along_into_an_account) {
  const auto game = server.start("first-journey", {"anna", "bert"}, {{"first", 0}});
  table = game.table;
  log_in(anna, {UserId(5), "Anna", true});
  EXPECT_EQ(bert.table["seats"][0]["user"], to_text(UserId(5)));
  EXPECT_EQ(refusal(anna, with_table("open")), "");
  EXPECT_EQ(anna.table["you"], Json::array({0}));
  const auto id =
      anna.ask({{"type", "act"}, {"game", game.game}, {"seat", 0}, {"version", anna.streams[0].version}, {"action", {1, 0, 0, 0}}});
  server.run();
  EXPECT_TRUE(anna.was_ok(id));
}

TEST_F(ServerTable, a_table_that_nobody_comes_back_to_is_removed) {
  create({me, open});
  anna.disconnect();
  server.advance(server.settings.table_lifetime + 60'000);
  EXPECT_TRUE(server.disk->tables.empty());
  EXPECT_EQ(Json::parse(server.hub().tables_json())["tables"].size(), 0u);
}

TEST_F(ServerTable, a_stop_waits_for_the_disk_and_says_goodbye) {
  const auto game = server.start("first-journey", {"anna", "bert"}, {{"first", 0}});
  server.store().hold();
  const auto id =
      anna.ask({{"type", "act"}, {"game", game.game}, {"seat", 0}, {"version", anna.streams[0].version}, {"action", {1, 0, 0, 0}}});
  bool done = false;
  server.hub().stop([&] { done = true; });
  server.run();
  EXPECT_FALSE(done);
  server.store().release();
  server.run();
  EXPECT_TRUE(done);
  EXPECT_TRUE(anna.was_ok(id));
  EXPECT_EQ(anna.closed, 1001);
  EXPECT_EQ(anna.all.back()["type"], "bye");
  EXPECT_EQ(refusal(anna, {{"type", "ping"}}), "stopping");
}

}  // namespace
}  // namespace perron
