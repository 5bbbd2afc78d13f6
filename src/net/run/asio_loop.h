// The loop of the server on Asio: queue, timers and clock for its logic, and the running of it, which measures each handler and
// outlives exceptions.
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
#include "server/work/loop.h"

namespace perron::net {

class AsioLoop : public server::Loop {
 public:
  AsioLoop(boost::asio::io_context& loop, HandlerTimes& times) : loop_(loop), times_(times) {}

  void post(std::function<void()> work) override { post_as("posted", std::move(work)); }
  void after(server::Milliseconds span, std::function<void()> work) override;
  server::Milliseconds now() const override;
  void doing(std::string_view what) override { times_.doing(what); }

  // From any thread; `what` is the name under which its time counts.
  void post_as(std::string_view what, std::function<void()> work);

  // Runs handlers until the loop is stopped or has nothing to do. An exception ends the handler that threw it, not the loop:
  // `survive` is told of it and sets up again what was lost with that handler. While it can't (false), it is asked again.
  void run(const std::function<bool(const std::exception_ptr&)>& survive);

 private:
  boost::asio::io_context& loop_;
  HandlerTimes& times_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  server::Milliseconds start_ =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
};

// Held by a handler that waits for something: the flag is true while there is one. Where a chain of handlers sets up its own
// next one, the flag shows whether an exception has broken the chain. Handlers may outlive what they serve, so the flag is shared.
class Armed {
 public:
  explicit Armed(std::shared_ptr<bool> flag) : flag_(std::move(flag)) { *flag_ = true; }
  Armed(Armed&&) noexcept = default;
  Armed& operator=(Armed&&) = delete;
  ~Armed() { release(); }
  void release() noexcept {
    if (flag_) *flag_ = false;
    flag_.reset();
  }

 private:
  std::shared_ptr<bool> flag_;
};

}  // namespace perron::net
