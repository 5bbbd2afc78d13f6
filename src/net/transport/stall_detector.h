// Detects a peer that has stopped reading. Knows no socket: the caller passes the kernel's counters.
#pragma once

#include <chrono>
#include <cstdint>

namespace perron::net {

class StallDetector {
 public:
  using Time = std::chrono::steady_clock::time_point;
  explicit StallDetector(Time now) : since_(now) {}

  // True: data has waited for `allowed`, and the peer has acknowledged none of it in that time.
  bool stalled(std::uint64_t acknowledged, bool waiting, Time now, std::chrono::seconds allowed) {
    if (!waiting || acknowledged != acknowledged_) {
      acknowledged_ = acknowledged;
      since_ = now;
    }
    return now - since_ >= allowed;
  }

 private:
  std::uint64_t acknowledged_ = 0;  // bytes
  Time since_;
};

}  // namespace perron::net
