// Checkpoints the WAL on a thread and a connection of its own, concurrently with commits: a checkpoint takes long, and commits should not
// wait for it. The frames written meanwhile are left to the writer; they are few.
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

// Ignores errors: a persistent one shows when the WAL can't grow any more.
inline void checkpoint(Database& database) {
  sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

// True: checkpointed all of the WAL.
inline bool checkpoint_all(Database& database) {
  int in_wal = 0, done = 0;
  const int code = sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, &in_wal, &done);
  return code == SQLITE_OK && in_wal == done;
}

// Does not wait for readers: false if one uses the WAL.
inline bool truncate_wal(Database& database) {
  sqlite3_busy_timeout(database.handle(), 0);
  const int code = sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  sqlite3_busy_timeout(database.handle(), kBusyTimeout);
  return code == SQLITE_OK;
}

class CheckpointThread {
 public:
  // Calls `done` on its own thread after each checkpoint.
  CheckpointThread(std::unique_ptr<Database> database, std::function<void()> done)
      : database_(std::move(database)), notify_(std::move(done)), thread_([this] { run(); }) {}
  CheckpointThread(const CheckpointThread&) = delete;
  CheckpointThread& operator=(const CheckpointThread&) = delete;
  ~CheckpointThread() {
    order(Order::stop);
    thread_.join();
  }

  // For the writer thread, as take_done(). Starts a checkpoint, unless one is in progress.
  void begin() {
    if (!in_progress_) order(Order::work);
    in_progress_ = true;
  }
  // Once after each checkpoint: its duration in seconds.
  std::optional<double> take_done() {
    if (!done_.exchange(false)) return std::nullopt;
    in_progress_ = false;
    return took_;
  }

 private:
  enum class Order { none, work, stop };

  void order(Order order) {
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
  double took_ = 0;           // owned by this thread until done_ is set, then by the writer until the next checkpoint
  bool in_progress_ = false;  // the writer's
  std::thread thread_;
};

}  // namespace perron::sqlite
