// Limits the tables of one person, and of everyone at one network address. A table counts from its creation until its game is over or it
// is removed. Knows no rooms and no store.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "server/runtime/settings.h"
#include "store/ids.h"

namespace perron::server {

class TableQuota {
 public:
  explicit TableQuota(const Settings& settings) : settings_(settings) {}

  // If one of these throws, the table counts as before, or not at all.
  // `address` is a network address group; empty: not known, so it has no limit.
  void add(TableId table, UserId owner, const std::string& address, Milliseconds now);
  void remove(TableId table);
  void hand_over(TableId table, UserId heir);
  void merge(UserId guest, UserId account);

  bool is_full(UserId owner) const;
  bool is_full(const std::string& address, Milliseconds now);
  // Takes a token from the bucket of new tables of this address; false: it is empty.
  bool spend(const std::string& address, Milliseconds now);

 private:
  struct Counted {
    UserId owner;
    std::string address;
    Milliseconds since;
  };
  void leave(UserId owner, TableId table);
  void release_address(TableId table, Counted& counted);
  void age(Milliseconds now);

  const Settings& settings_;
  std::unordered_map<TableId, Counted> tables_;
  std::unordered_map<UserId, std::unordered_set<TableId>> of_user_;
  std::unordered_map<std::string, std::size_t> at_address_;
  std::set<std::pair<Milliseconds, TableId>> aging_;            // that count for an address, oldest first
  std::unordered_map<std::string, Milliseconds> bucket_empty_;  // when the bucket would be full again
  std::size_t forget_at_ = 1024;
};

}  // namespace perron::server
