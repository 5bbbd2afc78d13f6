// The event loop as the server's logic sees it: a queue, timers and a clock. All of that logic runs on its one thread. The network
// provides the real loop; tests provide one whose time they advance themselves.
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

  // Runs it on the loop's thread once that much time has passed. From the loop's thread only. Timers are not cancelled:
  // callers ignore one that they no longer want. There are few: one of them serves the hub's own queue of alarms.
  virtual void after(Milliseconds span, std::function<void()> work) = 0;

  // The time. It never goes back while the process runs, and continues after a restart: the wall clock at the start, and a steady
  // clock from there.
  virtual Milliseconds now() const = 0;

  // Names the running handler, for measurements. Requires a text with static lifetime.
  virtual void doing(std::string_view) {}
};

}  // namespace perron::server
