// CPU time of the event loop's handlers, by label. A long handler delays every client; this shows which one it was. For the loop's
// thread only. Knows no loop.
#pragma once

#include <algorithm>
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

  // Labels the running handler; the last call wins. The text must live as long as the program.
  void doing(std::string_view what) noexcept { current_ = what; }

  // Before the first handler.
  void begin() noexcept {
    wall_ = read_at_ = seconds_of(CLOCK_MONOTONIC);
    cpu_ = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  }
  // After each handler.
  void end_handler() {
    const double took = since_last();
    auto& entry = entries_[std::exchange(current_, kOther)];
    entry.cpu.add(took);
    if (took > entry.longest) entry.longest = took;
  }

  const std::unordered_map<std::string_view, Entry>& entries() const { return entries_; }

 private:
  static constexpr std::string_view kOther = "other";
  // Reading the thread's CPU time costs up to a microsecond, the wall clock a fortieth of that. So the CPU clock is read at most once
  // per kReadEvery. Shorter handlers count with their wall time, which differs from their CPU time by less than that.
  static constexpr double kReadEvery = 0.0005;  // seconds

  double since_last() noexcept {
    const double now = seconds_of(CLOCK_MONOTONIC);
    double took = now - std::exchange(wall_, now);
    if (now - read_at_ < kReadEvery) {
      counted_ += took;
      return took;
    }
    const double cpu = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    took = std::clamp(cpu - std::exchange(cpu_, cpu) - std::exchange(counted_, 0), 0.0, took);
    wall_ = read_at_ = seconds_of(CLOCK_MONOTONIC);
    return took;
  }
  static double seconds_of(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  std::string_view current_ = kOther;
  double wall_ = 0, read_at_ = 0, cpu_ = 0;  // readings: of the last handler's end; of both clocks together
  double counted_ = 0;                       // seconds of handlers since the CPU time was read
  std::unordered_map<std::string_view, Entry> entries_;
};

}  // namespace perron::net
