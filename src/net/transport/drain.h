// Whether a peer takes what is sent to it. Knows no socket: the counts are the system's.
#pragma once

#include <chrono>
#include <cstdint>

namespace perron::net {

class Drain {
 public:
  using Time = std::chrono::steady_clock::time_point;
  explicit Drain(Time now) : since_(now) {}

  // True: something has waited for `allowed`, and the peer has acknowledged nothing in that time.
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
