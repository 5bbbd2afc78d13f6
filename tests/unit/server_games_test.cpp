// Whole games through the hub: every board, every number of seats, people, computer players, pass and play, spectators.
#include <gtest/gtest.h>

#include "dealer/key.h"
#include "notation/record.h"
#include "support/kit.h"
#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;

// The downloaded record: every line is right, the key fits the commitment, and the deals follow from the key.
void expect_verified(const std::string& text, const std::string& commitment_shown) {
  const auto record = read_record(text, kit::finder());
  ASSERT_TRUE(record) << record.error().line << ": " << record.error().message;
  ASSERT_TRUE(record->finished);
  const auto key = key_from_hex(record->key);
  ASSERT_TRUE(key);
  EXPECT_EQ(commitment(*key), record->header.key_sha256);
  EXPECT_EQ(commitment(*key), commitment_shown);
  KeyDealer dealer(KeyStreams{*key});
  auto state = start(record->game, record->header.first);
  for (const auto action : record->actions) {
    if (is_deal(action.kind)) {
      ASSERT_EQ(dealer.deal(record->game, state), action);
    }
    apply(record->game, state, action);
  }
}

struct Case {
  std::string board;
  std::vector<std::string> seats;
};

class Games : public testing::TestWithParam<Case> {};

TEST_P(Games, are_played_to_their_end) {
  TestServer server;
  const auto& [board, seats] = GetParam();
  const auto game = server.start(board, seats);
  ASSERT_FALSE(game.game.empty());
  auto& watcher = server.client("watcher");
  watcher.ask({{"type", "open"}, {"table", game.table}, {"history", true}});
  server.run();
  std::vector<TestClient*> clients;
  for (const auto& name : seats)
    if (!name.starts_with("computer") && !name.starts_with("local")) clients.push_back(&server.client(name));
  const auto commitment = (*clients[0]->last("snapshot"))["commitment"].get<std::string>();
  kit::play_on(server, game, clients, 7);
  clients.push_back(&watcher);
  for (const auto* client : clients) {
    EXPECT_EQ(client->fault, "");
    ASSERT_FALSE(client->ended.is_null()) << client->who.name;
    EXPECT_EQ(client->ended["ending"], "finished");
    EXPECT_EQ(client->table["state"], "over");
    EXPECT_EQ(client->ended["result"]["seats"].size(), seats.size());
  }
  ASSERT_TRUE(watcher.streams.contains(-1));
  EXPECT_EQ(watcher.streams.size(), 1u);
  EXPECT_FALSE(watcher.streams[-1].view.contains("mine"));
  EXPECT_EQ(watcher.streams[-1].notices.size(), watcher.streams[-1].version);
  for (const auto& [seat, stream] : clients[0]->streams) EXPECT_EQ(stream.version, watcher.streams[-1].version);
  const auto record = server.hub().record_text(game.game, std::nullopt);
  ASSERT_TRUE(record) << record.error().sentence;
  expect_verified(*record, commitment);
}

std::vector<Case> cases() {
  const std::vector<std::string> names = {"anna", "bert", "carl", "dora", "emil"};
  std::vector<Case> out;
  for (const std::string board : {"europe", "germany", "first-journey"})
    for (std::size_t n = 2; n <= (board == "first-journey" ? 4u : 5u); ++n)
      out.push_back({board, {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(n)}});
  for (const std::string board : {"europe", "germany", "first-journey"}) {
    out.push_back({board, {"anna", "computer", "bert"}});
    out.push_back({board, {"anna", "local one", "local two"}});
    out.push_back({board, {"anna", "computer", "computer", "local"}});
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Boards, Games, testing::ValuesIn(cases()), [](const auto& one) {
  auto name = kit::plain_name(one.param.board);
  for (const auto& seat : one.param.seats) name += "_" + seat.substr(0, seat.find(' '));
  return name + "_" + std::to_string(one.index);
});

TEST(ServerGames, one_person_plays_several_at_once) {
  TestServer server;
  const auto first = server.start("first-journey", {"anna", "bert"});
  const auto second = server.start("first-journey", {"anna", "carl"});
  auto& anna = server.client("anna");
  EXPECT_NE(first.game, second.game);
  // Streams of this client go by seat; each table has its own in the raw messages.
  int snapshots = 0;
  for (const auto& message : anna.all) snapshots += message["type"] == "snapshot";
  EXPECT_EQ(snapshots, 2);
  const auto games = server.hub().games_of_json(anna.who.user, GameFilter::unfinished, "", 50);
  ASSERT_TRUE(games);
  EXPECT_EQ(Json::parse(*games)["games"].size(), 2u);
}

TEST(ServerGames, real_levels_play) {
  TestServer server;
  server.thinker().random = false;
  const auto game = server.start("first-journey", {"anna", "computer"});
  auto& anna = server.client("anna");
  kit::play_on(server, game, {&anna}, 3, 20);
  EXPECT_GT(server.hub().stats().computer_actions, 5u);
  EXPECT_EQ(anna.fault, "");
}

TEST(ServerGames, computers_alone_play_while_watched) {
  TestServer server;
  auto& anna = server.client("anna");
  const auto id = anna.ask({{"type", "create"},
                            {"board", "first-journey"},
                            {"seats", {{{"kind", "computer"}, {"level", "easy"}}, {{"kind", "computer"}, {"level", "hard"}}}}});
  server.run();
  const auto table = anna.answer(id)["table"].get<std::string>();
  anna.ask({{"type", "start"}, {"table", table}});
  server.run();
  EXPECT_FALSE(anna.ended.is_null());
  EXPECT_EQ(anna.fault, "");
}

}  // namespace
}  // namespace perron
