// Every request for memory of a session fails once: that session may end, the server does not, and nothing of the session stays.
#include <gtest/gtest.h>

#include "support/allocations.h"
#include "support/net_kit.h"

namespace perron::net {
namespace {

using kit::NetServer;
using kit::TcpClient;

constexpr std::string_view kCreate =
    R"({"type":"create","id":"1","board":"europe","seats":[{"kind":"me"},{"kind":"me","name":"B"}],"listed":true})";

// A whole session. Any step may find the connection gone.
void visit(int port) {
  {
    TcpClient http(port);
    http.send("POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
    http.read_until("}");
    http.send("GET /api/v1/boards HTTP/1.1\r\nHost: localhost\r\n\r\n");
    http.read_until("]");
  }
  TcpClient socket(port);
  if (!socket.upgrade()) return;
  socket.send_text(R"({"type":"hello","protocol":1,"name":"Anna"})");
  if (socket.read_text().empty()) return;
  socket.send_text(R"({"type":"lobby","id":"0","on":true})");
  socket.send_text(kCreate);
  std::string answer;
  while (answer.find("\"table\":") == std::string::npos)
    if ((answer = socket.read_text()).empty()) return;
  const auto at = answer.find("\"table\":") + 9;
  const auto table = answer.substr(at, answer.find('"', at) - at);
  socket.send_text(R"({"type":"start","id":"2","table":")" + table + R"("})");
  socket.send_text(R"({"type":"ping","id":"3"})");
  if (socket.read_text().empty()) return;
  socket.read_text();
  socket.send(std::string("\x88\x80\0\0\0\0", 6));
  socket.closed_by_peer();
}

// The same again for somebody else; false: not served.
bool serves(int port) {
  TcpClient socket(port);
  if (!socket.upgrade()) return false;
  socket.send_text(R"({"type":"hello","protocol":1,"name":"Bert"})");
  if (socket.read_text().find("\"welcome\"") == std::string::npos) return false;
  socket.send_text(R"({"type":"ping","id":"9"})");
  return !socket.read_text().empty();
}

// Sessions end a moment after their connection: what was lost to an exception unwinds in a handler of its own.
NetServer::Counts at_rest(NetServer& server) {
  NetServer::Counts counts;
  for (int tries = 0; tries < 3000; ++tries) {
    counts = server.counts();
    if (counts.open == 0 && counts.clients == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return counts;
}

TEST(Sessions, survive_that_any_allocation_fails_and_leave_nothing) {
  Settings settings;
  settings.address_rate = settings.address_burst = 10000000;
  NetServer server(settings);
  server.on_loop(kit::watch_this_thread);
  visit(server.port());  // what is made once and kept
  ASSERT_TRUE(serves(server.port()));
  at_rest(server);
  int failures = 0;
  bool failed = true;
  for (long n = 1; failed; ++n) {
    kit::fail_allocation(n);
    visit(server.port());
    failed = kit::stop_failing();
    failures += failed;
    ASSERT_TRUE(serves(server.port())) << "after allocation " << n;
    const auto counts = at_rest(server);
    ASSERT_EQ(counts.connections, 0) << "after allocation " << n;
    ASSERT_EQ(counts.sockets, 0) << "after allocation " << n;
    ASSERT_EQ(counts.clients, 0u) << "after allocation " << n;
    ASSERT_EQ(counts.open, 0u) << "after allocation " << n;
  }
  EXPECT_GT(failures, 200);  // else the session did not do what it should
  EXPECT_GT(server.counts().exceptions, 100u);
}

TEST(Sessions, a_handler_that_throws_ends_neither_the_loop_nor_the_acceptor) {
  NetServer server;
  for (int i = 0; i < 3; ++i) {
    server.throw_on_loop();
    EXPECT_TRUE(serves(server.port()));
  }
  EXPECT_EQ(server.counts().exceptions, 3u);
}

}  // namespace
}  // namespace perron::net
