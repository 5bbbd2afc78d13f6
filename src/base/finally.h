// Runs something at the end of a scope, however the scope ends.
#pragma once

#include <utility>

namespace perron {

template <class Work>
class Finally {
 public:
  explicit Finally(Work work) : work_(std::move(work)) {}
  ~Finally() { work_(); }
  Finally(const Finally&) = delete;
  Finally& operator=(const Finally&) = delete;

 private:
  Work work_;
};

}  // namespace perron
