// Play through the hub, request by request: who may, when, once, and what happens if the disk says no.
#include <gtest/gtest.h>

#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;

class ServerPlay : public testing::Test {
 protected:
  void start(const std::string& board = "first-journey", Json options = {{"first", 0}}) {
    game = server.start(board, {"anna", "bert"}, options);
    anna = &server.client("anna");
    bert = &server.client("bert");
  }
  Json act(TestClient& client, int seat, Json action = nullptr) {
    auto& stream = client.streams[seat];
    if (action.is_null()) action = stream.legal[0];
    return {{"type", "act"}, {"game", game.game}, {"seat", seat}, {"version", stream.version}, {"action", action}};
  }
  // Sends, lets the server work, and gives the code of the refusal, or "".
  std::string refusal(TestClient& client, const Json& request) {
    const auto id = client.ask(request);
    server.run();
    return client.refusal(id);
  }
  // A claim without deals behind it, found by playing on.
  Json claim_of(TestClient& client, int seat) {
    for (int n = 0; n < 200; ++n) {
      for (auto* who : {anna, bert})
        for (auto& [s, stream] : who->streams) {
          if (stream.legal.is_null()) continue;
          if (who == &client && s == seat)
            for (const auto& action : stream.legal)
              if (action[0] == 3) return action;
          who->ask(act(*who, s, stream.legal[0]));
          server.run();
        }
    }
    return nullptr;
  }

  TestServer server;
  TestServer::Started game;
  TestClient* anna = nullptr;
  TestClient* bert = nullptr;
};

TEST_F(ServerPlay, an_action_is_acknowledged_and_told_to_all) {
  start();
  const auto id = anna->ask(act(*anna, 0, {1, 0, 0, 0}));
  server.run();
  EXPECT_TRUE(anna->was_ok(id));
  EXPECT_EQ(anna->answer(id)["version"], anna->streams[0].version);
  EXPECT_EQ(bert->streams[1].version, anna->streams[0].version);
  const auto& update = *bert->last("update");
  EXPECT_EQ(update["notices"][0]["do"], "draw_blind");
  EXPECT_EQ(update["notices"][1], Json::parse(R"({"n":)" + update["notices"][1]["n"].dump() + R"(,"deal":"hand","seat":0})"));
  EXPECT_TRUE((*anna->last("update"))["notices"][1].contains("card"));
  EXPECT_TRUE(bert->last("your_turn"));
  EXPECT_EQ(anna->fault + bert->fault, "");
}

TEST_F(ServerPlay, nothing_is_told_before_it_is_on_disk) {
  start();
  server.store().hold();
  const auto messages = anna->all.size() + bert->all.size();
  const auto id = anna->ask(act(*anna, 0));
  server.advance(5000);
  EXPECT_EQ(anna->all.size() + bert->all.size(), messages);
  server.store().release();
  server.run();
  EXPECT_TRUE(anna->was_ok(id));
}

TEST_F(ServerPlay, a_disk_that_fails_leaves_all_as_it_was) {
  start();
  const auto version = anna->streams[0].version;
  server.store().fail(StoreFault::disk_full);
  EXPECT_EQ(refusal(*anna, act(*anna, 0)), "not_stored");
  EXPECT_EQ(anna->streams[0].version, version);
  EXPECT_EQ(server.hub().stats().store_errors, 1u);
  server.store().fail(std::nullopt);
  EXPECT_EQ(refusal(*anna, act(*anna, 0)), "");
  EXPECT_EQ(server.hub().stats().store_errors, 1u);
  EXPECT_GT(anna->streams[0].version, version);
}

TEST_F(ServerPlay, requests_wait_for_the_disk_in_order_and_not_without_end) {
  start();
  server.store().hold();
  const auto move = act(*anna, 0);
  const auto first = anna->ask(move);
  std::vector<std::string> ids;
  for (int n = 0; n < 40; ++n) ids.push_back(anna->ask({{"type", "undo"}, {"game", game.game}, {"seat", 0}, {"version", 1}}));
  EXPECT_EQ(anna->refusal(ids.back()), "busy");
  server.store().release();
  server.run();
  EXPECT_TRUE(anna->was_ok(first));
  EXPECT_EQ(anna->refusal(ids.front()), "stale");
}

TEST_F(ServerPlay, the_same_id_twice_is_one_move) {
  start();
  auto move = act(*anna, 0);
  move["id"] = "once";
  anna->ask(move);
  server.run();
  const auto version = anna->answer("once")["version"];
  const auto entries = server.disk->entries.begin()->second.size();
  anna->ask(move);
  server.run();
  EXPECT_EQ(anna->answer("once")["type"], "ok");
  EXPECT_EQ(anna->answer("once")["version"], version);
  EXPECT_EQ(server.disk->entries.begin()->second.size(), entries);
  // Another person's id is another request.
  auto other = act(*bert, 1);
  other["id"] = "once";
  bert->ask(other);
  server.run();
  EXPECT_EQ(server.disk->entries.begin()->second.size(), entries + 1);
}

TEST_F(ServerPlay, the_same_id_for_another_request_is_refused) {
  start();
  auto move = act(*anna, 0, {1, 0, 0, 0});
  move["id"] = "once";
  EXPECT_EQ(refusal(*anna, move), "");
  for (int n = 0; n < 4 && anna->streams[0].legal.is_null(); ++n) refusal(*bert, act(*bert, 1));
  const auto entries = server.disk->entries.begin()->second.size();
  auto other = act(*anna, 0, {6, 0, 0, 0});
  other["id"] = "once";
  EXPECT_EQ(refusal(*anna, other), "repeated_id");
  EXPECT_EQ(refusal(*anna, {{"type", "undo"}, {"id", "once"}, {"game", game.game}, {"seat", 0}, {"version", anna->streams[0].version}}),
            "repeated_id");
  EXPECT_EQ(refusal(*anna, move), "") << "the very same one has been played";
  EXPECT_EQ(server.disk->entries.begin()->second.size(), entries);
}

TEST_F(ServerPlay, the_same_id_twice_at_once_is_one_move) {
  start();
  auto move = act(*anna, 0);
  move["id"] = "once";
  server.store().hold();
  anna->ask(move);
  anna->ask(move);
  server.store().release();
  server.run();
  EXPECT_EQ(server.disk->entries.begin()->second.size(), 1u);
  int answers = 0;
  for (const auto& message : anna->all) answers += message.value("id", "") == "once" && message["type"] == "ok";
  EXPECT_EQ(answers, 2);
}

TEST_F(ServerPlay, wrong_requests_are_refused) {
  start();
  auto stale = act(*anna, 0);
  stale["version"] = anna->streams[0].version - 1;
  EXPECT_EQ(refusal(*anna, stale), "stale");
  stale["version"] = anna->streams[0].version + 1;
  EXPECT_EQ(refusal(*anna, stale), "stale");
  EXPECT_EQ(refusal(*bert, act(*anna, 0)), "not_your_seat");
  EXPECT_EQ(refusal(*anna, act(*anna, 0, {3, 250, 8, 2})), "rule");
  EXPECT_EQ((*anna->last("refused"))["rule"], "no_such_track");
  EXPECT_EQ(refusal(*bert, act(*bert, 1, {1, 0, 0, 0})), "rule");
  EXPECT_EQ((*bert->last("refused"))["rule"], "not_your_turn");
  auto nowhere = act(*anna, 0);
  nowhere["game"] = "000000000001";
  EXPECT_EQ(refusal(*anna, nowhere), "no_such_game");
  auto dealt = act(*anna, 0, {12, 0, 0, 0});  // nobody's move: the dealer's
  EXPECT_EQ(refusal(*anna, dealt), "rule");
  auto far = act(*anna, 0);
  far["seat"] = 4;
  EXPECT_EQ(refusal(*anna, far), "no_such_seat");
  anna->send_raw("{");
  anna->send_raw("[]");
  anna->send_raw(R"({"type":"act","id":"x"})");
  EXPECT_EQ(anna->refusal("x"), "bad_message");
  EXPECT_EQ(server.disk->entries.size(), 0u);
}

TEST_F(ServerPlay, the_last_action_can_be_taken_back_until_something_happens) {
  start("europe", {{"first", 0}});
  // Tickets are kept first: nothing is dealt after that.
  const auto before = anna->streams[0].view;
  const auto keep = anna->streams[0].legal[0];
  anna->ask(act(*anna, 0, keep));
  server.run();
  ASSERT_TRUE(anna->streams[0].undo);
  EXPECT_FALSE(bert->streams[1].undo);
  const auto undo = [&](int seat) -> Json {
    return {{"type", "undo"}, {"game", game.game}, {"seat", seat}, {"version", anna->streams[0].version}};
  };
  EXPECT_EQ(refusal(*bert, undo(1)), "cannot_undo");
  EXPECT_EQ(refusal(*anna, undo(0)), "");
  EXPECT_EQ(anna->streams[0].view, before);
  EXPECT_EQ(refusal(*anna, undo(0)), "cannot_undo");
  anna->ask(act(*anna, 0, keep));
  server.run();
  bert->ask(act(*bert, 1));
  server.run();
  EXPECT_EQ(refusal(*anna, undo(0)), "cannot_undo");  // somebody has acted since
  anna->ask(act(*anna, 0, {1, 0, 0, 0}));
  server.run();
  EXPECT_FALSE(anna->streams[0].undo);
  EXPECT_EQ(refusal(*anna, undo(0)), "cannot_undo");  // a card was dealt
  EXPECT_EQ(anna->fault + bert->fault, "");
}

TEST_F(ServerPlay, nothing_is_due_after_an_undo_that_makes_it_a_persons_turn) {
  server.thinker().hold();
  game = server.start("europe", {"anna", "computer"}, {{"first", 0}});
  anna = &server.client("anna");
  const auto& due = server.disk->due[*from_text<GameId>(game.game)];
  anna->ask(act(*anna, 0));
  server.run();
  EXPECT_GT(due, 0);  // the computer player's turn
  ASSERT_TRUE(anna->streams[0].undo);
  EXPECT_EQ(refusal(*anna, {{"type", "undo"}, {"game", game.game}, {"seat", 0}, {"version", anna->streams[0].version}}), "");
  EXPECT_EQ(due, 0);
}

TEST_F(ServerPlay, an_undone_claim_can_be_played_otherwise_and_the_record_has_what_stands) {
  start("europe", {{"first", 0}});
  const auto claim = claim_of(*anna, 0);
  ASSERT_FALSE(claim.is_null());
  const auto before = anna->streams[0].view;
  anna->ask(act(*anna, 0, claim));
  server.run();
  auto standing = anna->streams[0].view;
  if (anna->streams[0].undo) {  // not with a tunnel, for which cards have been turned up
    standing = before;
    EXPECT_EQ(refusal(*anna, {{"type", "undo"}, {"game", game.game}, {"seat", 0}, {"version", anna->streams[0].version}}), "");
    EXPECT_EQ(anna->streams[0].view, before);
  }
  server.restart();
  anna->reconnect(server.hub());
  anna->streams.clear();
  anna->ask({{"type", "open"}, {"table", game.table}, {"history", true}});
  server.run();
  EXPECT_EQ(anna->streams[0].view, standing);
  EXPECT_EQ(anna->fault, "");
}

TEST_F(ServerPlay, an_opened_game_is_charged_by_the_size_of_the_answer) {
  start("europe", {{"first", 0}});
  for (const bool history : {false, true}) {
    anna->raw.clear();
    anna->charged = 0;
    anna->ask({{"type", "open"}, {"table", game.table}, {"history", history}});
    server.run();
    std::size_t bytes = 0;
    for (const auto& text : anna->raw)
      if (text.starts_with(R"({"type":"snapshot")")) bytes += text.size();
    EXPECT_GT(bytes, 1000u);
    EXPECT_EQ(anna->charged, bytes);
  }
}

TEST_F(ServerPlay, explains_tracks_places_tickets_and_actions) {
  start("europe", {{"first", 0}});
  for (auto* who : {anna, bert}) {
    who->ask(act(*who, who == anna ? 0 : 1));
    server.run();
  }
  const auto ask = [&](const char* key, Json value) {
    const auto id = anna->ask({{"type", "explain"}, {"game", game.game}, {"seat", 0}, {key, value}});
    server.run();
    return anna->answer(id);
  };
  for (int t = 0; t < 101; ++t) {
    const auto track = ask("track", t);
    ASSERT_EQ(track["type"], "ok");
    EXPECT_EQ(track["why_not"].is_null(), !track["payments"].empty()) << track.dump();
    if (!track.contains("odds")) continue;
    double sum = 0;
    for (const auto& chance : track["odds"]) sum += chance.get<double>();
    EXPECT_NEAR(sum, 1, 0.001);
  }
  EXPECT_EQ(ask("track", 200)["code"], "bad_message");
  EXPECT_TRUE(ask("place", 3).contains("could_complete"));
  const auto tickets = ask("tickets", true);
  EXPECT_GE(tickets["tickets"].size(), 2u);
  for (const auto& ticket : tickets["tickets"]) {
    EXPECT_EQ(ticket["state"], "open");
    EXPECT_FALSE(ticket["way"].empty());
  }
  EXPECT_EQ(ask("action", {1, 0, 0, 0})["why_not"], nullptr);
  EXPECT_EQ(ask("action", {3, 250, 0, 0})["why_not"]["rule"], "no_such_track");
  const auto foreign = bert->ask({{"type", "explain"}, {"game", game.game}, {"seat", 0}, {"tickets", true}});
  EXPECT_EQ(bert->refusal(foreign), "not_your_seat");
}

}  // namespace
}  // namespace perron
