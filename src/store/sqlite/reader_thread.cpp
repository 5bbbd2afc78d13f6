#include "store/sqlite/reader_thread.h"

#include <chrono>
#include <iterator>

#include "base/each.h"

namespace perron::sqlite {

namespace {

constexpr std::size_t kMostTogether = 16;  // reads: bounds how long the first of them waits for its answer
constexpr auto kTryAgain = std::chrono::milliseconds(10);

// Until there is memory for it: somebody waits for each answer.
template <class Work>
void insist(Work&& work) noexcept {
  while (!attempt(work)) std::this_thread::sleep_for(kTryAgain);
}

}  // namespace

ReaderThread::ReaderThread(std::unique_ptr<Database> database, const TailRows& tail, ReadReport& report, Post post)
    : database_(std::move(database)), queries_(*database_, tail, &report), post_(std::move(post)), thread_([this] { run(); }) {}

ReaderThread::~ReaderThread() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void ReaderThread::add(std::unique_ptr<Job> job) {
  {
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::move(job));
  }
  wake_.notify_one();
}

void ReaderThread::run() {
  while (true) {
    std::shared_ptr<Jobs> jobs;
    insist([&] {
      jobs = std::make_shared<Jobs>();
      jobs->reserve(kMostTogether);
    });
    if (!take(*jobs)) return;
    for (const auto& job : *jobs) job->read(queries_);
    post(std::move(jobs));
  }
}

// Requires room for the jobs. False: the end.
bool ReaderThread::take(Jobs& jobs) {
  std::unique_lock guard(mutex_);
  wake_.wait(guard, [this] { return stopping_ || !waiting_.empty(); });
  if (stopping_) return false;
  if (waiting_.size() <= kMostTogether) {
    jobs.swap(waiting_);
    return true;
  }
  const auto end = waiting_.begin() + kMostTogether;
  std::move(waiting_.begin(), end, std::back_inserter(jobs));
  waiting_.erase(waiting_.begin(), end);
  return true;
}

void ReaderThread::post(std::shared_ptr<const Jobs> jobs) {
  insist([&] { post_([jobs] { for_each_regardless(*jobs, [](const auto& job) { job->answer(); }); }); });
}

}  // namespace perron::sqlite
