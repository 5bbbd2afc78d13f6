#include "net/run/address_limiter.h"

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

AddressLimiter::Group& AddressLimiter::group(std::string_view name, TokenBucket::Time now) {
  const auto at = groups_.find(std::string(name));
  if (at != groups_.end()) return at->second;
  if (groups_.size() >= evict_at_) evict_idle(now);
  const TokenBucket bucket(settings_.address_rate, settings_.address_burst, now);
  return groups_.emplace(std::string(name), Group{0, bucket}).first->second;
}

// A group without connections and with a full bucket is as good as a new one. The next eviction comes when the map has doubled, so the
// cost for each insertion is constant on average.
void AddressLimiter::evict_idle(TokenBucket::Time now) {
  for (auto at = groups_.begin(); at != groups_.end();)
    at = at->second.connections == 0 && at->second.bucket.full(now) ? groups_.erase(at) : std::next(at);
  evict_at_ = std::max<std::size_t>(1024, groups_.size() * 2);
}

AddressLimiter::Slot AddressLimiter::acquire(std::string_view address) {
  auto name = address_group(address);
  auto& entry = group(name, std::chrono::steady_clock::now());
  if (entry.connections >= settings_.max_connections_per_address) return {};
  ++entry.connections;
  return Slot(*this, std::move(name));
}

void AddressLimiter::release(const std::string& group) { --groups_.at(group).connections; }

bool AddressLimiter::consume(std::string_view group, double tokens, TokenBucket::Time now) {
  return this->group(group, now).bucket.consume(tokens, now);
}

}  // namespace perron::net
