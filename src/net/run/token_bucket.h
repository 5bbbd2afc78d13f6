// A token bucket: at most `capacity` tokens, refilled at a constant rate. The balance may fall below zero, which tells a flood from a
// short burst.
#pragma once

#include <algorithm>
#include <chrono>

namespace perron::net {

class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;
  TokenBucket(double per_second, double capacity, Time now) : rate_(per_second), capacity_(capacity), tokens_(capacity), updated_(now) {}

  // True: within the limit. Takes the tokens in either case, down to a balance of -capacity.
  bool consume(double tokens, Time now) {
    refill(now);
    tokens_ = std::max(tokens_ - tokens, -capacity_);
    return tokens_ >= 0;
  }
  // The balance is as low as it can be: a flood.
  bool exhausted() const { return tokens_ <= -capacity_; }
  bool full(Time now) {
    refill(now);
    return tokens_ >= capacity_;
  }

 private:
  void refill(Time now) {
    tokens_ = std::min(capacity_, tokens_ + rate_ * std::chrono::duration<double>(now - updated_).count());
    updated_ = now;
  }
  double rate_, capacity_, tokens_;
  Time updated_;
};

}  // namespace perron::net
