// The index of the tables in memory that involve a person: tables that they own, sit at, follow, or have a request under way at. Knows
// ids only.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/ids.h"

namespace perron::server {

// Each add() has its remove(), so use a TableRegistration: a person may concern a table in several ways at once.
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
class TableRegistration {
 public:
  TableRegistration() = default;
  TableRegistration(std::shared_ptr<UserTables> index, UserId user, TableId table) : user_(user), table_(table) {
    if (index) index->add(user, table);
    index_ = std::move(index);
  }
  TableRegistration(const TableRegistration& other) : TableRegistration(other.index_, other.user_, other.table_) {}
  TableRegistration(TableRegistration&& other) noexcept : index_(std::move(other.index_)), user_(other.user_), table_(other.table_) {}
  TableRegistration& operator=(TableRegistration other) noexcept {
    std::swap(index_, other.index_);
    std::swap(user_, other.user_);
    std::swap(table_, other.table_);
    return *this;
  }
  ~TableRegistration() {
    if (index_) index_->remove(user_, table_);
  }

 private:
  std::shared_ptr<UserTables> index_;
  UserId user_ = kNobody;
  TableId table_{0};
};

}  // namespace perron::server
