#include "server/runtime/worker_thread.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

namespace perron::server {

WorkerThread::WorkerThread(Loop& loop, std::unique_ptr<GameReader> reads)
    : loop_(loop), reads_(std::move(reads)), thread_([this] { work(); }) {}

void WorkerThread::run(Lane lane, Work work, std::function<void()> done) {
  {
    const std::lock_guard lock(mutex_);
    jobs_[static_cast<std::size_t>(lane)].push_back({std::move(work), std::move(done)});
  }
  wake_.notify_one();
}

void WorkerThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
  reads_.reset();
}

void WorkerThread::work() {
  // The loop goes first. On Linux niceness belongs to a thread.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 2);
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || !jobs_[0].empty() || !jobs_[1].empty(); });
    if (stop_) return;
    auto& lane = jobs_[0].empty() ? jobs_[1] : jobs_[0];
    auto job = std::move(lane.front());
    lane.pop_front();
    lock.unlock();
    job.work(*reads_);
    loop_.post(std::move(job.done));
    job.work = nullptr;  // what it holds goes before the next job begins
    lock.lock();
  }
}

}  // namespace perron::server
