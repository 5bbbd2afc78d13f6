// Which tables in memory concern a person: those that they own, sit at, follow, or have a request under way at. Knows ids only.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "store/ids.h"

namespace perron::server {

// Each add() has its remove(): a person may concern a table in several ways at once.
class UserTables {
 public:
  void add(UserId user, TableId table);
  void remove(UserId user, TableId table);
  std::vector<TableId> of(UserId user) const;
  std::size_t users() const { return tables_.size(); }

 private:
  std::unordered_map<UserId, std::unordered_map<TableId, std::uint32_t>> tables_;  // how many times
};

}  // namespace perron::server
