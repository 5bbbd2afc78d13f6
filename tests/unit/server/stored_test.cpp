// What was stored by others, or under another time: values that can't be make one game unreadable and nothing else, and a clock
// that was set back stops no game.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestClient;
using kit::TestServer;

class ServerStored : public testing::Test {
 protected:
  void start(Json clock) {
    game = server.start("first-journey", {"anna", "bert"}, {{"first", 0}, {"clock", clock}});
    anna = &server.client("anna");
    act(*anna, 0);
  }
  void act(TestClient& client, int seat) {
    auto& stream = client.streams[seat];
    client.ask({{"type", "act"}, {"game", game.game}, {"seat", seat}, {"version", stream.version}, {"action", stream.legal[0]}});
    server.run();
  }
  // The code that anna is refused with, after a restart.
  std::string open_again() {
    server.restart();
    server.hub().on_unreadable([&](GameId, const std::string& why) { told = why; });
    anna->reconnect(server.hub());
    const auto id = anna->ask({{"type", "open"}, {"table", game.table}});
    server.advance(1000);
    return anna->refusal(id);
  }
  GameRow& row() { return server.disk->games.begin()->second; }
  TableRow& table() { return server.disk->tables.begin()->second; }
  Entry& entry() { return server.disk->entries.begin()->second.back(); }

  TestServer server;
  TestServer::Started game;
  TestClient* anna = nullptr;
  std::string told;
};

TEST_F(ServerStored, values_that_cant_be_make_a_game_unreadable) {
  start({{"kind", "bank"}, {"seconds", 60}, {"increment", 0}});
  const auto whole = *server.disk;
  ASSERT_EQ(open_again(), "");
  const std::pair<std::function<void()>, const char*> changes[] = {
      {[&] { row().first = 2; }, "it begins with a seat that is not there"},
      {[&] {
         row().seats[1] = {kNobody, "X", "genius"};
       },
       "seat 1 is of a computer player that this program does not know"},
      {[&] { row().ending = Ending::finished; }, "it is stored as finished, but its entries do not reach the end"},
      {[&] { row().ending = Ending::abandoned; }, "its table says otherwise about whether it has ended"},
      {[&] { table().state = TableState::over; }, "its table says otherwise about whether it has ended"},
      {[&] { table().seats.pop_back(); }, "its table has another number of seats"},
      {[&] { table().options = R"({"board":7})"; }, "the options of table "},
      {[&] { entry().kind = EntryKind{77}; }, "entry 1 is not allowed"},
      {[&] { entry().seat = 200; }, "entry 1 is not allowed"},
      {[&] { entry().action.kind = Kind{200}; }, "entry 1 is not allowed"},
      {[&] { entry().n = 5; }, "entry 1 is missing"},
      {[&] {
         entry().kind = EntryKind::computer_takes_seat, entry().action = {Kind{}, 200, 0, 0};
       },
       "entry 1 is not allowed"},
      {[&] { entry().clock = "soon"; }, "the clocks after its last entry can't be read"},
      {[&] { entry().clock = "1 1 9223372036854775807 1"; }, "the clocks after its last entry can't be read"},
      {[&] { entry().clock = "7 1 1 1"; }, "the clocks after its last entry can't be read"}};
  for (const auto& [change, sentence] : changes) {
    *server.disk = whole;
    told.clear();
    change();
    EXPECT_EQ(open_again(), "unreadable") << sentence;
    EXPECT_EQ(told.substr(0, std::string(sentence).size()), sentence);
  }
  *server.disk = whole;
  EXPECT_EQ(open_again(), "");
}

// Rung for again and again, it would keep the server from all else.
TEST_F(ServerStored, a_clock_of_a_seat_that_is_not_to_move_is_unreadable) {
  start({{"kind", "turn"}, {"seconds", 60}});
  const auto mover = entry().clock[0];
  entry().clock[0] = mover == '0' ? '1' : '0';
  EXPECT_EQ(open_again(), "unreadable");
  EXPECT_EQ(told, "a clock runs of a seat that is not a person's to move");
}

TEST_F(ServerStored, a_system_clock_set_back_freezes_no_clock) {
  for (const Json& clock : {Json{{"kind", "bank"}, {"seconds", 60}, {"increment", 0}}, Json{{"kind", "days"}, {"days", 1}}}) {
    start(clock);
    const auto seat = static_cast<std::size_t>(entry().clock[0] - '0');
    const auto span = clock["kind"] == "days" ? 24 * 3600'000LL : 60'000LL;
    server.loop.set(server.loop.now() - 30 * 24 * 3600'000LL);
    server.restart();
    server.advance(span + 5'000);  // nobody is there to look
    const auto& log = server.disk->entries.begin()->second;
    EXPECT_TRUE(std::ranges::any_of(log, [](const Entry& one) { return one.kind == EntryKind::computer_takes_seat; })) << clock;
    anna->reconnect(server.hub());
    anna->ask({{"type", "open"}, {"table", game.table}});
    server.run();
    EXPECT_EQ(anna->table["seats"][seat].value("played_by", ""), "medium") << clock;
    server.restart();
    *server.disk = {};
    server.restart();
    for (const char* name : {"anna", "bert"}) server.client(name).reconnect(server.hub());
  }
}

TEST_F(ServerStored, a_system_clock_set_back_gives_no_time_away) {
  start({{"kind", "bank"}, {"seconds", 60}, {"increment", 0}});
  const auto seat = static_cast<std::size_t>(entry().clock[0] - '0');
  server.loop.set(server.loop.now() - 3600'000);
  ASSERT_EQ(open_again(), "");
  EXPECT_LE((*anna->last("snapshot"))["clocks"]["left"][seat].get<std::int64_t>(), 60'000);
  EXPECT_GE((*anna->last("snapshot"))["clocks"]["left"][seat].get<std::int64_t>(), 58'000);
}

}  // namespace
}  // namespace perron
