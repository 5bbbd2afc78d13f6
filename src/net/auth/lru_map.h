// A bounded map that evicts the least recently used entry.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>
#include <utility>

namespace perron::net {

template <class Value>
class LruMap {
 public:
  explicit LruMap(std::size_t capacity) : capacity_(capacity) {}

  // The entry, created if missing; now the most recently used one. The reference is valid until the next call.
  Value& operator[](std::uint64_t key) {
    if (const auto at = places_.find(key); at != places_.end()) {
      entries_.splice(entries_.begin(), entries_, at->second);
      return at->second->second;
    }
    if (entries_.size() >= capacity_) {
      places_.erase(entries_.back().first);
      entries_.pop_back();
    }
    entries_.emplace_front(key, Value{});
    places_[key] = entries_.begin();
    return entries_.front().second;
  }
  const Value* find(std::uint64_t key) const {
    const auto at = places_.find(key);
    return at == places_.end() ? nullptr : &at->second->second;
  }
  std::size_t size() const { return entries_.size(); }

 private:
  using Entries = std::list<std::pair<std::uint64_t, Value>>;
  std::size_t capacity_;
  Entries entries_;
  std::unordered_map<std::uint64_t, typename Entries::iterator> places_;
};

}  // namespace perron::net
