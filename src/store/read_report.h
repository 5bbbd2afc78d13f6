// Errors that reads have found: rows with impossible values, each reported once, and whether the last query failed. For any thread.
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
  static constexpr std::size_t kMaxKnown = 10'000;  // messages remembered: a file may have more bad rows than anyone reads about

  void bad_row(const std::string& sentence) {
    const std::lock_guard guard(mutex_);
    if (known_.size() < kMaxKnown && known_.insert(sentence).second) new_.push_back(sentence);
  }
  std::vector<std::string> take_bad_rows() {
    const std::lock_guard guard(mutex_);
    return std::exchange(new_, {});
  }

  // A query failed. It must succeed again before works() is called.
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
  std::vector<std::string> new_;
  std::optional<StoreError> trouble_;
  std::string failed_sql_;  // with its values: never log it
};

}  // namespace perron::sqlite
