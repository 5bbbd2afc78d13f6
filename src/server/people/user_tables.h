// Which tables in memory concern a person: those that they own, sit at, follow, or have a request under way at. Knows ids only.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/ids.h"

namespace perron::server {

// Each add() has its remove(), so use a Concern: a person may concern a table in several ways at once.
class UserTables {
 public:
  void add(UserId user, TableId table);
  void remove(UserId user, TableId table);
  std::vector<TableId> of(UserId user) const;
  std::size_t users() const { return tables_.size(); }

 private:
  std::unordered_map<UserId, std::unordered_map<TableId, std::uint32_t>> tables_;  // how many times
};

// One of the ways in which a person concerns a table, while it lives. A copy is one more. The default is none.
class Concern {
 public:
  Concern() = default;
  Concern(std::shared_ptr<UserTables> index, UserId user, TableId table) : user_(user), table_(table) {
    if (index) index->add(user, table);
    index_ = std::move(index);
  }
  Concern(const Concern& other) : Concern(other.index_, other.user_, other.table_) {}
  Concern(Concern&& other) noexcept : index_(std::move(other.index_)), user_(other.user_), table_(other.table_) {}
  Concern& operator=(Concern other) noexcept {
    std::swap(index_, other.index_);
    std::swap(user_, other.user_);
    std::swap(table_, other.table_);
    return *this;
  }
  ~Concern() {
    if (index_) index_->remove(user_, table_);
  }

 private:
  std::shared_ptr<UserTables> index_;
  UserId user_ = kNobody;
  TableId table_{0};
};

}  // namespace perron::server
