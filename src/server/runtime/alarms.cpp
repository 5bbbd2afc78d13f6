#include "server/runtime/alarms.h"

#include <algorithm>

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
  const std::function<void()> steps[] = {[this] { ring_due(); }, [this] { arm(); }};
  for_each_regardless(steps, [](const auto& step) { step(); });
}

// Many may be due, for instance after a restart, and one can take half a millisecond: other handlers run in between. Those that are
// left, by an exception too, stay in the queue.
void Alarms::ring_due() {
  const auto begun = loop_.now();
  for (std::size_t n = 0; n < kAtOnce && loop_.now() == begun; ++n)
    if (!ring_next(begun)) return;
}

bool Alarms::ring_next(Milliseconds now) {
  if (queue_.empty() || queue_.begin()->first > now) return false;
  const auto table = queue_.begin()->second;
  due_.erase(table);
  queue_.erase(queue_.begin());
  ring_(table);
  return true;
}

}  // namespace perron::server
