// Counts the bytes that wait to be sent, in total and for each address, against limits: many slow readers together must not exhaust the
// memory either. Knows no socket.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "net/run/settings.h"

namespace perron::net {

class Backlogs {
  struct Group {
    std::size_t bytes = 0;
    int shares = 0;
  };
  struct Sums {
    const Settings& settings;
    std::function<void()> exceeded;
    bool notified = false;
    std::size_t total = 0;
    std::unordered_map<std::string, Group> groups = {};  // pointers to its nodes stay valid

    void notify() noexcept {
      if (std::exchange(notified, true)) return;
      try {
        exceeded();
      } catch (...) {  // out of memory: the next message tries again
        notified = false;
      }
    }
  };

 public:
  // Calls `exceeded` once when a limit is exceeded, and again only after rearm(). The callback must not close a connection itself.
  Backlogs(const Settings& settings, std::function<void()> exceeded) : sums_(std::make_shared<Sums>(Sums{settings, std::move(exceeded)})) {}

  // The bytes of one connection; the destructor subtracts them. May outlive the Backlogs, as a write in progress does.
  class Share {
   public:
    Share(Backlogs& all, const std::string& group) : sums_(all.sums_), group_(&*sums_->groups.try_emplace(group).first) {
      ++group_->second.shares;
    }
    Share(Share&& other) noexcept : sums_(std::move(other.sums_)), group_(other.group_), bytes_(std::exchange(other.bytes_, 0)) {}
    Share& operator=(Share&&) = delete;
    ~Share() {
      if (!sums_) return;
      set(0);
      if (--group_->second.shares == 0) sums_->groups.erase(sums_->groups.find(group_->first));
    }

    void set(std::size_t bytes) noexcept {
      const auto change = bytes - bytes_;  // may wrap around, as the sums do
      const bool grows = bytes > bytes_;
      bytes_ = bytes;
      sums_->total += change;
      group_->second.bytes += change;
      if (grows && exceeds()) sums_->notify();
    }
    std::size_t bytes() const { return bytes_; }
    // The limit for all connections or the one for this address is exceeded.
    bool exceeds() const {
      return sums_->total > static_cast<std::size_t>(sums_->settings.backlog_total_bytes) ||
             group_->second.bytes > static_cast<std::size_t>(sums_->settings.backlog_address_bytes);
    }

   private:
    std::shared_ptr<Sums> sums_;
    std::pair<const std::string, Group>* group_;
    std::size_t bytes_ = 0;
  };

  void rearm() { sums_->notified = false; }
  std::size_t total() const { return sums_->total; }
  std::size_t addresses() const { return sums_->groups.size(); }

 private:
  std::shared_ptr<Sums> sums_;
};

}  // namespace perron::net
