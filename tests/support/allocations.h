// Counts allocations in a test program, and makes one of them fail.
#pragma once

namespace perron::kit {

long allocations();

// On the thread that called watch_this_thread(), the n-th allocation from now on fails once. Covers aligned_alloc(), which Asio uses, if
// the program is linked with --wrap=aligned_alloc.
void watch_this_thread();
void leave_this_thread();  // undoes watch_this_thread()
void fail_allocation(long n);
// Allocations succeed again. True: one has failed.
bool stop_failing();

// While it lives, this thread stands in for another one that is not watched: no allocation fails.
class Elsewhere {
 public:
  Elsewhere() : before_(here) { here = false; }
  ~Elsewhere() { here = before_; }
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;

  static inline thread_local bool here = true;

 private:
  bool before_;
};

}  // namespace perron::kit
