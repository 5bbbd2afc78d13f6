// One table in the limits and gauges that count tables.
#pragma once

#include <optional>
#include <string>

#include "server/people/quota.h"
#include "server/work/hub_types.h"
#include "store/rows.h"

namespace perron::server {

class TableCount {
 public:
  // Both must live longer.
  TableCount(TableQuota& quota, HubStats& stats) : quota_(quota), stats_(stats) {}

  // As read from the store, where the gauges have it already.
  void begin_as(TableState state) { counted_ = state; }
  void begin_like(const TableCount& other) { counted_ = other.counted_; }
  // It counts as what it is; nothing: it does not. `address` is where it was made, if it is new to the limits.
  void count_as(std::optional<TableState> state, const TableRow& row, const std::string& address, Milliseconds now);

 private:
  TableQuota& quota_;
  HubStats& stats_;
  std::optional<TableState> counted_;
};

}  // namespace perron::server
