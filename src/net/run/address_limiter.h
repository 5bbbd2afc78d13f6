// Limits for each network address: a number of open connections and a rate of messages and requests. Also counts all connections.
// Knows no socket. An IPv6 client usually has a whole /64, so the limits apply to that prefix.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "net/run/settings.h"
#include "net/run/token_bucket.h"

namespace perron::net {

// The key of the limits: an IPv4 address, or the /64 prefix of an IPv6 one.
std::string address_group(std::string_view address);

class AddressLimiter {
 public:
  explicit AddressLimiter(const Settings& settings) : settings_(settings) {}

  // One of the connections that an address may have open. The destructor releases it.
  class Slot {
   public:
    Slot() = default;
    Slot(AddressLimiter& limiter, std::string group) : limiter_(&limiter), group_(std::move(group)) {}
    Slot(Slot&& other) noexcept : limiter_(std::exchange(other.limiter_, nullptr)), group_(std::move(other.group_)) {}
    Slot& operator=(Slot&& other) noexcept {
      std::swap(limiter_, other.limiter_);
      std::swap(group_, other.group_);
      return *this;
    }
    ~Slot() {
      if (limiter_) limiter_->release(group_);
    }
    explicit operator bool() const { return limiter_ != nullptr; }

   private:
    AddressLimiter* limiter_ = nullptr;
    std::string group_;
  };

  bool full() const { return total_ >= settings_.max_connections; }
  void count_connection(int change) { total_ += change; }
  // An empty slot if the address has too many connections.
  Slot acquire(std::string_view address);
  // Charges one message or request to the address group. True: within its rate limit.
  bool consume(std::string_view group, double tokens, TokenBucket::Time now);
  std::size_t addresses() const { return groups_.size(); }

 private:
  struct Group {
    int connections = 0;
    TokenBucket bucket;
  };
  Group& group(std::string_view name, TokenBucket::Time now);
  void release(const std::string& group);
  void evict_idle(TokenBucket::Time now);

  const Settings& settings_;
  int total_ = 0;
  std::unordered_map<std::string, Group> groups_;
  std::size_t evict_at_ = 1024;
};

}  // namespace perron::net
