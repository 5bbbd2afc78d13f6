// The jobs that the hub gives to the worker, within limits. Each owner has at most one job at the worker and the others wait here, so
// that a person who asks for many games delays the others by one job only.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "server/runtime/hub_types.h"
#include "server/runtime/settings.h"
#include "server/runtime/worker.h"

namespace perron::server {

// A person or a network address, as a number. The server itself has no limit of its own.
enum class JobOwner : std::uint64_t { server = 0 };

class JobQueue {
 public:
  JobQueue(Worker& worker, const Settings& settings, HubStats& stats) : worker_(worker), settings_(settings), stats_(stats) {}

  bool may_add(JobOwner owner, Worker::Lane lane) const;
  // `work` must not refer to the hub, which may go meanwhile; `done` is not called then. Neither is it when an
  // exception loses the job: a caller that must know keeps an object in `done` whose destructor reports it.
  void add(JobOwner owner, Worker::Lane lane, Worker::Work work, std::function<void()> done);

 private:
  struct Job {
    Worker::Lane lane;
    Worker::Work work;
    std::function<void()> done;
  };
  void begin(JobOwner owner, Job job);
  void ended(JobOwner owner, Worker::Lane lane) noexcept;

  Worker& worker_;
  const Settings& settings_;
  HubStats& stats_;
  std::array<std::size_t, 2> in_lane_{};                    // readers may be many: they must not keep anybody from a table
  std::unordered_map<JobOwner, std::deque<Job>> waiting_;   // per owner with a job at the worker
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();  // the worker may outlive this
};

}  // namespace perron::server
