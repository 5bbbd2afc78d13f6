// Who may come in: counts connections, all and by address, and keeps the credits of each address. Knows no socket. An IPv6
// client owns a /64, so addresses are told apart by that.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "net/run/credits.h"
#include "net/run/settings.h"

namespace perron::net {

// What limits count: the address, or the first half of an IPv6 one.
std::string address_group(std::string_view address);

class Doorman {
 public:
  explicit Doorman(const Settings& settings) : settings_(settings) {}

  // A place at the door: given back when it is destroyed.
  class Place {
   public:
    Place() = default;
    Place(Doorman& doorman, std::string group) : doorman_(&doorman), group_(std::move(group)) {}
    Place(Place&& other) noexcept : doorman_(std::exchange(other.doorman_, nullptr)), group_(std::move(other.group_)) {}
    Place& operator=(Place&& other) noexcept {
      std::swap(doorman_, other.doorman_);
      std::swap(group_, other.group_);
      return *this;
    }
    ~Place() {
      if (doorman_) doorman_->leave(group_);
    }
    explicit operator bool() const { return doorman_ != nullptr; }

   private:
    Doorman* doorman_ = nullptr;
    std::string group_;
  };

  bool full() const { return total_ >= settings_.max_connections; }
  void count_connection(int change) { total_ += change; }
  // Nothing if the address has too many.
  Place enter(std::string_view address);
  // One message or request of it.
  bool spend(std::string_view group, double cost, Credits::Time now);
  std::size_t addresses() const { return visitors_.size(); }

 private:
  struct Visitor {
    int connections = 0;
    Credits credits;
  };
  Visitor& visitor(std::string_view group, Credits::Time now);
  void leave(const std::string& group);
  void forget_idle(Credits::Time now);

  const Settings& settings_;
  int total_ = 0;
  std::unordered_map<std::string, Visitor> visitors_;
  std::size_t forget_at_ = 1024;
};

}  // namespace perron::net
