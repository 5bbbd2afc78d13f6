#include "server/jobs.h"

#include <utility>

namespace perron::server {

// The server's own jobs, which come in crowds after a restart, leave room for those that somebody waits for.
bool Jobs::may_add(JobsOf asker) const {
  if (asker == JobsOf::server) return stats_.background < settings_.most_jobs / 2;
  const auto it = waiting_.find(asker);
  return stats_.background < settings_.most_jobs && (it == waiting_.end() || it->second.size() + 1 < settings_.most_jobs_each);
}

void Jobs::add(JobsOf asker, Worker::Lane lane, Worker::Work work, std::function<void()> done) {
  ++stats_.background;
  Job job{lane, std::move(work), std::move(done)};
  if (asker == JobsOf::server) return begin(asker, std::move(job));
  const auto [it, first] = waiting_.try_emplace(asker);
  if (first) begin(asker, std::move(job));
  else it->second.push_back(std::move(job));
}

void Jobs::begin(JobsOf asker, Job job) {
  worker_.run(job.lane, std::move(job.work), [this, alive = std::weak_ptr(alive_), asker, done = std::move(job.done)] {
    if (alive.expired()) return;
    --stats_.background;
    ended(asker);
    done();
  });
}

void Jobs::ended(JobsOf asker) {
  const auto it = waiting_.find(asker);
  if (it == waiting_.end()) return;
  if (it->second.empty()) return void(waiting_.erase(it));
  auto next = std::move(it->second.front());
  it->second.pop_front();
  begin(asker, std::move(next));
}

}  // namespace perron::server
