#include "server/quota.h"

#include <algorithm>

namespace perron::server {

void TableQuota::add(TableId table, UserId owner, const std::string& address, Milliseconds now) {
  remove(table);
  tables_.emplace(table, Counted{owner, address, now});
  of_user_[owner].insert(table);
  if (address.empty()) return;
  ++at_address_[address];
  aging_.emplace(now, table);
}

void TableQuota::remove(TableId table) {
  const auto it = tables_.find(table);
  if (it == tables_.end()) return;
  release_address(table, it->second);
  const auto user = of_user_.find(it->second.owner);
  user->second.erase(table);
  if (user->second.empty()) of_user_.erase(user);
  tables_.erase(it);
}

void TableQuota::hand_over(TableId table, UserId heir) {
  const auto it = tables_.find(table);
  if (it == tables_.end() || it->second.owner == heir) return;
  const auto before = of_user_.find(it->second.owner);
  before->second.erase(table);
  if (before->second.empty()) of_user_.erase(before);
  it->second.owner = heir;
  of_user_[heir].insert(table);
}

void TableQuota::merge(UserId guest, UserId account) {
  if (guest == account) return;
  const auto it = of_user_.find(guest);
  if (it == of_user_.end()) return;
  const auto tables = std::move(it->second);
  of_user_.erase(it);
  for (const auto table : tables) tables_.at(table).owner = account;
  of_user_[account].insert(tables.begin(), tables.end());
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
  if (counted.address.empty()) return;
  const auto it = at_address_.find(counted.address);
  if (--it->second == 0) at_address_.erase(it);
  counted.address.clear();
  aging_.erase({counted.since, table});
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
