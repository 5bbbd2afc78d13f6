// How many bytes wait to be sent: in all, and to each address. Many slow readers together must not use up the memory that one
// of them may not. Knows no socket.
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
    bool told = false;
    std::size_t total = 0;
    std::unordered_map<std::string, Group> groups = {};  // its nodes stay where they are

    void tell() noexcept {
      if (std::exchange(told, true)) return;
      try {
        exceeded();
      } catch (...) {  // no memory: the next message tries again
        told = false;
      }
    }
  };

 public:
  // `exceeded` is called when there is too much, once until settle(). It must not close anything from within.
  Backlogs(const Settings& settings, std::function<void()> exceeded) : sums_(std::make_shared<Sums>(Sums{settings, std::move(exceeded)})) {}

  // What waits for one connection; gone when this is destroyed. It may outlive the Backlogs: a write under way does.
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
      const auto change = bytes - bytes_;  // may wrap: so do the sums
      const bool grows = bytes > bytes_;
      bytes_ = bytes;
      sums_->total += change;
      group_->second.bytes += change;
      if (grows && exceeds()) sums_->tell();
    }
    std::size_t bytes() const { return bytes_; }
    // There is too much for all connections together, or for those of this address.
    bool exceeds() const {
      return sums_->total > static_cast<std::size_t>(sums_->settings.backlog_total_bytes) ||
             group_->second.bytes > static_cast<std::size_t>(sums_->settings.backlog_address_bytes);
    }

   private:
    std::shared_ptr<Sums> sums_;
    std::pair<const std::string, Group>* group_;
    std::size_t bytes_ = 0;
  };

  void settle() { sums_->told = false; }
  std::size_t total() const { return sums_->total; }
  std::size_t addresses() const { return sums_->groups.size(); }

 private:
  std::shared_ptr<Sums> sums_;
};

}  // namespace perron::net
