// Nobody gets more of the lobby or of the thinking threads by having more tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "dealer/key.h"
#include "server/game/play.h"
#include "server/people/quota.h"
#include "server/runtime/fair_queue.h"
#include "server/runtime/thinker_pool.h"
#include "server/table/lobby_order.h"
#include "support/kit.h"
#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using kit::TestServer;
using server::FairQueue;
using server::LobbyOrder;
using server::LobbyRank;
using server::LobbyTier;
using server::TableQuota;

TEST(FairQueue, users_take_turns_whatever_number_of_jobs_each_has) {
  FairQueue<int> queue;
  for (int n = 0; n < 50; ++n) queue.push(UserId{1}, 100 + n);
  EXPECT_EQ(queue.ahead_of(UserId{1}), 50u);
  EXPECT_EQ(queue.ahead_of(UserId{2}), 1u);
  queue.push(UserId{2}, 200);
  queue.push(UserId{3}, 300);
  queue.push(UserId{2}, 201);
  EXPECT_EQ(queue.ahead_of(UserId{4}), 3u);
  EXPECT_EQ(queue.size(), 53u);
  std::vector<int> order;
  for (int n = 0; n < 7; ++n) order.push_back(queue.pop());
  EXPECT_EQ(order, (std::vector{100, 200, 300, 101, 201, 102, 103}));
  while (!queue.empty()) queue.pop();
  EXPECT_EQ(queue.ahead_of(UserId{1}), 0u);
}

LobbyRank rank(LobbyTier tier, int made, int host, const std::string& group) { return {tier, made, UserId(host), group}; }

TEST(LobbyOrder, addresses_then_hosts_take_turns_and_the_newest_come_first) {
  LobbyOrder order(6);
  for (int n = 0; n < 5; ++n) order.add(TableId(10 + n), rank(LobbyTier::waiting, 100 + n, 1, "spam"));
  order.add(TableId{20}, rank(LobbyTier::waiting, 50, 2, "spam"));
  order.add(TableId{30}, rank(LobbyTier::waiting, 1, 3, "home"));
  order.add(TableId{40}, rank(LobbyTier::waiting_alone, 900, 4, "other"));
  order.add(TableId{50}, rank(LobbyTier::playing, 950, 5, "other"));
  // The newest of each address; then the other host there; then the rest of the one with many.
  EXPECT_EQ(order.shown(), (std::vector{TableId{14}, TableId{30}, TableId{20}, TableId{13}, TableId{12}, TableId{11}}));
  order.remove(TableId{14}, rank(LobbyTier::waiting, 104, 1, "spam"));
  order.remove(TableId{30}, rank(LobbyTier::waiting, 1, 3, "home"));
  EXPECT_EQ(order.shown(), (std::vector{TableId{13}, TableId{20}, TableId{12}, TableId{11}, TableId{10}, TableId{40}}));
}

TEST(LobbyOrder, a_change_among_five_thousand_tables_is_quick) {
  LobbyOrder order(100);
  for (int n = 0; n < 5000; ++n) order.add(TableId(1 + n), rank(LobbyTier::waiting, n, n / 50, "10.0.0." + std::to_string(n / 200)));
  order.add(TableId{9999}, rank(LobbyTier::waiting, -1, 9999, "home"));
  EXPECT_TRUE(std::ranges::find(order.shown(), TableId{9999}) != order.shown().end());
  using Clock = std::chrono::steady_clock;
  auto quickest = Clock::duration::max();  // of several: other programs run too
  for (int n = 0; n < 20; ++n) {
    const auto one = rank(LobbyTier::waiting, 6000 + n, 1, "10.0.0.3");
    const auto begun = Clock::now();
    order.add(TableId(6000 + n), one);
    EXPECT_EQ(order.shown().size(), 100u);
    quickest = std::min(quickest, Clock::now() - begun);
  }
  EXPECT_LT(quickest, std::chrono::milliseconds(5));
}

TEST(TableQuota, an_address_has_a_quota_and_a_rate_over_all_its_users) {
  server::Settings settings;
  settings.tables_per_address = 3;
  settings.table_rate = 60;
  settings.table_burst = 4;
  TableQuota quota(settings);
  for (int n = 0; n < 3; ++n) {
    EXPECT_FALSE(quota.is_full("a", 0));
    quota.add(TableId(n), UserId(n), "a", 0);
  }
  EXPECT_TRUE(quota.is_full("a", 0));
  EXPECT_FALSE(quota.is_full("b", 0));
  quota.remove(TableId{1});
  EXPECT_FALSE(quota.is_full("a", 0));
  quota.add(TableId{5}, UserId{5}, "a", 1000);
  EXPECT_TRUE(quota.is_full("a", settings.address_span - 1));
  EXPECT_FALSE(quota.is_full("a", settings.address_span)) << "old games do not lock a school out";
  for (int n = 0; n < 4; ++n) EXPECT_TRUE(quota.spend("a", 0));
  EXPECT_FALSE(quota.spend("a", 0));
  EXPECT_TRUE(quota.spend("b", 0));
  EXPECT_TRUE(quota.spend("a", 1000));
  EXPECT_FALSE(quota.spend("a", 1000));
}

TEST(TableQuota, heirs_and_merged_guests_take_their_tables_along) {
  server::Settings settings;
  settings.tables_per_person = 2;
  TableQuota quota(settings);
  quota.add(TableId{1}, UserId{1}, "", 0);
  quota.add(TableId{2}, UserId{2}, "", 0);
  quota.hand_over(TableId{1}, UserId{2});
  EXPECT_TRUE(quota.is_full(UserId{2}));
  quota.merge(UserId{2}, UserId{3});
  EXPECT_FALSE(quota.is_full(UserId{2}));
  EXPECT_TRUE(quota.is_full(UserId{3}));
  quota.remove(TableId{1});
  EXPECT_FALSE(quota.is_full(UserId{3}));
}

TEST(ServerFairness, new_guests_do_not_multiply_the_quota_and_spam_does_not_empty_the_lobby) {
  auto settings = TestServer::quick_settings();
  settings.tables_per_address = 120;
  settings.table_burst = 1000;
  TestServer server(settings);
  const auto create = [&](kit::TestClient& client) {
    const auto id =
        client.ask({{"type", "create"}, {"board", "europe"}, {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}, {"listed", true}});
    server.advance(1);
    return std::pair(client.refusal(id), client.answer(id).value("table", ""));
  };
  const auto honest = create(server.client("honest", "192.0.2.1")).second;
  int made = 0;
  for (int guest = 0; guest < 10; ++guest)
    for (int n = 0; n < 20; ++n) made += create(server.client("guest" + std::to_string(guest), "198.51.100.7")).first.empty();
  EXPECT_EQ(made, 120);
  EXPECT_EQ(create(server.client("late", "198.51.100.7")).first, "too_many_tables");
  const auto shown = Json::parse(server.hub().tables_json())["tables"];
  EXPECT_EQ(shown.size(), 100u);
  EXPECT_TRUE(std::ranges::any_of(shown, [&](const Json& one) { return one["table"] == honest; }));
  server.client("guest0").disconnect();
  server.advance(settings.host_gone_after + 1000);
  EXPECT_EQ(create(server.client("late", "198.51.100.7")).first, "too_many_tables") << "tables count for as long as they are there";
}

// Keeps the thinking threads, once each has an answer, until it is opened.
class Gate final : public server::Loop {
 public:
  void post(std::function<void()> work) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
    work();
    changed_.notify_all();
  }
  void after(server::Milliseconds, std::function<void()>) override {}
  server::Milliseconds now() const override { return 0; }
  template <class F>
  void open_until(F&& holds) {
    std::unique_lock lock(mutex_);
    open_ = true;
    changed_.notify_all();
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(60), holds));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

TEST(ThinkerPool, one_user_with_many_searches_delays_another_by_one_at_most) {
  Gate gate;
  const server::Play play(std::make_shared<const Game>(make_game(kit::board_of("first-journey"), 2)), key_from_seed(1), Seat{0});
  server::Question question{play.shared_game(), observe(play.state(), Seat{0}), wire::Level::hard, 1, UserId{1}};
  std::vector<int> slow;  // who was answered by a long search, in order
  std::size_t answers = 0;
  server::ThinkerPool pool(gate, 1);
  wire::Level level{};
  const auto ask = [&] {
    const auto user = static_cast<int>(question.user);
    const auto asked = std::make_shared<wire::Level>();
    level = *asked = pool.ask(question, [&, user, asked](Action) {
      ++answers;
      if (*asked == wire::Level::hard) slow.push_back(user);
    });
  };
  ask();
  EXPECT_EQ(level, wire::Level::hard);
  for (int n = 0; n < 40; ++n) ask();
  EXPECT_EQ(level, wire::Level::medium) << "the searches of one user that wait are bounded";
  question.user = UserId{2};
  ask();
  EXPECT_EQ(level, wire::Level::hard) << "another user's thinking is not shortened";
  gate.open_until([&] { return answers == 42; });
  const auto at = std::ranges::find(slow, 2) - slow.begin();
  EXPECT_LE(at, 2) << "after the search that ran, and one that waited";
  EXPECT_GT(slow.size(), 16u);
}

}  // namespace
}  // namespace perron
