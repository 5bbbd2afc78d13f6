// What the hub has the worker do, within bounds. Each asker has one job with the worker at a time and the others wait here, so
// somebody who asks for many games delays the others by one of them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "server/work/hub_types.h"
#include "server/work/settings.h"
#include "server/work/worker.h"

namespace perron::server {

// A person or a network address, as a number. The server itself has no limit of its own.
enum class JobsOf : std::uint64_t { server = 0 };

class Jobs {
 public:
  Jobs(Worker& worker, const Settings& settings, HubStats& stats) : worker_(worker), settings_(settings), stats_(stats) {}

  bool may_add(JobsOf asker, Worker::Lane lane) const;
  // `work` must not refer to the hub, which may go meanwhile; `done` is not called then. Neither is it when an
  // exception loses the job: whoever must know holds something in `done` whose destructor tells.
  void add(JobsOf asker, Worker::Lane lane, Worker::Work work, std::function<void()> done);

 private:
  struct Job {
    Worker::Lane lane;
    Worker::Work work;
    std::function<void()> done;
  };
  void begin(JobsOf asker, Job job);
  void ended(JobsOf asker, Worker::Lane lane) noexcept;

  Worker& worker_;
  const Settings& settings_;
  HubStats& stats_;
  std::array<std::size_t, 2> in_lane_{};                    // readers may be many: they must not keep anybody from a table
  std::unordered_map<JobsOf, std::deque<Job>> waiting_;     // per asker with a job at the worker
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();  // the worker may outlive this
};

}  // namespace perron::server
