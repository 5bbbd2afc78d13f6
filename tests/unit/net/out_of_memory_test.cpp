// Fails each allocation of a session once. The session may end, but the server goes on working and nothing of the session leaks. Every
// request is answered or its connection closed, and the state in memory matches the disk.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "support/allocations.h"
#include "support/net_kit.h"

namespace perron::net {
namespace {

using kit::NetServer;
using kit::TcpClient;
using Json = nlohmann::json;

constexpr auto kPatience = std::chrono::seconds(2);

// After a move the computer player acts.
constexpr std::string_view kCreate =
    R"({"type":"create","id":"1","board":"europe","seats":[{"kind":"me"},{"kind":"computer","level":"easy"}],"first":0,"listed":true})";

// A client on a WebSocket. Any step may find the connection closed; none may time out.
class Guest {
 public:
  Guest(int port, TcpClient::Deflate deflate) : socket_(port, kPatience) {
    if (!socket_.upgrade(deflate)) return;
    socket_.send_text(R"({"type":"hello","protocol":1,"name":"Anna"})");
    here_ = socket_.read_text().find("\"welcome\"") != std::string::npos;
  }
  ~Guest() { EXPECT_FALSE(socket_.timed_out()) << "waited for " << wanted_; }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  bool here() const { return here_; }
  // The next message that contains `part`; "": the connection has ended. Skips compressed messages.
  std::string next(const std::string& part) {
    wanted_ = part;
    std::string text;
    while (here_ && text.find(part) == std::string::npos) here_ = !(text = socket_.read_text()).empty();
    return text;
  }
  // The answer to a request.
  std::string ask(const std::string& id, const std::string& request) {
    if (here_) socket_.send_text(request);
    return next("\"id\":\"" + id + "\"");
  }
  std::string ask(const std::string& id, const std::string& type, const std::string& more) {
    return ask(id, R"({"type":")" + type + R"(","id":")" + id + "\"," + more + "}");
  }
  bool leave() {
    if (here_) socket_.send_close();
    return here_ && socket_.closed_by_peer();
  }

 private:
  TcpClient socket_;
  std::string wanted_ = "welcome";
  bool here_ = false;
};

void visit_over_http(int port) {
  TcpClient http(port, kPatience);
  http.send("POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
  http.read_until("}");
  http.send("GET /api/v1/boards HTTP/1.1\r\nHost: localhost\r\n\r\n");
  http.read_until("]");
  EXPECT_FALSE(http.timed_out());
}

// `"key":"value"` from an answer.
std::string field(const std::string& answer, const std::string& key) {
  const auto at = answer.find("\"" + key + "\":\"");
  const auto begin = at + key.size() + 4;
  return at == std::string::npos ? "" : "\"" + key + "\":\"" + answer.substr(begin, answer.find('"', begin) - begin) + "\"";
}

// Plays the first legal action and waits for the computer player.
void play(Guest& guest, const std::string& game) {
  const auto text = guest.next("\"type\":\"snapshot\"");
  if (text.empty()) return;
  const auto snapshot = Json::parse(text);
  const auto version = snapshot["version"].dump(), action = snapshot["legal"][0].dump();
  guest.ask("act", "act", game + R"(,"seat":0,"version":)" + version + R"(,"action":)" + action);
  guest.next("\"your_turn\"");
}

// A whole session, up to a second game. True: all steps succeeded. The watcher gets compressed messages.
bool visit(int port, const std::string& old_table = {}) {
  visit_over_http(port);
  Guest host(port, TcpClient::Deflate::no);
  host.ask("0", "lobby", R"("on":true)");
  const auto table = field(host.ask("1", std::string(kCreate)), "table");
  if (table.empty()) return false;
  Guest watcher(port, TcpClient::Deflate::offered);
  if (!old_table.empty()) watcher.ask("8", "open", old_table);
  watcher.ask("2", "open", table);
  const auto game = field(host.ask("3", "start", table), "game");
  if (game.empty()) return false;
  play(host, game);
  host.ask("4", "chat", table + R"(,"text":"hello")");
  host.ask("5", "open", table + R"(,"history":true)");
  host.ask("6", "abandon", game);
  const auto second = field(host.ask("7", "rematch", table), "game");
  if (second.empty() || host.next("\"your_turn\"").empty()) return false;
  return host.leave() && watcher.leave();
}

// Another client is served.
void expect_service(int port) {
  Guest guest(port, TcpClient::Deflate::no);
  EXPECT_NE(guest.ask("9", "lobby", R"("on":true)").find("\"ok\""), std::string::npos);
  EXPECT_FALSE(guest.next("\"tables\"").empty());
  EXPECT_NE(guest.ask("10", R"({"type":"ping","id":"10"})").find("\"ok\""), std::string::npos);
}

// And finds the table as it is on disk.
void expect_service_at(NetServer& server, const TableRow& row) {
  const bool waiting = row.state == TableState::waiting;
  const auto least = waiting ? 0 : server.version_on_disk(row.game);  // the computer player may move meanwhile
  Guest guest(server.port(), TcpClient::Deflate::no);
  const auto answer = guest.ask("11", "open", R"("table":")" + to_text(row.id) + "\"");
  EXPECT_NE(answer.find("\"ok\""), std::string::npos) << answer;
  EXPECT_FALSE(guest.next("\"type\":\"table\"").empty());
  if (waiting) return;
  const auto snapshot = guest.next("\"type\":\"snapshot\"");
  ASSERT_FALSE(snapshot.empty());
  const auto version = Json::parse(snapshot)["version"].get<std::uint32_t>();
  EXPECT_GE(version, least);
  EXPECT_LE(version, server.version_on_disk(row.game));
}

// Sessions end slightly after their connection: what an exception has interrupted unwinds in a handler of its own.
NetServer::Counts at_rest(NetServer& server) {
  NetServer::Counts counts;
  for (int tries = 0; tries < 3000; ++tries) {
    counts = server.counts();
    if (counts.open == 0 && counts.clients == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return counts;
}

void expect_nothing_left(const NetServer::Counts& counts) {
  EXPECT_EQ(counts.connections, 0);
  EXPECT_EQ(counts.sockets, 0);
  EXPECT_EQ(counts.clients, 0u);
  EXPECT_EQ(counts.open, 0u);
  EXPECT_EQ(counts.hub.streams, 0u);
  EXPECT_EQ(counts.hub.writes_pending, 0u);
  EXPECT_EQ(counts.hub.background, 0u);
  EXPECT_EQ(counts.hub.tables_open, counts.waiting_tables);
  EXPECT_EQ(counts.hub.games_live, counts.unfinished_games);
}

class Sessions : public testing::Test {
 protected:
  static NetServer unlimited() {
    Settings settings;
    settings.address_rate = settings.address_burst = 10000000;
    auto hub = kit::TestServer::quick_settings();
    hub.table_rate = hub.table_burst = 10000000;
    hub.tables_per_address = hub.tables_per_person = 10000000;
    hub.lobby_entries = 5;
    return NetServer(settings, hub);
  }

  // Opens the tables that the last visit has left on disk, whether or not they were acknowledged.
  void expect_service_at_new_tables(NetServer& server) {
    for (const auto& row : server.tables())
      if (known_.insert(row.id).second) expect_service_at(server, row);
  }

 private:
  std::set<TableId> known_;
};

TEST_F(Sessions, survive_that_any_allocation_fails_and_leave_nothing) {
  auto server = unlimited();
  server.on_loop(kit::watch_this_thread);
  ASSERT_TRUE(visit(server.port()));  // allocates what is created once and kept
  expect_service(server.port());
  expect_service_at_new_tables(server);
  at_rest(server);
  const auto old = server.tables().at(0);
  int failures = 0;
  bool failed = true;
  for (long n = 1; failed && !HasFailure(); ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    server.forget(old.game);
    kit::fail_allocation(n);
    const bool whole = visit(server.port(), R"("table":")" + to_text(old.id) + "\"");
    failed = kit::stop_failing();
    failures += failed;
    EXPECT_TRUE(whole || failed) << "a visit without a failure does all of its steps";
    expect_service(server.port());
    expect_service_at(server, old);
    expect_service_at_new_tables(server);
    expect_nothing_left(at_rest(server));
  }
  RecordProperty("failures", failures);
  EXPECT_GT(failures, 800);  // otherwise the session was cut short
  EXPECT_GT(server.counts().exceptions, 100u);
}

TEST_F(Sessions, outlive_a_handler_that_throws_as_the_loop_and_the_acceptor_do) {
  NetServer server;
  for (int i = 0; i < 3; ++i) {
    server.throw_on_loop();
    expect_service(server.port());
  }
  EXPECT_EQ(server.counts().exceptions, 3u);
}

}  // namespace
}  // namespace perron::net
