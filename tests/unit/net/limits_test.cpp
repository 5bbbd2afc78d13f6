// Slow readers, and requests that are not what they seem: the parts that need no socket.
#include <gtest/gtest.h>

#include <cstring>
#include <ctime>
#include <thread>

#include "net/transport/backlogs.h"
#include "net/transport/drain.h"
#include "net/run/handler_times.h"
#include "net/http/http_head.h"
#include "net/run/settings.h"

namespace perron::net {
namespace {

using namespace std::chrono_literals;

TEST(Drain, is_stalled_only_while_something_waits_and_nothing_is_acknowledged) {
  Drain::Time now{};
  Drain drain(now);
  EXPECT_FALSE(drain.stalled(100, true, now += 10s, 30s));
  EXPECT_FALSE(drain.stalled(100, true, now += 29s, 30s));
  EXPECT_FALSE(drain.stalled(101, true, now += 2s, 30s));  // a byte was taken
  EXPECT_FALSE(drain.stalled(101, false, now += 100s, 30s));
  EXPECT_FALSE(drain.stalled(101, true, now += 29s, 30s));
  EXPECT_TRUE(drain.stalled(101, true, now += 1s, 30s));
}

TEST(Backlogs, are_bounded_by_address_and_in_all) {
  Settings settings;
  settings.backlog_address_bytes = 100;
  settings.backlog_total_bytes = 150;
  int told = 0;
  Backlogs all(settings, [&] { ++told; });
  Backlogs::Share one(all, "192.0.2.1"), two(all, "192.0.2.1"), other(all, "192.0.2.2");
  one.set(60);
  two.set(40);
  EXPECT_EQ(told, 0);
  two.set(41);
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(one.exceeds());
  EXPECT_FALSE(other.exceeds());
  two.set(42);
  EXPECT_EQ(told, 1);  // until it is settled
  two.set(10);
  all.settle();
  EXPECT_FALSE(one.exceeds());
  other.set(81);
  EXPECT_EQ(told, 2);
  EXPECT_TRUE(one.exceeds());
  EXPECT_EQ(all.total(), 151u);
}

TEST(Backlogs, nothing_stays_of_a_connection) {
  Settings settings;
  Backlogs all(settings, [] {});
  {
    Backlogs::Share one(all, "192.0.2.1");
    one.set(5);
    const Backlogs::Share moved(std::move(one));
    EXPECT_EQ(all.total(), 5u);
    EXPECT_EQ(all.addresses(), 1u);
  }
  EXPECT_EQ(all.total(), 0u);
  EXPECT_EQ(all.addresses(), 0u);
}

TEST(Host, is_an_address_or_a_name_of_ours) {
  Settings settings;
  settings.hosts = {"play.example.org"};
  settings.origins = {"https://other.example.org:8443"};
  for (const char* host : {"", "127.0.0.1", "192.168.1.20:8080", "[::1]", "[2001:db8::1]:80", "localhost", "LOCALHOST:8080",
                           "a.b.localhost", "play.example.org", "Play.Example.org:443", "other.example.org", "other.example.org:1"})
    EXPECT_TRUE(host_allowed(host, settings)) << host;
  for (const char* host :
       {"example.org", "localhost.example.org", "127.0.0.1.example.org", "xlocalhost", "127.1", "0x7f.1", "[::1", "[x]", "[]", ":80",
        "localhost:x", "localhost:80:80", "::1:80", "a@localhost", "localhost/", " localhost", "play.example.org.", "[127.0.0.1]"})
    EXPECT_FALSE(host_allowed(host, settings)) << host;
}

std::string read(std::string_view bytes, const Peer& peer, std::size_t piece = 100000) {
  boost::beast::flat_buffer buffer(kHeaderBytes + kBodyBytes);
  RequestReader reader(peer);
  auto state = RequestReader::State::more;
  while (state == RequestReader::State::more && !bytes.empty()) {
    const auto size = std::min({piece, bytes.size(), buffer.max_size() - buffer.size()});
    std::memcpy(buffer.prepare(size).data(), bytes.data(), size);
    buffer.commit(size);
    bytes.remove_prefix(size);
    state = reader.take(buffer);
  }
  if (state == RequestReader::State::more) return "more";
  if (state == RequestReader::State::refused) return std::to_string(reader.fault().status);
  return reader.request().address + " " + reader.request().host + " " + reader.request().body;
}

TEST(RequestReader, reads_the_same_in_any_pieces) {
  const Peer peer{"192.0.2.9", false};
  const std::string_view post = "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhelloGET";
  const std::string_view chunked =
      "POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\nHost: evil\r\n\r\nGET";
  const std::string_view no_chunk = "POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET";
  for (std::size_t piece = 1; piece < 120; ++piece) {
    for (const auto bytes : {post, chunked}) EXPECT_EQ(read(bytes, peer, piece), "192.0.2.9 localhost hello") << piece;
    EXPECT_EQ(read(no_chunk, peer, piece), "192.0.2.9 localhost ") << piece;
  }
}

TEST(RequestReader, limits_a_chunked_body_the_same_in_any_pieces) {
  const Peer peer{"192.0.2.9", false};
  const auto chunked = [](const std::string& chunks) {
    return "POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;
  };
  const std::string body(0x2000, 'x'), chunk = "2000\r\n" + body + "\r\n";
  const auto full = chunked(chunk + chunk + "0\r\n\r\n"), beyond = chunked(chunk + chunk + "1\r\n"), huge = chunked("ffffffffffffffff\r\n");
  // The quoted text goes on after the end of its line: each piece makes Beast parse the line again.
  const auto unquoted = chunked("30;a=\"" + std::string(10, 'x') + "\r\n" + std::string(1000, 'x') + "\"\r\n");
  for (const std::size_t piece : {1, 2, 7, 100, 5000, 100000}) {
    EXPECT_EQ(read(full, peer, piece), "192.0.2.9 localhost " + body + body) << piece;
    EXPECT_EQ(read(beyond, peer, piece), "413") << piece;
    EXPECT_EQ(read(huge, peer, piece), "413") << piece;
    EXPECT_EQ(read(unquoted, peer, piece), "400") << piece;
  }
}

TEST(RequestReader, refuses_what_others_may_read_differently) {
  const Peer peer{"192.0.2.9", false};
  const auto with = [&](std::string_view lines) { return read("GET / HTTP/1.1\r\n" + std::string(lines) + "\r\n", peer); };
  EXPECT_EQ(with("Host: a\r\n"), "192.0.2.9 a ");
  for (const char* lines :
       {"", "Host: a\r\nHost: a\r\n", "Host: a\r\nTransfer-Encoding: gzip\r\n", "Host: a\r\nX: y\r\n z\r\n",
        "Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", "Host: a\r\nTransfer-Encoding:\r\n chunked\r\n",
        "Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", "Host: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n",
        "Host: a\nX: y\r\n", "Host: a\rX: y\r\n", "Host: a\x01\r\n"})
    EXPECT_EQ(with(lines), "400") << lines;
  EXPECT_EQ(with("Host: a\r\nX: " + std::string(9000, 'x') + "\r\n"), "431");
  EXPECT_EQ(with("Host: a\r\nContent-Length: 20000\r\n"), "413");
  EXPECT_EQ(read("\x16\x03\x01", peer), "400");
  EXPECT_EQ(read("GET / HTTP/1.0\r\n\r\n", peer), "192.0.2.9  ");
}

TEST(ClientAddress, is_the_last_that_a_trusted_proxy_wrote) {
  BeastFields fields;
  fields.insert("X-Forwarded-For", "10.0.0.1");
  fields.insert("X-Forwarded-For", "10.0.0.2, 203.0.113.7 ");
  EXPECT_EQ(client_address("127.0.0.1", true, fields), "203.0.113.7");
  EXPECT_EQ(client_address("192.0.2.1", false, fields), "192.0.2.1");
  fields.insert("X-Forwarded-For", "::ffff:203.0.113.8");
  EXPECT_EQ(client_address("127.0.0.1", true, fields), "203.0.113.8");
  fields.insert("X-Forwarded-For", "unknown");
  EXPECT_EQ(client_address("127.0.0.1", true, fields), "127.0.0.1");
}

TEST(HandlerTimes, count_by_what_was_done_last) {
  HandlerTimes times;
  times.begin();
  times.doing("read");
  times.doing("act");
  times.end_handler();
  times.end_handler();
  ASSERT_EQ(times.entries().size(), 2u);
  EXPECT_EQ(times.entries().at("act").cpu.counts[0], 1u);
  EXPECT_TRUE(times.entries().contains("other"));
  EXPECT_GE(times.entries().at("act").longest, 0);
}

TEST(HandlerTimes, a_wait_is_no_work_and_work_is) {
  const auto cpu = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  HandlerTimes times;
  times.begin();
  times.doing("wait");
  std::this_thread::sleep_for(20ms);
  times.end_handler();
  times.doing("work");
  for (const double begun = cpu(); cpu() - begun < 0.01;) {
  }
  times.end_handler();
  EXPECT_LT(times.entries().at("wait").longest, 0.005);
  EXPECT_GT(times.entries().at("work").longest, 0.009);
  EXPECT_LT(times.entries().at("work").longest, 0.02);
}

TEST(Settings, hosts_are_names_alone) {
  Settings settings;
  EXPECT_EQ(apply_settings(settings, {}, {}, {{"hosts", "Play.example.org, box.local"}}), "");
  EXPECT_EQ(settings.hosts, (std::vector<std::string>{"play.example.org", "box.local"}));
  for (const char* wrong : {"https://play.example.org", "play.example.org:80", "a b", "*.example.org"})
    EXPECT_NE(apply_settings(settings, {}, {}, {{"hosts", wrong}}).find("without http://"), std::string::npos) << wrong;
}

}  // namespace
}  // namespace perron::net
