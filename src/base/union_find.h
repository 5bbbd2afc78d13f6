// Disjoint sets of up to N ids. The root of a set is its lowest member.
#pragma once

#include <cstdint>

namespace perron {

// Without path compression: the sets are small, and searches copy it often.
template <int N, class Id = int>
class UnionFind {
  static_assert(N <= 256);

 public:
  explicit UnionFind(int count) {
    for (int i = 0; i < count; ++i) parent_[i] = static_cast<std::uint8_t>(i);
  }
  Id root(Id id) const { return static_cast<Id>(root_of(static_cast<int>(id))); }
  void join(Id one, Id other) {
    const int a = root_of(static_cast<int>(one)), b = root_of(static_cast<int>(other));
    if (a < b) parent_[b] = static_cast<std::uint8_t>(a);
    else parent_[a] = static_cast<std::uint8_t>(b);
  }

 private:
  int root_of(int i) const {
    while (parent_[i] != i) i = parent_[i];
    return i;
  }
  std::uint8_t parent_[N];
};

}  // namespace perron
