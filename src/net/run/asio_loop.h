// The server's event loop on Asio: posts work, runs timers and tells the time. Measures each handler, and keeps running after an
// exception.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "net/run/handler_times.h"
#include "server/runtime/loop.h"

namespace perron::net {

class AsioLoop : public server::Loop {
 public:
  AsioLoop(boost::asio::io_context& loop, HandlerTimes& times) : loop_(loop), times_(times) {}

  void post(std::function<void()> work) override { post_as("posted", std::move(work)); }
  void after(server::Milliseconds span, std::function<void()> work) override;
  server::Milliseconds now() const override;
  void doing(std::string_view what) override { times_.doing(what); }

  // From any thread. `what` is the label for its CPU time in the metrics.
  void post_as(std::string_view what, std::function<void()> work);

  // Runs handlers until the loop is stopped or out of work. An exception ends only the handler that threw it. `recover` then restarts
  // whatever was lost with that handler. As long as it returns false, it is called again, with nullptr.
  void run(const std::function<bool(const std::exception_ptr&)>& recover);

 private:
  boost::asio::io_context& loop_;
  HandlerTimes& times_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  server::Milliseconds start_ =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
};

// A member of an asynchronous handler: keeps a shared flag true while the handler is pending. Where each handler starts the next one, a
// false flag shows that an exception has broken the chain. The flag is shared because handlers may outlive the object they serve.
class PendingFlag {
 public:
  explicit PendingFlag(std::shared_ptr<bool> flag) : flag_(std::move(flag)) { *flag_ = true; }
  PendingFlag(PendingFlag&&) noexcept = default;
  PendingFlag& operator=(PendingFlag&&) = delete;
  ~PendingFlag() { release(); }
  void release() noexcept {
    if (flag_) *flag_ = false;
    flag_.reset();
  }

 private:
  std::shared_ptr<bool> flag_;
};

}  // namespace perron::net
