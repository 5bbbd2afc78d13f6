#include "net/run/doorman.h"

#include <arpa/inet.h>

#include <cstring>

namespace perron::net {

std::string address_group(std::string_view address) {
  const auto text = plain_address(std::string(address));
  in6_addr six{};
  if (inet_pton(AF_INET6, text.c_str(), &six) != 1) return text;
  std::memset(six.s6_addr + 8, 0, 8);
  char out[INET6_ADDRSTRLEN] = {};
  inet_ntop(AF_INET6, &six, out, sizeof out);
  return std::string(out) + "/64";
}

Doorman::Visitor& Doorman::visitor(std::string_view group, Credits::Time now) {
  const auto at = visitors_.find(std::string(group));
  if (at != visitors_.end()) return at->second;
  if (visitors_.size() >= forget_at_) forget_idle(now);
  const Credits fresh(settings_.address_rate, settings_.address_burst, now);
  return visitors_.emplace(std::string(group), Visitor{0, fresh}).first->second;
}

// Whoever is gone and has all credits back is as good as new. The next look comes when there are twice as many: each entry
// is looked at a bounded number of times.
void Doorman::forget_idle(Credits::Time now) {
  for (auto at = visitors_.begin(); at != visitors_.end();)
    at = at->second.connections == 0 && at->second.credits.full(now) ? visitors_.erase(at) : std::next(at);
  forget_at_ = std::max<std::size_t>(1024, visitors_.size() * 2);
}

Doorman::Place Doorman::enter(std::string_view address) {
  auto group = address_group(address);
  auto& who = visitor(group, std::chrono::steady_clock::now());
  if (who.connections >= settings_.max_connections_per_address) return {};
  ++who.connections;
  return Place(*this, std::move(group));
}

void Doorman::leave(const std::string& group) { --visitors_.at(group).connections; }

bool Doorman::spend(std::string_view group, double cost, Credits::Time now) { return visitor(group, now).credits.spend(cost, now); }

}  // namespace perron::net
