// Checkpoints the write-ahead log beside the writing, with a thread and a connection of its own: it takes long, and no commit should
// wait for it. What is logged meanwhile is left to the writer; that is little.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

// What fails here fails again, and visibly, when the log can't grow any more.
inline void checkpoint(Database& database) {
  sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

// Checkpoints what it can. True: that was all of the log.
inline bool checkpoint_all(Database& database) {
  int in_log = 0, done = 0;
  const int code = sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, &in_log, &done);
  return code == SQLITE_OK && in_log == done;
}

// Waits for nobody: false, if somebody reads from it.
inline bool empty_log(Database& database) {
  sqlite3_busy_timeout(database.handle(), 0);
  const int code = sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  sqlite3_busy_timeout(database.handle(), kBusyTimeout);
  return code == SQLITE_OK;
}

class CheckpointThread {
 public:
  // `done` is called on this thread, after each checkpoint.
  CheckpointThread(std::unique_ptr<Database> database, std::function<void()> done)
      : database_(std::move(database)), notify_(std::move(done)), thread_([this] { run(); }) {}
  CheckpointThread(const CheckpointThread&) = delete;
  CheckpointThread& operator=(const CheckpointThread&) = delete;
  ~CheckpointThread() {
    give(Order::stop);
    thread_.join();
  }

  // Both for the writer's thread. Asks for a checkpoint, unless one is under way.
  void begin() {
    if (!under_way_) give(Order::work);
    under_way_ = true;
  }
  // Once after each checkpoint: the seconds that it took.
  std::optional<double> take_done() {
    if (!done_.exchange(false)) return std::nullopt;
    under_way_ = false;
    return took_;
  }

 private:
  enum class Order { none, work, stop };

  void give(Order order) {
    {
      const std::lock_guard guard(mutex_);
      order_ = order;
    }
    wake_.notify_one();
  }

  void run() {
    while (true) {
      {
        std::unique_lock guard(mutex_);
        wake_.wait(guard, [this] { return order_ != Order::none; });
        if (order_ == Order::stop) return;
        order_ = Order::none;
      }
      const auto begun = std::chrono::steady_clock::now();
      checkpoint(*database_);
      took_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      done_ = true;
      notify_();
    }
  }

  std::unique_ptr<Database> database_;
  const std::function<void()> notify_;
  std::mutex mutex_;
  std::condition_variable wake_;
  Order order_ = Order::none;
  std::atomic<bool> done_ = false;
  double took_ = 0;         // this thread's until done_ is set, then the writer's until the next checkpoint
  bool under_way_ = false;  // the writer's
  std::thread thread_;
};

}  // namespace perron::sqlite
