// How often memory has been asked for in a program of tests, and the failing of one such request.
#pragma once

namespace perron::kit {

long allocations();

// On the thread that called watch_this_thread(): the n-th request for memory from now on fails once, as if there were none.
// Also covers aligned_alloc(), which Asio uses, where the program is linked with --wrap=aligned_alloc.
void watch_this_thread();
void leave_this_thread();  // watched no more
void fail_allocation(long n);
// True: it has come to that. Nothing fails any more.
bool stop_failing();

// While it lives, this thread works for another one, which is not watched: nothing fails.
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
