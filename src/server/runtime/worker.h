// Work that would block the loop, as the hub sees it: a function to run elsewhere, and a call when it is done. Knows no threads:
// WebAssembly has none.
#pragma once

#include <cstdint>
#include <functional>

#include "store/store.h"

namespace perron::server {

class Worker {
 public:
  virtual ~Worker() = default;
  using Work = std::function<void(GameReader&)>;
  // Someone waits for a game to play it, or somebody reads about one: the former goes first.
  enum class Lane : std::uint8_t { play, reading };
  // `done` is called on the loop's thread after `work` has run. In order, within a lane.
  virtual void run(Lane lane, Work work, std::function<void()> done) = 0;
};

// At once, on the loop's thread.
class InlineWorker final : public Worker {
 public:
  explicit InlineWorker(std::unique_ptr<GameReader> reads) : reads_(std::move(reads)) {}
  void run(Lane, Work work, std::function<void()> done) override {
    work(*reads_);
    done();
  }

 private:
  const std::unique_ptr<GameReader> reads_;
};

}  // namespace perron::server
