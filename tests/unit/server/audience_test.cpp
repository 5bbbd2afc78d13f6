// Who follows a table and what each of them is sent, without sockets: clients that keep what they get.
#include "server/room/audience.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/kit.h"

namespace perron::server {
namespace {

using Json = nlohmann::json;

const UserId kAnna{5}, kBert{6}, kCarl{7};
const TableId kTable{3};

struct Kept final : Client {
  void send(std::string_view message) override { all.push_back(Json::parse(message)); }
  void close(int code, std::string) override { closed = code; }
  void charge(std::size_t bytes) override { charged += bytes; }
  std::size_t backlog() const override { return 0; }

  std::vector<Json> all;
  int closed = 0;
  std::size_t charged = 0;
};

class AudienceTest : public testing::Test {
 protected:
  AudienceTest() {
    for (auto* one : {&anna, &bert, &carl}) {
      const UserId user{5 + (one - &anna)};
      ids.push_back(people.add(*one, {user, "Somebody", false}, "address " + to_text(user)));
      EXPECT_TRUE(audience.follow(ids.back(), user, {}));
    }
  }
  GameMoment moment() const { return {to_text(kTable), "thegame", play, clocks, "00ff", SeatSet{}, true, true, 5000, *actions}; }

  HubStats stats;
  Connections people{stats};
  Audience audience{people, stats, kTable};
  Kept anna, bert, carl;
  std::vector<ClientId> ids;
  std::vector<SeatRow> seats{{kAnna, "Anna", "", false}, {kBert, "Bert", "", false}};
  Play play{std::make_shared<const Game>(make_game(kit::board_of("europe"), 2)), key_from_seed(1), Seat(0)};
  Clocks clocks;
  std::unique_ptr<ActionList> actions = std::make_unique<ActionList>();
  Settings settings;
};

TEST_F(AudienceTest, follows_by_connection_until_it_leaves) {
  EXPECT_EQ(stats.streams, 3u);
  EXPECT_FALSE(audience.follow(ids[0], kAnna, {}));
  EXPECT_FALSE(audience.follow(ClientId{99}, kAnna, {}));  // is gone
  EXPECT_EQ(people.find(ids[0])->follows, std::vector{kTable});
  EXPECT_EQ(audience.address_of(kBert), "address " + to_text(kBert));
  EXPECT_EQ(audience.unfollow(ids[0]), kAnna);
  EXPECT_EQ(audience.unfollow(ids[0]), std::nullopt);
  EXPECT_TRUE(people.find(ids[0])->follows.empty());
  EXPECT_EQ(audience.address_of(kAnna), "");
  EXPECT_EQ(stats.streams, 2u);
}

TEST_F(AudienceTest, a_connection_follows_a_limited_number_of_tables) {
  Audience other(people, stats, TableId{4});
  people.find(ids[0])->follows.resize(500, TableId{9});
  EXPECT_FALSE(other.may_follow(ids[0]));
  EXPECT_TRUE(other.may_follow(ids[1]));
  people.find(ids[0])->follows.back() = TableId{4};
  EXPECT_TRUE(other.may_follow(ids[0]));  // it does already
}

TEST_F(AudienceTest, comes_back_after_a_failure_of_ours) {
  audience.fail_all();
  EXPECT_TRUE(anna.closed && bert.closed && carl.closed);
  EXPECT_TRUE(audience.empty());
  EXPECT_EQ(stats.streams, 0u);
}

TEST_F(AudienceTest, each_reader_gets_the_table_with_their_own_seats) {
  audience.send_table(R"({"type":"table")", seats);
  EXPECT_EQ(bert.all.back()["you"], std::vector{1});
  EXPECT_EQ(carl.all.back()["you"], std::vector<int>());
}

TEST_F(AudienceTest, a_line_does_not_reach_those_who_have_muted_its_author) {
  people.set_mute(kBert, kAnna, true);
  audience.send_chat_line({kTable, 1, kAnna, "Anna", "hello", 5000, false});
  EXPECT_EQ(carl.all.size(), 1u);
  EXPECT_TRUE(bert.all.empty());
}

TEST_F(AudienceTest, news_of_the_game_reach_each_viewer_as_they_may_see_them) {
  const auto action = kit::legal_actions(play.game(), play.state()).front();
  NoticeCollector collector(play.game(), audience.followers().viewers(seats), play.version());
  collector.begin_at(play.state());
  auto next = play.prepare({{EntryKind::action, Seat(0), true, {}, action, 0, 0}});
  play.report(next, collector);
  play.commit(std::move(next));
  audience.send_game(moment(), collector, seats);
  for (const auto& [client, seat] : {std::pair(&anna, Json(0)), {&bert, Json(1)}, {&carl, Json(nullptr)}}) {
    ASSERT_EQ(client->all.size(), 1u);
    EXPECT_EQ(client->all[0]["type"], "update");
    EXPECT_EQ(client->all[0]["seat"], seat);
  }
}

TEST_F(AudienceTest, whoever_opens_a_game_gets_the_chat_but_for_whom_they_muted_and_pays_for_the_bytes) {
  people.set_mute(kBert, kAnna, true);
  const std::vector<ChatLine> chat{{kTable, 1, kAnna, "Anna", "hello", 5000, false}, {kTable, 2, kCarl, "Carl", "bye", 5001, false}};
  const auto now = moment();
  const GameSync sync(now, viewers_of(seats, kBert), std::nullopt, false, settings);
  audience.open_game(ids[1], sync, chat, R"({"type":"ended"})");
  ASSERT_EQ(bert.all.size(), 2u);
  EXPECT_EQ(bert.all[0]["chat"].size(), 1u);
  EXPECT_EQ(bert.all[1]["type"], "ended");
  EXPECT_GT(bert.charged, 1000u);
  EXPECT_EQ(stats.snapshots, 1u);
  const GameSync again(now, viewers_of(seats, kBert), static_cast<int>(play.version()), false, settings);
  audience.open_game(ids[1], again, {}, {});
  EXPECT_EQ(bert.all.back()["type"], "update");
  EXPECT_EQ(stats.resumed, 1u);
}

}  // namespace
}  // namespace perron::server
