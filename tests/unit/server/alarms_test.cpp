// Alarms of many tables that are due at the same time.
#include "server/runtime/alarms.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <utility>

#include "support/server_kit.h"

namespace perron::server {
namespace {

constexpr std::int64_t kTables = 3;

struct AlarmsKit {
  explicit AlarmsKit(std::function<void()> work) : alarms(loop, [this, work = std::move(work)](TableId) { ring(work); }) {
    for (std::int64_t table = 1; table <= kTables; ++table) alarms.set(TableId{table}, loop.now());
  }
  void ring(const std::function<void()>& work) {
    order += 'r';
    loop.post([this] { order += '.'; });
    work();
  }

  kit::HandLoop loop;
  std::string order;  // r: an alarm; .: another handler
  Alarms alarms;
};

TEST(Alarms, quick_ones_ring_together) {
  AlarmsKit kit([] {});
  kit.loop.run();
  EXPECT_EQ(kit.order, "rrr...");
}

TEST(Alarms, slow_ones_let_others_have_their_turn) {
  AlarmsKit* rings = nullptr;
  AlarmsKit kit([&] { rings->loop.set(rings->loop.now() + 1); });
  rings = &kit;
  kit.loop.run();
  EXPECT_EQ(kit.order, "r.r.r.");
}

TEST(Alarms, one_that_throws_keeps_the_others) {
  AlarmsKit kit([] { throw std::bad_alloc(); });
  for (std::int64_t table = 1; table <= kTables; ++table) EXPECT_THROW(kit.loop.run(), std::bad_alloc);
  kit.loop.run();
  EXPECT_EQ(kit.order, "r.r.r.");
}

}  // namespace
}  // namespace perron::server
