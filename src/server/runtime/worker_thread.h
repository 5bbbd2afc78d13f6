// The worker as one thread with its own connection to the store. One thread is enough: loading a game takes milliseconds.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "server/runtime/loop.h"
#include "server/runtime/worker.h"

namespace perron::server {

class WorkerThread final : public Worker {
 public:
  WorkerThread(Loop& loop, std::unique_ptr<GameReader> reads);
  ~WorkerThread() override { stop(); }

  void run(Lane lane, Work work, std::function<void()> done) override;
  // Waits for the work that runs and drops what waits. The store may go afterwards.
  void stop();

 private:
  struct Job {
    Work work;
    std::function<void()> done;
  };
  void work();

  Loop& loop_;
  std::unique_ptr<GameReader> reads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_[2];
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace perron::server
