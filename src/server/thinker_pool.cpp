#include "server/thinker_pool.h"

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

void ThinkerPool::ask(Question question, std::function<void(Action)> answer) {
  {
    const std::lock_guard lock(mutex_);
    question.level = level_now(question.level);
    jobs_[is_quick(question.level) ? quick : slow].push_back({std::move(question), std::move(answer)});
  }
  wake_.notify_all();
}

wire::Level ThinkerPool::level_now(wire::Level asked) const {
  const auto waiting = jobs_[slow].size();
  if (asked == wire::Level::expert && waiting >= 4 * slow_threads_) asked = wire::Level::hard;
  if (asked == wire::Level::hard && waiting >= 16 * slow_threads_) asked = wire::Level::medium;
  return asked;
}

void ThinkerPool::work(Lane lane) {
  be_nice();
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stop_ || !jobs_[lane].empty(); });
    if (stop_) return;
    auto job = std::move(jobs_[lane].front());
    jobs_[lane].pop_front();
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
