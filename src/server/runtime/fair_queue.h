// A queue that is fair between users: it takes one job of each user in turn, and each user's jobs in the order of their arrival.
#pragma once

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

#include "store/ids.h"

namespace perron::server {

template <class Job>
class FairQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void push(UserId user, Job job) {
    auto& mine = jobs_[user];
    if (mine.empty()) turns_.push_back(user);
    mine.push_back(std::move(job));
    ++size_;
  }

  Job pop() {
    const auto user = turns_.front();
    turns_.pop_front();
    const auto it = jobs_.find(user);
    auto job = std::move(it->second.front());
    it->second.pop_front();
    if (it->second.empty()) jobs_.erase(it);
    else turns_.push_back(user);
    --size_;
    return job;
  }

  // How many jobs would come before the next one of this user.
  std::size_t ahead_of(UserId user) const {
    const auto it = jobs_.find(user);
    const auto own = it == jobs_.end() ? 0 : it->second.size();
    std::size_t out = 0;
    for (const auto& [other, jobs] : jobs_) out += other == user ? own : std::min(jobs.size(), own + 1);
    return out;
  }

 private:
  std::unordered_map<UserId, std::deque<Job>> jobs_;  // none is empty
  std::deque<UserId> turns_;                          // each user with jobs, once
  std::size_t size_ = 0;
};

}  // namespace perron::server
