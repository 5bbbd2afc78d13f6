#include "server/alarms.h"

#include <algorithm>
#include <vector>

#include "base/each.h"
#include "base/rollback.h"

namespace perron::server {

namespace {

constexpr std::size_t kAtOnce = 32;

}  // namespace

void Alarms::set(TableId table, Milliseconds due) {
  const auto it = due_.find(table);
  if (it != due_.end()) {
    if (it->second == due) return;
    queue_.erase({it->second, table});
    due_.erase(it);
  }
  if (due == 0) return;
  due_.emplace(table, due);
  Rollback rollback([&] { due_.erase(table); });
  queue_.emplace(due, table);
  rollback.release();
  arm();
}

void Alarms::arm() {
  if (queue_.empty()) return;
  const auto first = queue_.begin()->first;
  if (armed_ != 0 && armed_ <= first) return;
  loop_.after(std::max<Milliseconds>(0, first - loop_.now()), [this, alive = std::weak_ptr(alive_), first] {
    if (alive.expired() || armed_ != first) return;  // an earlier one was set since
    ring();
  });
  armed_ = first;  // not before: without memory for the timer no alarm would ever ring
}

void Alarms::ring() {
  armed_ = 0;
  loop_.doing("alarm");
  const auto now = loop_.now();
  // After a restart many may be due: others get their turn in between.
  std::vector<TableId> tables;
  tables.reserve(kAtOnce);
  while (tables.size() < kAtOnce && !queue_.empty() && queue_.begin()->first <= now) {
    tables.push_back(queue_.begin()->second);
    due_.erase(tables.back());
    queue_.erase(queue_.begin());
  }
  const std::function<void()> steps[] = {[&] { for_each_regardless(tables, ring_); }, [&] { arm(); }};
  for_each_regardless(steps, [](const auto& step) { step(); });
}

}  // namespace perron::server
