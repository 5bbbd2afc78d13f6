#include "server/people/quota.h"

#include <algorithm>
#include <utility>

#include "base/rollback.h"

namespace perron::server {

void TableQuota::add(TableId table, UserId owner, const std::string& address, Milliseconds now) {
  remove(table);
  auto& counted = tables_.emplace(table, Counted{owner, "", now}).first->second;
  Rollback rollback([&] { remove(table); });
  of_user_[owner].insert(table);
  if (!address.empty()) {
    auto name = address;
    aging_.emplace(now, table);
    ++at_address_[address];
    counted.address = std::move(name);  // last: what an address answers for is taken off again only then
  }
  rollback.release();
}

void TableQuota::remove(TableId table) {
  const auto it = tables_.find(table);
  if (it == tables_.end()) return;
  release_address(table, it->second);
  leave(it->second.owner, table);
  tables_.erase(it);
}

void TableQuota::leave(UserId owner, TableId table) {
  const auto user = of_user_.find(owner);
  if (user == of_user_.end()) return;
  user->second.erase(table);
  if (user->second.empty()) of_user_.erase(user);
}

void TableQuota::hand_over(TableId table, UserId heir) {
  const auto it = tables_.find(table);
  if (it == tables_.end() || it->second.owner == heir) return;
  of_user_[heir].insert(table);
  leave(std::exchange(it->second.owner, heir), table);
}

void TableQuota::merge(UserId guest, UserId account) {
  if (guest == account) return;
  const auto it = of_user_.find(guest);
  if (it == of_user_.end()) return;
  const auto tables = it->second;
  of_user_[account].insert(tables.begin(), tables.end());
  for (const auto table : tables) tables_.at(table).owner = account;
  of_user_.erase(guest);
}

bool TableQuota::is_full(UserId owner) const {
  const auto it = of_user_.find(owner);
  return it != of_user_.end() && it->second.size() >= settings_.tables_per_person;
}

bool TableQuota::is_full(const std::string& address, Milliseconds now) {
  age(now);
  const auto it = at_address_.find(address);
  return it != at_address_.end() && it->second >= settings_.tables_per_address;
}

bool TableQuota::spend(const std::string& address, Milliseconds now) {
  if (address.empty()) return true;
  const auto each = 60'000.0 / settings_.table_rate;
  const auto it = bucket_empty_.find(address);
  const auto full = std::max(now, it == bucket_empty_.end() ? now : it->second) + static_cast<Milliseconds>(each);
  if (static_cast<double>(full - now) > each * settings_.table_burst) return false;
  bucket_empty_[address] = full;
  if (bucket_empty_.size() >= forget_at_) {
    std::erase_if(bucket_empty_, [now](const auto& one) { return one.second <= now; });
    forget_at_ = std::max<std::size_t>(1024, 2 * bucket_empty_.size());
  }
  return true;
}

void TableQuota::release_address(TableId table, Counted& counted) {
  aging_.erase({counted.since, table});
  if (counted.address.empty()) return;
  const auto it = at_address_.find(counted.address);
  if (--it->second == 0) at_address_.erase(it);
  counted.address.clear();
}

// Unfinished games stay for months. They must not lock out the next people of a school or a café, so an address answers for a
// table only for a while; its owner does for as long as it exists.
void TableQuota::age(Milliseconds now) {
  while (!aging_.empty() && aging_.begin()->first + settings_.address_span <= now) {
    const auto table = aging_.begin()->second;
    release_address(table, tables_.at(table));
  }
}

}  // namespace perron::server
