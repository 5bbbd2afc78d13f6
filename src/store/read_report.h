// What reads found wrong: rows with impossible values, once each, and whether the last reads failed altogether. Any thread.
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "store/store.h"

namespace perron::sqlite {

class ReadReport {
 public:
  static constexpr std::size_t kMost = 10'000;  // sentences remembered: a file may have more bad rows than anyone reads about

  void bad_row(const std::string& sentence) {
    const std::lock_guard guard(mutex_);
    if (known_.size() < kMost && known_.insert(sentence).second) fresh_.push_back(sentence);
  }
  std::vector<std::string> take_bad_rows() {
    const std::lock_guard guard(mutex_);
    return std::exchange(fresh_, {});
  }

  // A query that the database could not answer. It is the one that must work before all is well again.
  void failed(const StoreError& error, std::string sql) {
    const std::lock_guard guard(mutex_);
    trouble_ = error;
    failed_sql_ = std::move(sql);
  }
  void works() {
    const std::lock_guard guard(mutex_);
    trouble_.reset();
    failed_sql_.clear();
  }
  std::optional<StoreError> trouble() const {
    const std::lock_guard guard(mutex_);
    return trouble_;
  }
  std::string failed_sql() const {
    const std::lock_guard guard(mutex_);
    return failed_sql_;
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::string> known_;
  std::vector<std::string> fresh_;
  std::optional<StoreError> trouble_;
  std::string failed_sql_;  // with its values: never for a log
};

}  // namespace perron::sqlite
