#include "server/table/lobby_order.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace perron::server {

void LobbyOrder::add(TableId table, const LobbyRank& rank) {
  auto& group = groups_[rank.group];
  changes(group, rank.group);
  group.tables.insert_or_assign(table, rank);
}

void LobbyOrder::remove(TableId table, const LobbyRank& rank) {
  auto& group = groups_[rank.group];
  changes(group, rank.group);
  group.tables.erase(table);
}

// Before it does: a group must not change unnoticed for lack of memory.
void LobbyOrder::changes(Group& group, const std::string& name) {
  fresh_ = false;
  if (group.changed) return;
  changed_.push_back(name);
  group.changed = true;
}

// Only groups that have changed since, so a change costs what its group has, not what the lobby has.
const std::vector<TableId>& LobbyOrder::shown() {
  if (fresh_) return shown_;
  for (; !changed_.empty(); changed_.pop_back()) {
    const auto it = groups_.find(changed_.back());
    place(it->second);
    if (it->second.tables.empty()) groups_.erase(it);
  }
  shown_.clear();
  for (auto it = order_.begin(); it != order_.end() && shown_.size() < places_; ++it) shown_.push_back(it->table);
  fresh_ = true;
  return shown_;
}

void LobbyOrder::place(Group& group) {
  std::vector<Place> places;
  for (const auto& [table, rank] : group.tables) places.push_back({rank.tier, 0, -rank.made, table});
  // First by the number among the tables of the same host, then by the number among those of the group.
  std::ranges::sort(places);
  std::unordered_map<UserId, std::uint32_t> of_host;
  auto tier = LobbyTier::waiting;
  for (auto& one : places) {
    if (std::exchange(tier, one.tier) != one.tier) of_host.clear();
    one.number = of_host[group.tables.at(one.table).host]++;
  }
  std::ranges::sort(places);
  std::uint32_t number = 0;
  for (auto& one : places) {
    if (std::exchange(tier, one.tier) != one.tier) number = 0;
    one.number = number++;
  }
  if (places.size() > places_) places.resize(places_);  // the rest cannot be shown
  for (const auto& one : group.places) order_.erase(one);
  group.places = std::move(places);  // first: those that get no place for lack of memory are taken off again all the same
  order_.insert(group.places.begin(), group.places.end());
  group.changed = false;
}

}  // namespace perron::server
