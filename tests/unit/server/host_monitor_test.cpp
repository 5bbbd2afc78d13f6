// When a waiting table passes to another host, leaves the lobby, or ends: from values alone.
#include "server/table/host_monitor.h"

#include <gtest/gtest.h>

namespace perron::server {
namespace {

using Task = HostMonitor::Task;

constexpr Milliseconds kStart = 1'000'000;
constexpr HostMonitor::Presence kHost{true, true, true}, kGuest{false, true, true}, kWatcher{false, false, true}, kNone{};

class HostWatchTest : public testing::Test {
 protected:
  HostWatchTest() {
    settings.host_gone_after = 120'000;
    settings.table_lifetime = 3600'000;
  }
  Settings settings;
  HostMonitor watch{settings};
};

TEST_F(HostWatchTest, a_table_with_its_host_waits_for_nothing) {
  EXPECT_EQ(watch.plan(kHost, kStart), 0);
  EXPECT_EQ(watch.due_task(kHost, true, kStart + 3600'000), Task::wait);
}

TEST_F(HostWatchTest, a_host_who_is_gone_for_long_hands_over) {
  EXPECT_EQ(watch.plan(kGuest, kStart), kStart + 120'000);
  EXPECT_EQ(watch.plan(kGuest, kStart + 1000), kStart + 120'000);
  EXPECT_EQ(watch.due_task(kGuest, true, kStart + 119'999), Task::wait);
  EXPECT_EQ(watch.due_task(kGuest, true, kStart + 120'000), Task::hand_over);
  watch.hand_over();
  EXPECT_EQ(watch.plan(kHost, kStart + 120'000), 0);
}

TEST_F(HostWatchTest, a_host_who_comes_back_has_the_whole_time_again) {
  watch.plan(kGuest, kStart);
  watch.plan(kHost, kStart + 100'000);
  EXPECT_EQ(watch.plan(kGuest, kStart + 110'000), kStart + 230'000);
}

TEST_F(HostWatchTest, where_nobody_sits_for_long_the_lobby_shows_nothing_until_somebody_comes) {
  watch.plan(kWatcher, kStart);
  EXPECT_EQ(watch.due_task(kWatcher, false, kStart + 120'000), Task::wait);
  EXPECT_TRUE(watch.unlisted());
  EXPECT_EQ(watch.plan(kWatcher, kStart + 120'000), 0);
  watch.plan(kGuest, kStart + 130'000);
  EXPECT_FALSE(watch.unlisted());
}

TEST_F(HostWatchTest, a_table_that_nobody_follows_ends) {
  EXPECT_EQ(watch.plan(kNone, kStart), kStart + 120'000);
  EXPECT_EQ(watch.unattended()->since, kStart);
  EXPECT_EQ(watch.due_task(kNone, false, kStart + 120'000), Task::wait);
  EXPECT_EQ(watch.plan(kNone, kStart + 120'000), kStart + 3600'000);
  EXPECT_TRUE(watch.unattended()->unlisted);
  EXPECT_EQ(watch.due_task(kNone, true, kStart + 3600'000), Task::remove);
  watch.plan(kWatcher, kStart + 3600'000);
  EXPECT_FALSE(watch.unattended());
}

TEST_F(HostWatchTest, continues_from_what_was_noted_when_the_table_left_memory) {
  watch.restore(UnattendedTable{kStart, false}, kStart + 50'000);
  EXPECT_FALSE(watch.unlisted());
  EXPECT_EQ(watch.plan(kNone, kStart + 50'000), kStart + 120'000);
  watch.restore(std::nullopt, kStart);  // after a restart nobody is known to wait
  EXPECT_TRUE(watch.unlisted());
  watch.begin_game();
  EXPECT_FALSE(watch.unlisted() || watch.unattended());
}

}  // namespace
}  // namespace perron::server
