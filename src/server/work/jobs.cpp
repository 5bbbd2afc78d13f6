#include "server/work/jobs.h"

#include <utility>

#include "base/attempt.h"

namespace perron::server {

// The server's own jobs, which come in crowds after a restart, leave room for those that somebody waits for.
bool Jobs::may_add(JobsOf asker, Worker::Lane lane) const {
  const auto count = in_lane_[static_cast<std::size_t>(lane)];
  if (asker == JobsOf::server) return count < settings_.most_jobs / 2;
  const auto it = waiting_.find(asker);
  return count < settings_.most_jobs && (it == waiting_.end() || it->second.size() + 1 < settings_.most_jobs_each);
}

void Jobs::add(JobsOf asker, Worker::Lane lane, Worker::Work work, std::function<void()> done) {
  Job job{lane, std::move(work), std::move(done)};
  const auto count = [&] {
    ++stats_.background;
    ++in_lane_[static_cast<std::size_t>(lane)];
  };
  if (asker != JobsOf::server) {
    const auto [it, first] = waiting_.try_emplace(asker);
    if (!first) {
      it->second.push_back(std::move(job));
      return count();
    }
  }
  count();
  begin(asker, std::move(job));
}

// A job ends when its token does: when it is done, or lost to an exception on the way there. (A shared_ptr that can't be made calls
// its deleter, too.)
void Jobs::begin(JobsOf asker, Job job) {
  std::shared_ptr<void> token(this, [this, alive = std::weak_ptr(alive_), asker, lane = job.lane](void*) {
    if (!alive.expired()) ended(asker, lane);
  });
  worker_.run(job.lane, std::move(job.work),
              [alive = std::weak_ptr(alive_), token = std::move(token), done = std::move(job.done)]() mutable {
                token.reset();
                if (!alive.expired()) done();
              });
}

void Jobs::ended(JobsOf asker, Worker::Lane lane) noexcept {
  --stats_.background;
  --in_lane_[static_cast<std::size_t>(lane)];
  const auto it = waiting_.find(asker);
  if (it == waiting_.end()) return;
  if (it->second.empty()) return void(waiting_.erase(it));
  auto next = std::move(it->second.front());
  it->second.pop_front();
  attempt([&] { begin(asker, std::move(next)); });
}

}  // namespace perron::server
