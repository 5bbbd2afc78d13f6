// The threads on which computer players think, off the loop's thread. It is fair between users, however many tables each has. Quick
// levels have a lane of their own and never wait for a long search. The long searches that one user can have waiting are limited: beyond
// the limit level_now() answers at a quick level. A game has one question open at a time, so the quota of tables limits the rest.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "server/runtime/fair_queue.h"
#include "server/runtime/loop.h"
#include "server/runtime/thinker.h"

namespace perron::server {

class ThinkerPool final : public Thinker {
 public:
  // So many threads for long searches, and one for quick answers. 0: one less than the machine has cores.
  ThinkerPool(Loop& loop, unsigned threads);
  ~ThinkerPool() override;  // waits for the searches that run; their answers are dropped

  wire::Level ask(Question question, std::function<void(Action)> answer) override;
  std::size_t thinking() const override;
  std::size_t waiting() const override;

 private:
  struct Job {
    Question question;
    std::function<void(Action)> answer;
  };
  enum Lane : std::uint8_t { quick, slow };

  void work(Lane lane);
  // The level that a slow question is answered with: a lower one when many come before it, so that no game stalls.
  wire::Level level_now(wire::Level asked, UserId user) const;

  Loop& loop_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  FairQueue<Job> jobs_[2];
  std::size_t busy_ = 0;
  unsigned slow_threads_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace perron::server
