#include "net/run/asio_loop.h"

namespace perron::net {

namespace {

constexpr auto kRetryInterval = std::chrono::milliseconds(100);

}  // namespace

void AsioLoop::post_as(std::string_view what, std::function<void()> work) {
  boost::asio::post(loop_, [this, what, work = std::move(work)] {
    times_.doing(what);
    work();
  });
}

void AsioLoop::after(server::Milliseconds span, std::function<void()> work) {
  auto timer = std::make_shared<boost::asio::steady_timer>(loop_, std::chrono::milliseconds(span));
  auto& waits = *timer;
  waits.async_wait([this, timer = std::move(timer), work = std::move(work)](boost::system::error_code error) {
    times_.doing("timer");
    if (!error) work();
  });
}

server::Milliseconds AsioLoop::now() const {
  const auto gone = std::chrono::steady_clock::now() - started_;
  return start_ + std::chrono::duration_cast<std::chrono::milliseconds>(gone).count();
}

void AsioLoop::run(const std::function<bool(const std::exception_ptr&)>& recover) {
  times_.begin();
  bool recovered = true;
  while (true) {
    try {
      while (recovered && loop_.run_one() != 0) times_.end_handler();
      if (recovered) return;
      loop_.run_one_for(kRetryInterval);
      if (loop_.stopped()) return;
      recovered = recover(nullptr);
    } catch (...) {
      recovered = recover(std::current_exception());
    }
  }
}

}  // namespace perron::net
