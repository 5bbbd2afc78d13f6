#include "server/runtime/job_queue.h"

#include <utility>

#include "base/attempt.h"

namespace perron::server {

// The server's own jobs, which come in crowds after a restart, leave room for those that somebody waits for.
bool JobQueue::may_add(JobOwner owner, Worker::Lane lane) const {
  const auto count = in_lane_[static_cast<std::size_t>(lane)];
  if (owner == JobOwner::server) return count < settings_.most_jobs / 2;
  const auto it = waiting_.find(owner);
  return count < settings_.most_jobs && (it == waiting_.end() || it->second.size() + 1 < settings_.most_jobs_each);
}

void JobQueue::add(JobOwner owner, Worker::Lane lane, Worker::Work work, std::function<void()> done) {
  Job job{lane, std::move(work), std::move(done)};
  const auto count = [&] {
    ++stats_.background;
    ++in_lane_[static_cast<std::size_t>(lane)];
  };
  if (owner != JobOwner::server) {
    const auto [it, first] = waiting_.try_emplace(owner);
    if (!first) {
      it->second.push_back(std::move(job));
      return count();
    }
  }
  count();
  begin(owner, std::move(job));
}

// A job ends when its token does: when it is done, or lost to an exception on the way there. (A shared_ptr that can't be made calls
// its deleter, too.)
void JobQueue::begin(JobOwner owner, Job job) {
  std::shared_ptr<void> token(this, [this, alive = std::weak_ptr(alive_), owner, lane = job.lane](void*) {
    if (!alive.expired()) ended(owner, lane);
  });
  worker_.run(job.lane, std::move(job.work),
              [alive = std::weak_ptr(alive_), token = std::move(token), done = std::move(job.done)]() mutable {
                token.reset();
                if (!alive.expired()) done();
              });
}

void JobQueue::ended(JobOwner owner, Worker::Lane lane) noexcept {
  --stats_.background;
  --in_lane_[static_cast<std::size_t>(lane)];
  const auto it = waiting_.find(owner);
  if (it == waiting_.end()) return;
  if (it->second.empty()) return void(waiting_.erase(it));
  auto next = std::move(it->second.front());
  it->second.pop_front();
  attempt([&] { begin(owner, std::move(next)); });
}

}  // namespace perron::server
