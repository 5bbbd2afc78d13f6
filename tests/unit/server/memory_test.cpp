// Lists that all tables share, when memory runs out in the middle of a change: they hold the change or they don't.
#include <gtest/gtest.h>

#include <new>

#include "server/people/client_queues.h"
#include "server/people/quota.h"
#include "server/people/user_tables.h"
#include "server/runtime/alarms.h"
#include "server/table/lobby.h"
#include "support/allocations.h"
#include "support/server_kit.h"

namespace perron::server {
namespace {

const TableId kTable{7}, kOther{8};
const UserId kAnna{5}, kBert{6};
const std::string kAddress = "an address that is too long to be kept without memory";

// Calls `check` with whether `change` was made, after each of its allocations has failed once, and at last without a failure.
template <class List, class Change, class Check>
void fail_each(const std::function<List()>& make, Change change, Check check) {
  bool failed = true;
  for (long n = 1; failed; ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    auto list = make();
    bool made = true;
    kit::watch_this_thread();
    kit::fail_allocation(n);
    try {
      change(*list);
    } catch (const std::bad_alloc&) {
      made = false;
    }
    failed = kit::stop_failing();
    kit::leave_this_thread();
    EXPECT_EQ(made, !failed);
    check(*list, made);
  }
}

TEST(WithoutMemory, a_table_counts_for_its_limits_or_not_at_all) {
  Settings settings;
  settings.tables_per_person = settings.tables_per_address = 1;
  const auto make = [&] { return std::make_unique<TableQuota>(settings); };
  fail_each<std::unique_ptr<TableQuota>>(
      make, [](TableQuota& quota) { quota.add(kTable, kAnna, kAddress, 1); },
      [](TableQuota& quota, bool made) {
        EXPECT_EQ(quota.is_full(kAnna), made);
        EXPECT_EQ(quota.is_full(kAddress, 1), made);
        quota.add(kTable, kAnna, kAddress, 1);
        EXPECT_TRUE(quota.is_full(kAnna) && quota.is_full(kAddress, 1));
        quota.remove(kTable);
        EXPECT_FALSE(quota.is_full(kAnna) || quota.is_full(kAddress, 1));
      });
}

TEST(WithoutMemory, a_table_passes_to_its_heir_or_stays) {
  Settings settings;
  settings.tables_per_person = 1;
  const auto make = [&] {
    auto out = std::make_unique<TableQuota>(settings);
    out->add(kTable, kAnna, kAddress, 1);
    return out;
  };
  for (const bool merges : {false, true})
    fail_each<std::unique_ptr<TableQuota>>(
        make, [&](TableQuota& quota) { merges ? quota.merge(kAnna, kBert) : quota.hand_over(kTable, kBert); },
        [](TableQuota& quota, bool made) {
          EXPECT_EQ(quota.is_full(kAnna), !made);
          quota.hand_over(kTable, kBert);
          EXPECT_TRUE(quota.is_full(kBert));
          quota.remove(kTable);
          EXPECT_FALSE(quota.is_full(kAnna) || quota.is_full(kBert));
        });
}

struct LobbyKit {
  kit::HandLoop loop;
  HubStats stats;
  Connections people{stats};
  Settings settings;
  Lobby lobby{loop, people, settings};

  static Listing listing(const std::string& entry, Milliseconds made) { return {entry, {LobbyTier::waiting, made, kAnna, kAddress}}; }
  bool shows(std::string_view entry) { return lobby.tables_json().find(entry) != std::string::npos; }
};

TEST(WithoutMemory, the_lobby_shows_a_table_or_not_and_all_others) {
  const auto make = [] {
    auto out = std::make_unique<LobbyKit>();
    out->lobby.put(kOther, LobbyKit::listing("\"other\"", 1));
    out->lobby.put(kTable, LobbyKit::listing("\"before\"", 2));
    EXPECT_TRUE(out->shows("before"));
    return out;
  };
  const auto change = [](LobbyKit& kit) {
    kit.lobby.put(kTable, LobbyKit::listing("\"after\"", 3));
    kit.lobby.tables_json();
  };
  fail_each<std::unique_ptr<LobbyKit>>(make, change, [](LobbyKit& kit, bool) {
    EXPECT_TRUE(kit.shows("other"));
    kit.lobby.put(kTable, LobbyKit::listing("\"after\"", 3));
    EXPECT_TRUE(kit.shows("after"));
    kit.lobby.put(kTable, LobbyKit::listing("\"again\"", 4));
    EXPECT_TRUE(kit.shows("again") && kit.shows("other") && !kit.shows("before") && !kit.shows("after"));
    kit.lobby.put(kTable, std::nullopt);
    EXPECT_FALSE(kit.shows("again"));
  });
}

struct AlarmKit {
  kit::HandLoop loop;
  int rung = 0;
  Alarms alarms{loop, [this](TableId) { ++rung; }};
};

TEST(WithoutMemory, an_alarm_can_be_set_again) {
  const auto make = [] { return std::make_unique<AlarmKit>(); };
  fail_each<std::unique_ptr<AlarmKit>>(
      make, [](AlarmKit& kit) { kit.alarms.set(kTable, kit.loop.now() + 10); },
      [](AlarmKit& kit, bool) {
        kit.alarms.set(kTable, kit.loop.now() + 10);
        kit.alarms.revive();
        kit.loop.advance(20);
        EXPECT_EQ(kit.rung, 1);
      });
}

TEST(WithoutMemory, a_concern_is_in_the_index_or_not) {
  const auto make = [] { return std::make_unique<std::shared_ptr<UserTables>>(std::make_shared<UserTables>()); };
  fail_each<std::unique_ptr<std::shared_ptr<UserTables>>>(
      make, [](const std::shared_ptr<UserTables>& index) { const TableRegistration registration(index, kAnna, kTable); },
      [](const std::shared_ptr<UserTables>& index, bool) { EXPECT_EQ(index->users(), 0u); });
}

TEST(WithoutMemory, a_client_waits_with_its_message_or_not_at_all) {
  const ClientId client{3};
  const Requester requester{client, {kAnna, kAddress, false}, "", 0, kAddress};
  const auto make = [] { return std::make_unique<ClientQueues>(10); };
  fail_each<std::unique_ptr<ClientQueues>>(
      make, [&](ClientQueues& turns) { turns.hold(requester); },
      [&](ClientQueues& turns, bool made) { EXPECT_EQ(turns.waits(client), made); });
  const auto held = [&] {
    auto out = std::make_unique<ClientQueues>(10);
    out->hold(requester);
    return out;
  };
  fail_each<std::unique_ptr<ClientQueues>>(
      held, [&](ClientQueues& turns) { turns.add(client, kAddress); },
      [&](ClientQueues& turns, bool made) {
        turns.release(client);
        EXPECT_EQ(turns.next(client).has_value(), made);
        EXPECT_FALSE(turns.next(client));
        EXPECT_FALSE(turns.waits(client));
      });
}

}  // namespace
}  // namespace perron::server
