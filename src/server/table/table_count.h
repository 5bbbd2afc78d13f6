// Counts one table in the quotas and gauges.
#pragma once

#include <optional>
#include <string>

#include "server/people/quota.h"
#include "server/runtime/hub_types.h"
#include "store/rows.h"

namespace perron::server {

class TableCount {
 public:
  // Both must live longer.
  TableCount(TableQuota& quota, HubStats& stats) : quota_(quota), stats_(stats) {}

  // As read from the store, where the gauges have it already.
  void begin_as(TableState state) { counted_ = state; }
  void begin_like(const TableCount& other) { counted_ = other.counted_; }
  // Counts it in this state; nothing: not at all. `address` is where it was created, if the quotas do not have it yet.
  void count_as(std::optional<TableState> state, const TableRow& row, const std::string& address, Milliseconds now);

 private:
  TableQuota& quota_;
  HubStats& stats_;
  std::optional<TableState> counted_;
};

}  // namespace perron::server
