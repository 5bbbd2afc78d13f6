// The rate limit of a table's chat, and the number of its next line. Knows no lines but the newest one's number, and reads no clock.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "server/runtime/settings.h"
#include "store/ids.h"

namespace perron::server {

class Chat {
 public:
  // The settings must live longer.
  explicit Chat(const Settings& settings) : settings_(settings) {}

  // Counts a line that is to be written. A token bucket for each person at the table, on whatever connections.
  bool may_write(UserId user, Milliseconds now);

  // The number of the newest line; nothing: it has not been read from the store yet.
  std::optional<std::uint32_t> lines() const { return lines_; }
  void set_lines(std::uint32_t newest) { lines_ = newest; }
  void add_line() { ++*lines_; }

 private:
  const Settings& settings_;
  std::vector<std::pair<UserId, Milliseconds>> full_at_;  // when the bucket of each person will be full again
  std::optional<std::uint32_t> lines_;
};

}  // namespace perron::server
