// Takes back what has been done so far if an exception leaves the scope: release() when all is done.
#pragma once

#include <utility>

namespace perron {

template <class Work>
class Rollback {
 public:
  explicit Rollback(Work work) : work_(std::move(work)) {}
  ~Rollback() {
    if (armed_) work_();
  }
  Rollback(const Rollback&) = delete;
  Rollback& operator=(const Rollback&) = delete;
  void release() { armed_ = false; }

 private:
  Work work_;
  bool armed_ = true;
};

}  // namespace perron
