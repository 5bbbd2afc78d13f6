#include "server/people/user_tables.h"

#include "base/check.h"
#include "base/rollback.h"

namespace perron::server {

void UserTables::add(UserId user, TableId table) {
  if (user == kNobody) return;
  auto& tables = tables_[user];
  Rollback rollback([&] {
    if (tables.empty()) tables_.erase(user);
  });
  ++tables[table];
  rollback.release();
}

void UserTables::remove(UserId user, TableId table) {
  if (user == kNobody) return;
  const auto tables = tables_.find(user);
  CHECK(tables != tables_.end());
  const auto count = tables->second.find(table);
  CHECK(count != tables->second.end());
  if (--count->second > 0) return;
  tables->second.erase(count);
  if (tables->second.empty()) tables_.erase(tables);
}

std::vector<TableId> UserTables::of(UserId user) const {
  std::vector<TableId> out;
  if (const auto tables = tables_.find(user); tables != tables_.end())
    for (const auto& [table, count] : tables->second) out.push_back(table);
  return out;
}

}  // namespace perron::server
