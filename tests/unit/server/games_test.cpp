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
  const auto record = server.record(game.game, std::nullopt);
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
  const auto games = server.games_of(anna.who.user, GameFilter::unfinished);
  ASSERT_TRUE(games);
  EXPECT_EQ(Json::parse(*games)["games"].size(), 2u);
}

TEST(ServerGames, lists_say_whose_turn_it_is) {
  TestServer server;
  const auto game = server.start("first-journey", {"anna", "bert", "computer"}, {{"first", 0}});
  auto &anna = server.client("anna"), &bert = server.client("bert");
  const auto is_turn_of = [&](const TestClient& client) {
    return Json::parse(*server.games_of(client.who.user, GameFilter::unfinished))["games"][0]["your_turn"].get<bool>();
  };
  const auto agrees = [&] {
    for (const auto* client : {&anna, &bert})
      for (const auto& [seat, stream] : client->streams) EXPECT_EQ(is_turn_of(*client), !stream.legal.is_null());
  };
  for (int moves = 0; moves < 6; ++moves) {
    agrees();
    kit::play_on(server, game, {&anna, &bert}, 3, 1);
  }
  // After a restart it is known again, and nobody has to come for it.
  const bool annas = is_turn_of(anna), berts = is_turn_of(bert);
  EXPECT_NE(annas, berts);
  server.restart();
  EXPECT_EQ(is_turn_of(anna), annas);
  EXPECT_EQ(is_turn_of(bert), berts);
  // A computer player has the seat: nobody's turn.
  anna.reconnect(server.hub());
  bert.reconnect(server.hub());
  auto& mover = annas ? anna : bert;
  server.thinker().hold();
  mover.ask({{"type", "leave"}, {"table", game.table}});
  server.run();
  EXPECT_FALSE(is_turn_of(anna));
  EXPECT_FALSE(is_turn_of(bert));
}

// Told step by step, as a seat saw it: who puts the changes together has the view at the end.
TEST(ServerGames, ended_games_are_told_again) {
  TestServer server;
  const auto game = server.start("first-journey", {"anna", "bert"});
  auto &anna = server.client("anna"), &bert = server.client("bert");
  EXPECT_EQ(server.replay(game.game, anna.who.user, 0).error().status, 409);
  kit::play_on(server, game, {&anna, &bert}, 5);
  EXPECT_EQ(server.replay(game.game, std::nullopt, 2).error().status, 404);
  EXPECT_EQ(server.replay("nosuchgame00", std::nullopt, 0).error().status, 404);
  for (int seat = -1; seat < 2; ++seat) {
    const auto text = server.replay(game.game, std::nullopt, seat);
    ASSERT_TRUE(text) << text.error().sentence;
    const auto replay = Json::parse(*text);
    EXPECT_EQ(replay["seat"], seat < 0 ? Json() : Json(seat));
    Json view;
    int n = 0;
    for (const auto& step : replay["steps"]) {
      EXPECT_EQ(step["notice"]["n"], ++n);
      for (const auto& [key, value] : step["view"].items()) view[key] = value;
    }
    EXPECT_EQ(replay["steps"].back()["notice"]["over"], true);
    if (seat < 0) EXPECT_FALSE(view.contains("mine"));
    else EXPECT_EQ(view, (seat == 0 ? anna : bert).streams[seat].view);
  }
}

// Full after some bytes, as a connection is that takes no more.
class SmallSink final : public server::TextSink {
 public:
  void add(std::string_view text) override { piece += text; }
  bool full() const override { return piece.size() >= 3000; }
  void end_piece() override { ++pieces; }
  void end() override { ++ends; }

  std::string piece;
  int pieces = 0, ends = 0;
};

// One piece of the text of each game in turn, until all are whole.
template <class Write>
std::vector<std::string> in_pieces(TestServer& server, std::size_t games, Write&& write) {
  using server::TextCursor;
  std::vector<std::string> out(games);
  std::vector<TextCursor> places(games, TextCursor::begin);
  while (std::ranges::count(places, TextCursor::end) < std::ptrdiff_t(games))
    for (std::size_t g = 0; g < games; ++g) {
      if (places[g] == TextCursor::end) continue;
      const auto sink = std::make_shared<SmallSink>();
      write(g, places[g], sink, [&](const auto& next) { places[g] = next ? *next : TextCursor::end; });
      server.run();
      EXPECT_EQ(sink->ends, places[g] == TextCursor::end);
      EXPECT_EQ(sink->pieces, places[g] != TextCursor::end);
      EXPECT_LT(sink->piece.size(), 9000u);
      out[g] += sink->piece;
    }
  return out;
}

// More games than the worker holds.
TEST(ServerGames, a_text_in_pieces_is_the_same_as_in_one) {
  TestServer server;
  const server::Reader reader{std::nullopt, "test"};
  std::vector<std::string> games, replays, records;
  for (int i = 0; i < 6; ++i) {
    const auto game = server.start("first-journey", {"anna", "bert"});
    kit::play_on(server, game, {&server.client("anna"), &server.client("bert")}, std::uint64_t(i));
    games.push_back(game.game);
    replays.push_back(*server.replay(game.game, std::nullopt, 1));
    records.push_back(*server.record(game.game, std::nullopt));
    EXPECT_GT(records.back().size(), 4000u);
  }
  const auto replay = [&](std::size_t g, auto from, auto sink, auto done) {
    server.hub().write_replay(games[g], reader, 1, from, sink, done);
  };
  const auto record = [&](std::size_t g, auto from, auto sink, auto done) {
    server.hub().write_record(games[g], reader, from, sink, done);
  };
  EXPECT_EQ(in_pieces(server, games.size(), replay), replays);
  EXPECT_EQ(in_pieces(server, games.size(), record), records);
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
