// Credits: so many at most, so many back each second. Spending may go below zero, which is how a flood shows.
#pragma once

#include <algorithm>
#include <chrono>

namespace perron::net {

class Credits {
 public:
  using Time = std::chrono::steady_clock::time_point;
  Credits(double per_second, double most, Time now) : rate_(per_second), most_(most), left_(most), at_(now) {}

  // True: within what is allowed. Otherwise the credits are taken all the same, down to minus the most.
  bool spend(double cost, Time now) {
    refill(now);
    left_ = std::max(left_ - cost, -most_);
    return left_ >= 0;
  }
  // Spends all that can be owed: more than a mishap.
  bool exhausted() const { return left_ <= -most_; }
  bool full(Time now) {
    refill(now);
    return left_ >= most_;
  }

 private:
  void refill(Time now) {
    left_ = std::min(most_, left_ + rate_ * std::chrono::duration<double>(now - at_).count());
    at_ = now;
  }
  double rate_, most_, left_;
  Time at_;
};

}  // namespace perron::net
