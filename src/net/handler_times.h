// CPU time of each handler of the loop, by what the handler did. A handler that takes long delays everybody: this shows which
// one it was. Only for the loop's thread; knows no loop.
#pragma once

#include <ctime>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/histogram.h"

namespace perron::net {

class HandlerTimes {
 public:
  struct Entry {
    Histogram cpu;
    double longest = 0;  // seconds, since the start
  };

  // What the running handler does; the last call wins. The text must live as long as the program.
  void doing(std::string_view what) noexcept { current_ = what; }

  // Before the first handler.
  void begin() noexcept { mark_ = cpu_seconds(); }
  // After each handler. The time since the previous call counts, which includes the system call that waited for events.
  void end_handler() {
    const double now = cpu_seconds();
    const double took = now - std::exchange(mark_, now);
    auto& entry = entries_[std::exchange(current_, kOther)];
    entry.cpu.add(took);
    if (took > entry.longest) entry.longest = took;
  }

  const std::unordered_map<std::string_view, Entry>& entries() const { return entries_; }

 private:
  static constexpr std::string_view kOther = "other";
  static double cpu_seconds() noexcept {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  std::string_view current_ = kOther;
  double mark_ = 0;
  std::unordered_map<std::string_view, Entry> entries_;
};

}  // namespace perron::net
