// The one thread that all of the server's logic runs on, as that logic sees it: a queue, timers and a clock. The network
// gives the real one, tests one whose time they turn by hand.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace perron::server {

using Milliseconds = std::int64_t;  // since 1970-01-01 UTC, or a span of time

class Loop {
 public:
  virtual ~Loop() = default;

  // Runs it on the loop's thread, after what is there already. From any thread.
  virtual void post(std::function<void()> work) = 0;

  // Runs it on the loop's thread once that much time has passed. From the loop's thread only. Timers are not cancelled: who
  // no longer wants one ignores it. There are few: the hub keeps a queue of its own alarms behind one of them.
  virtual void after(Milliseconds span, std::function<void()> work) = 0;

  // The time. It never goes back while the process runs, and goes on after a restart: the wall clock at the start, and a steady
  // clock from there.
  virtual Milliseconds now() const = 0;

  // What the running handler does, for whoever measures handlers. A text that lives as long as the program.
  virtual void doing(std::string_view) {}
};

}  // namespace perron::server
