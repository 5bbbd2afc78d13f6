#include "server/runtime/thinker_pool.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace perron::server {

namespace {

// The network goes first. On Linux niceness belongs to a thread.
void be_nice() { setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 5); }

constexpr bool is_quick(wire::Level level) { return level <= wire::Level::medium; }

}  // namespace

ThinkerPool::ThinkerPool(Loop& loop, unsigned threads)
    : loop_(loop), slow_threads_(threads ? threads : std::max(2u, std::thread::hardware_concurrency()) - 1) {
  threads_.emplace_back([this] { work(quick); });
  for (unsigned i = 0; i < slow_threads_; ++i) threads_.emplace_back([this] { work(slow); });
}

ThinkerPool::~ThinkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

wire::Level ThinkerPool::ask(Question question, std::function<void(Action)> answer) {
  auto level = question.level;
  {
    const std::lock_guard lock(mutex_);
    question.level = level = level_now(level, question.user);
    const auto user = question.user;
    jobs_[is_quick(level) ? quick : slow].push(user, {std::move(question), std::move(answer)});
  }
  wake_.notify_all();
  return level;
}

wire::Level ThinkerPool::level_now(wire::Level asked, UserId user) const {
  if (is_quick(asked)) return asked;
  const auto ahead = jobs_[slow].ahead_of(user);
  if (asked == wire::Level::expert && ahead >= 4 * slow_threads_) asked = wire::Level::hard;
  if (asked == wire::Level::hard && ahead >= 16 * slow_threads_) asked = wire::Level::medium;
  return asked;
}

void ThinkerPool::work(Lane lane) {
  be_nice();
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stop_ || !jobs_[lane].empty(); });
    if (stop_) return;
    auto job = jobs_[lane].pop();
    ++busy_;
    lock.unlock();
    const auto action = think(job.question);
    loop_.post([answer = std::move(job.answer), action] { answer(action); });
    lock.lock();
    --busy_;
  }
}

std::size_t ThinkerPool::thinking() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

std::size_t ThinkerPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return jobs_[quick].size() + jobs_[slow].size();
}

}  // namespace perron::server
