// Runs the event loop's short reads on a thread and a connection of its own, in the order in which they are asked for. Reads that wait
// together are answered together, with one post to the loop.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "store/sqlite/queries.h"

namespace perron::sqlite {

class ReaderThread {
 public:
  ReaderThread(std::unique_ptr<Database> database, const TailRows& tail, ReadReport& report, Post post);
  ReaderThread(const ReaderThread&) = delete;
  ReaderThread& operator=(const ReaderThread&) = delete;
  ~ReaderThread();  // finishes the running read and drops those that wait

  // Calls `query` with the Queries on the reader's thread, and `done` with its result on the loop. An Answer may be a StoreError.
  template <class Answer, class Query>
  void ask(Query query, std::function<void(Answer)> done) {
    add(std::make_unique<JobOf<Answer, Query>>(std::move(query), std::move(done)));
  }

 private:
  class Job {
   public:
    virtual ~Job() = default;
    virtual void read(Queries& queries) noexcept = 0;
    virtual void answer() = 0;
  };
  using Jobs = std::vector<std::unique_ptr<Job>>;

  template <class Answer, class Query>
  class JobOf final : public Job {
   public:
    JobOf(Query query, std::function<void(Answer)> done) : query_(std::move(query)), done_(std::move(done)) {}
    void read(Queries& queries) noexcept override {
      // Out of memory fails this one read. The short message needs no allocation.
      if (!attempt([&] { answer_.emplace(query_(queries)); })) answer_.emplace(StoreError{StoreFault::failed, "out of memory"});
    }
    // Destroys the callback and its captures on the loop, too.
    void answer() override {
      const auto done = std::move(done_);
      done(std::move(*answer_));
    }

   private:
    Query query_;
    std::function<void(Answer)> done_;
    std::optional<Answer> answer_;
  };

  void add(std::unique_ptr<Job> job);
  void run();
  bool take(Jobs& jobs);
  void post(std::shared_ptr<const Jobs> jobs);

  const std::unique_ptr<Database> database_;
  Queries queries_;
  const Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  Jobs waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace perron::sqlite
