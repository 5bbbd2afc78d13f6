// When each table must be looked at again. One timer of the loop serves any number of tables.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>

#include "server/runtime/loop.h"
#include "store/ids.h"

namespace perron::server {

class Alarms {
 public:
  Alarms(Loop& loop, std::function<void(TableId)> ring) : loop_(loop), ring_(std::move(ring)) {}

  // Replaces what was set for this table; 0: no alarm.
  void set(TableId table, Milliseconds due);
  void revive() { arm(); }  // after an exception: alarms may wait without a timer
  std::size_t size() const { return due_.size(); }

 private:
  void arm();
  void ring();
  void ring_due();
  bool ring_next(Milliseconds now);  // false: none is due

  Loop& loop_;
  std::function<void(TableId)> ring_;
  std::set<std::pair<Milliseconds, TableId>> queue_;
  std::unordered_map<TableId, Milliseconds> due_;
  Milliseconds armed_ = 0;                                  // the timer's time; 0: none
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();  // timers may outlive this
};

}  // namespace perron::server
