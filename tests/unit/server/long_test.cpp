// Games with very long logs, and what is loaded and read off the loop.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "server/game/play.h"
#include "support/kit.h"
#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestServer;
using server::LogItem;
using server::Play;

// ---- Play.

class Steps final : public server::StepObserver {
 public:
  void step(std::uint32_t n, const State&, Action, const State& after) override { all.emplace_back(n, after); }
  void event(std::uint32_t n, const LogItem&, const State& after) override { all.emplace_back(n, after); }
  std::vector<std::pair<std::uint32_t, State>> all;
};

LogItem item_of(EntryKind kind, Seat seat, Action action = {}) { return {kind, seat, true, {}, action, 0, 0}; }

// Random actions, about half of those that can be taken back are.
void play_randomly(Play& play, std::size_t entries, std::uint64_t seed) {
  Rng rng(seed);
  ActionList list;
  std::vector<State> before;  // the actions that nothing was dealt after
  while (play.log().size() < entries && !play.over()) {
    const auto undoes = [&](Seat seat) { return play.can_undo(seat); };
    const Seat seats[] = {Seat(0), Seat(1), Seat(2)};
    const auto* seat = std::ranges::find_if(seats, undoes);
    ASSERT_EQ(seat != std::end(seats), !before.empty());
    if (seat != std::end(seats) && rng.below(2)) {
      play.add(item_of(EntryKind::undo, *seat));
      ASSERT_EQ(play.state(), before.back());
      before.pop_back();
      continue;
    }
    const auto mover = play.state().open.to_move;
    const auto action = random_action(play.game(), play.state().open, play.state().own[mover], rng, list);
    before.push_back(play.state());
    const auto version = play.version();
    play.add(item_of(EntryKind::action, mover, action));
    if (play.version() != version + 1) before.clear();
  }
}

Play a_play(std::uint64_t seed) {
  return Play(std::make_shared<const Game>(make_game(kit::board_of("europe"), 3)), key_from_seed(seed), Seat(0));
}

TEST(ServerLong, positions_are_the_same_however_they_are_reached) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    auto play = a_play(seed);
    play_randomly(play, 1500, seed);
    ASSERT_GT(play.log().size(), 300u);
    ASSERT_GT(play.undos(), 20u);
    auto loaded = a_play(seed);
    loaded.keep_positions(true);
    for (const auto& item : play.log()) loaded.add(item);
    loaded.keep_positions(false);
    EXPECT_EQ(loaded.state(), play.state());
    EXPECT_EQ(loaded.version(), play.version());
    EXPECT_EQ(loaded.acted_version(), play.acted_version());
    EXPECT_EQ(loaded.undos(), play.undos());
    for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(loaded.can_undo(Seat(seat)), play.can_undo(Seat(seat)));
    Steps whole;
    play.replay(whole);
    ASSERT_EQ(whole.all.size(), play.version());
    for (std::uint32_t after = 0; after <= play.version(); after += 37) {
      Steps part;
      loaded.replay(part, after);
      ASSERT_LE(part.all.size(), whole.all.size());
      ASSERT_TRUE(after == 0 || part.all.front().first <= after);
      EXPECT_TRUE(std::equal(part.all.rbegin(), part.all.rend(), whole.all.rbegin())) << after;
    }
  }
}

TEST(ServerLong, a_late_version_is_told_without_the_whole_game) {
  auto play = a_play(1);
  const auto mover = play.state().open.to_move;
  const Action keep{Kind::keep_tickets, 7, 0, 0};
  play.keep_positions(true);
  for (int pair = 0; pair < 20'000; ++pair) {
    play.add(item_of(EntryKind::action, mover, keep));
    ASSERT_TRUE(play.can_undo(mover));
    play.add(item_of(EntryKind::undo, mover));
  }
  play.keep_positions(false);
  Steps part;
  play.replay(part, play.version() - 10);
  EXPECT_LT(part.all.size(), 300u);
  EXPECT_EQ(part.all.back().second, play.state());
}

// ---- Rooms.

class ServerLongGame : public ::testing::Test {
 protected:
  void begin(server::Settings settings = TestServer::quick_settings()) {
    server = std::make_unique<TestServer>(settings);
    game = server->start("europe", {"anna", "bert"}, {{"first", 0}});
    anna = &server->client("anna");
    bert = &server->client("bert");
  }
  Json act(kit::TestClient& client, int seat, std::size_t choice = 0) {
    const auto& stream = client.streams[seat];
    return {{"type", "act"}, {"game", game.game}, {"seat", seat}, {"version", stream.version}, {"action", stream.legal[choice]}};
  }
  Json undo(kit::TestClient& client, int seat) {
    return {{"type", "undo"}, {"game", game.game}, {"seat", seat}, {"version", client.streams[seat].version}};
  }
  std::string refusal(kit::TestClient& client, const Json& request) {
    const auto id = client.ask(request);
    server->run();
    EXPECT_FALSE(client.answer(id).empty());
    return client.refusal(id);
  }
  // As if written by a version without limits.
  void store_pairs(int pairs) {
    auto& entries = server->disk->entries[*from_text<GameId>(game.game)];
    const auto first = anna->streams[0].legal[0];
    const auto byte = [&](std::size_t i) { return first[i].get<std::uint8_t>(); };
    Entry entry;
    entry.game = *from_text<GameId>(game.game);
    entry.user = anna->who.user;
    for (int n = 0; n < 2 * pairs; ++n) {
      entry.n = static_cast<std::uint32_t>(entries.size() + 1);
      entry.kind = n % 2 ? EntryKind::undo : EntryKind::action;
      entry.action = n % 2 ? Action{} : Action{Kind(byte(0)), byte(1), byte(2), byte(3)};
      entry.request = "old" + std::to_string(n);
      entries.push_back(entry);
    }
  }
  void restart() {
    server->restart();
    for (auto* client : {anna, bert}) client->reconnect(server->hub());
    server->run();
  }

  std::unique_ptr<TestServer> server;
  TestServer::Started game;
  kit::TestClient *anna = nullptr, *bert = nullptr;
};

TEST_F(ServerLongGame, undo_is_limited) {
  auto settings = TestServer::quick_settings();
  settings.most_undos = 3;
  begin(settings);
  for (int n = 0; n < 3; ++n) {
    EXPECT_EQ(refusal(*anna, act(*anna, 0)), "");
    EXPECT_EQ(refusal(*anna, undo(*anna, 0)), "");
  }
  EXPECT_EQ(refusal(*anna, act(*anna, 0)), "");
  EXPECT_FALSE(anna->streams[0].undo);
  EXPECT_EQ(refusal(*anna, undo(*anna, 0)), "too_many_undos");
  EXPECT_EQ(refusal(*bert, act(*bert, 1)), "");
}

TEST_F(ServerLongGame, a_full_log_takes_actions_only) {
  auto settings = TestServer::quick_settings();
  settings.most_entries = 8;
  begin(settings);
  for (int n = 0; n < 4; ++n) {
    EXPECT_EQ(refusal(*anna, act(*anna, 0)), "");
    EXPECT_EQ(refusal(*anna, undo(*anna, 0)), "");
  }
  EXPECT_EQ(refusal(*anna, act(*anna, 0)), "");
  EXPECT_EQ(refusal(*anna, undo(*anna, 0)), "too_many_undos");
  EXPECT_EQ(refusal(*bert, {{"type", "leave"}, {"table", game.table}}), "");
  EXPECT_EQ(refusal(*bert, {{"type", "take_back_seat"}, {"game", game.game}, {"seat", 1}}), "game_too_long");
  // The computer player and Anna play until no more fits: such a game would never end.
  kit::play_on(*server, game, {anna}, 1, 50);
  ASSERT_FALSE(anna->ended.is_null());
  EXPECT_EQ(anna->ended["ending"], "abandoned");
}

TEST_F(ServerLongGame, a_game_beyond_the_limits_loads_and_can_be_finished) {
  begin();
  store_pairs(20'000);
  restart();
  for (auto* client : {anna, bert}) client->ask({{"type", "open"}, {"table", game.table}});
  server->run();
  EXPECT_GT(anna->streams[0].version, 40'000u);
  EXPECT_EQ(refusal(*anna, act(*anna, 0)), "");
  EXPECT_EQ(refusal(*anna, undo(*anna, 0)), "too_many_undos");
  EXPECT_GT(kit::play_on(*server, game, {anna, bert}, 5, 20), 10);
  // A request of long ago is still known.
  const auto repeated = refusal(*anna, {{"type", "undo"}, {"id", "old1"}, {"game", game.game}, {"seat", 0}, {"version", 1}});
  EXPECT_EQ(repeated, "");
  for (auto* client : {anna, bert}) client->ask({{"type", "abandon"}, {"game", game.game}, {"on", true}});
  server->run();
  ASSERT_FALSE(anna->ended.is_null());
  EXPECT_TRUE(server->record(game.game, std::nullopt));
}

TEST_F(ServerLongGame, history_is_the_newest_part_of_a_very_long_game) {
  auto settings = TestServer::quick_settings();
  settings.most_history = 100;
  begin(settings);
  store_pairs(300);
  restart();
  auto& carl = server->client("carl");
  carl.ask({{"type", "open"}, {"table", game.table}, {"history", true}});
  server->run();
  const auto* snapshot = carl.last("snapshot");
  ASSERT_TRUE(snapshot);
  const auto& notices = (*snapshot)["notices"];
  ASSERT_EQ(notices.size(), 100u);
  EXPECT_EQ(notices.back()["n"], (*snapshot)["version"]);
}

// ---- While a game is being loaded.

TEST_F(ServerLongGame, requests_wait_in_order_while_a_game_is_loaded) {
  begin();
  const auto move = act(*anna, 0);
  restart();
  server->worker().hold();
  const auto opened = anna->ask({{"type", "open"}, {"table", game.table}});
  const auto moved = anna->ask(move);
  const auto watched = bert->ask({{"type", "open"}, {"table", game.table}});
  server->run();
  EXPECT_TRUE(anna->answer(opened).empty());
  EXPECT_EQ(server->worker().waiting(), 1u) << "loaded once";
  const auto pinged = anna->ask({{"type", "ping"}});
  EXPECT_TRUE(anna->was_ok(pinged)) << "others do not wait";
  bert->disconnect();
  server->worker().release();
  server->run();
  EXPECT_TRUE(anna->was_ok(opened));
  EXPECT_TRUE(anna->was_ok(moved));
  EXPECT_TRUE(bert->answer(watched).empty());
  EXPECT_EQ(anna->fault, "");
}

TEST_F(ServerLongGame, few_requests_wait_for_one_table) {
  auto settings = TestServer::quick_settings();
  settings.queue_per_table = 2;
  begin(settings);
  restart();
  server->worker().hold();
  std::vector<std::string> ids;
  for (int n = 0; n < 3; ++n) {
    ids.push_back(anna->ask({{"type", "open"}, {"table", game.table}}));
    server->run();
  }
  EXPECT_EQ(anna->refusal(ids[2]), "busy");
  server->worker().release();
  server->run();
  EXPECT_TRUE(anna->was_ok(ids[1]));
}

TEST_F(ServerLongGame, one_person_has_few_games_loaded_at_once) {
  auto settings = TestServer::quick_settings();
  settings.most_jobs_each = 2;
  begin(settings);
  std::vector<std::string> tables{game.table};
  for (int n = 0; n < 2; ++n) tables.push_back(server->start("europe", {"anna", "bert"}).table);
  restart();
  server->worker().hold();
  std::vector<std::string> ids;
  for (const auto& table : tables) ids.push_back(anna->ask({{"type", "open"}, {"table", table}}));
  server->run();
  EXPECT_EQ(anna->refusal(ids[2]), "busy");
  EXPECT_EQ(server->worker().waiting(), 1u) << "one after the other";
  const auto other = bert->ask({{"type", "open"}, {"table", tables[2]}});
  server->run();
  EXPECT_EQ(server->worker().waiting(), 2u);
  server->worker().release();
  server->run();
  EXPECT_TRUE(anna->was_ok(ids[0]) && anna->was_ok(ids[1]) && bert->was_ok(other));
  EXPECT_EQ(server->hub().stats().background, 0u);
}

TEST_F(ServerLongGame, a_guest_who_becomes_an_account_while_the_game_is_loaded_keeps_the_seat) {
  begin();
  const auto move = act(*anna, 0);
  restart();
  server->worker().hold();
  const auto moved = anna->ask(move);
  server->run();
  server->hub().merged(anna->who.user, {UserId(7), "Anna", true});
  server->worker().release();
  server->run();
  EXPECT_TRUE(anna->was_ok(moved)) << anna->refusal(moved);
}

TEST_F(ServerLongGame, the_hub_may_go_while_a_game_is_loaded) {
  begin();
  restart();
  server->worker().hold();
  anna->ask({{"type", "open"}, {"table", game.table}});
  server->run();
  server->worker().release();  // the answer is on its way
  restart();
  server->run();
}

TEST_F(ServerLongGame, whose_turn_it_is_is_read_off_the_loop) {
  begin();
  restart();
  const auto games = server->games_of(anna->who.user, GameFilter::unfinished);
  ASSERT_TRUE(games);
  EXPECT_EQ(Json::parse(*games)["games"][0]["your_turn"], true);
  EXPECT_EQ(server->hub().stats().rooms_in_memory, 0u) << "a list needs no rooms";
  EXPECT_EQ(Json::parse(*server->games_of(bert->who.user, GameFilter::unfinished))["games"][0]["your_turn"], false);
}

}  // namespace
}  // namespace perron
