// What clients send: every fixture is read, and whatever differs from the form is refused with its path.
#include "wire/request.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"
#include "support/kit.h"

namespace perron {
namespace {

using wire::read_request;

std::string fixture(const std::string& name) { return kit::file_text(kit::tests_dir() + "/wire/" + name + ".json"); }

// The sentence that refuses it; "" if it was read.
std::string fault(std::string_view text) {
  const auto request = read_request(text);
  return request ? "" : request.error().message;
}

TEST(WireRequest, every_kind_has_a_fixture_that_is_read) {
  std::set<std::size_t> kinds;
  for (const auto& file : kit::files_in(kit::tests_dir() + "/wire", ".json")) {
    if (file.find("/client-") == std::string::npos) continue;
    const auto request = read_request(kit::file_text(file));
    ASSERT_TRUE(request) << file << ": " << request.error().message;
    kinds.insert(request->request.index());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<wire::Request>);
}

TEST(WireRequest, every_fixture_is_described) {
  const auto page = kit::file_text(kit::tests_dir() + "/../docs/protocol.md");
  for (const auto& file : kit::files_in(kit::tests_dir() + "/wire", ".json")) {
    const auto text = kit::file_text(file);
    const auto type = text.substr(0, text.find(',', 0));  // {"type":"act"
    EXPECT_NE(page.find(type), std::string::npos) << file;
  }
}

TEST(WireRequest, fields_are_read) {
  const auto act = read_request(fixture("client-act"));
  ASSERT_TRUE(act);
  EXPECT_EQ(act->id, "m1");
  const auto& request = std::get<wire::Act>(act->request);
  EXPECT_EQ(request.game, "9c1b5n7h3kzm");
  EXPECT_EQ(request.seat, Seat(0));
  EXPECT_EQ(request.version, 212);
  EXPECT_EQ(request.action, (Action{Kind::claim, 17, 8, 2}));
  const auto table = read_request(fixture("client-create"));
  ASSERT_TRUE(table);
  const auto& create = std::get<wire::Create>(table->request);
  EXPECT_EQ(create.board, "europe");
  EXPECT_EQ(create.seats.size(), 3u);
  EXPECT_EQ(create.seats[2].level, wire::Level::hard);
  EXPECT_EQ(create.options.clock, (wire::ClockChoice{wire::ClockKind::bank, 900, 10}));
  EXPECT_TRUE(create.options.listed);
  EXPECT_EQ(create.options.first, wire::kFirstRandom);
}

// The short way for plain acts takes nothing that the long way refuses, and reads the same from it.
TEST(WireRequest, the_short_way_reads_as_the_long_one) {
  const std::string plain = R"({"type":"act","id":"m1","game":"9c1b5n7h3kzm","seat":0,"version":212,"action":[3,17,8,2]})";
  const std::string last_id = R"({"type":"act","game":"9c1b5n7h3kzm","seat":4,"version":0,"action":[0,255,0,10],"id":"x.9"})";
  Rng rng(3);
  int read = 0;
  for (int i = 0; i < 200'000; ++i) {
    auto text = i % 2 ? plain : last_id;
    for (auto changes = rng.below(3); changes > 0; --changes) {
      constexpr std::string_view signs = "0123456789-+.eE,:\"\\[]{} x\n\xc3";
      const auto where = rng.below(static_cast<std::uint32_t>(text.size()));
      const auto sign = signs[rng.below(static_cast<std::uint32_t>(signs.size()))];
      if (const auto how = rng.below(4); how == 0) text[where] = sign;
      else if (how == 1) text.insert(where, 1, sign);
      else if (how == 2) text.erase(where, 1 + rng.below(3));
      else text.insert(where, text.substr(where, rng.below(20)));
      if (text.empty()) text = "{";
    }
    const auto one = read_request(text), other = wire::read_any_request(text);
    ASSERT_EQ(bool(one), bool(other)) << text;
    if (!one) continue;
    ++read;
    ASSERT_EQ(one->id, other->id) << text;
    ASSERT_EQ(std::get<wire::Act>(one->request), std::get<wire::Act>(other->request)) << text;
  }
  EXPECT_GT(read, 60'000);
}

TEST(WireRequest, what_is_left_out_has_its_default) {
  const auto table = read_request(fixture("client-create-pass-and-play"));
  ASSERT_TRUE(table);
  const auto& create = std::get<wire::Create>(table->request);
  EXPECT_EQ(create.options, wire::Options());
  EXPECT_EQ(create.seats[1].name, "Béla");
}

TEST(WireRequest, faults_are_named_with_their_path) {
  EXPECT_NE(fault("{").find("line 1"), std::string::npos);
  EXPECT_NE(fault("[]").find("must be an object"), std::string::npos);
  EXPECT_NE(fault(R"({"id":"1"})").find("/type: is missing"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"akt","id":"1"})").find("did you mean \"act\""), std::string::npos);
  EXPECT_NE(fault(R"({"type":"ping"})").find("/id"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"ping","id":7})").find("/id"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"ping","id":"a b"})").find("/id"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"ping","id":")" + std::string(41, 'x') + "\"}").find("/id"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"ping","id":"1","more":1})").find("/more"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"ping","id":"1","id":"2"})"), "");
  EXPECT_NE(fault(R"({"type":"act","id":"1","game":"g","seat":5,"version":1,"action":[0,0,0,0]})").find("/seat"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"act","id":"1","game":"g","seat":0,"version":-1,"action":[0,0,0,0]})").find("/version"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"act","id":"1","game":"g","seat":0,"version":1,"action":[0,0,0]})").find("/action"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"act","id":"1","game":"g","seat":0,"version":1,"action":[17,0,0,0]})").find("/action/0"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"act","id":"1","game":"g","seat":0,"version":1,"action":[0,0,0,256]})").find("/action/3"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"open","id":"1","table":"t","last":3})").find("/game"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"hello","protocol":2})").find("/protocol"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"hello","protocol":1,"name":" x"})").find("/name"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"chat","id":"1","table":"t","text":""})").find("/text"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"explain","id":"1","game":"g","seat":0})"), "");
  EXPECT_NE(fault(R"({"type":"explain","id":"1","game":"g","seat":0,"track":1,"place":1})"), "");
  EXPECT_NE(fault(R"({"type":"create","id":"1","board":"b","seats":[]})").find("/seats"), std::string::npos);
  EXPECT_NE(
      fault(R"({"type":"create","id":"1","board":"b","seats":[{"kind":"me"}],"clock":{"kind":"turn","seconds":1}})").find("/clock/seconds"),
      std::string::npos);
}

TEST(WireRequest, an_id_comes_back_with_a_bad_message) {
  const auto request = read_request(R"({"type":"act","id":"m7"})");
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().id, "m7");
}

}  // namespace
}  // namespace perron
