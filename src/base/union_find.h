// Which of up to N things are joined. A root is the lowest member of its part.
#pragma once

#include <cstdint>

namespace perron {

// Without path compression: the parts are small, and copies for searches are cheap.
template <int N>
class UnionFind {
  static_assert(N <= 256);

 public:
  explicit UnionFind(int count) {
    for (int i = 0; i < count; ++i) parent_[i] = static_cast<std::uint8_t>(i);
  }
  int root(int i) const {
    while (parent_[i] != i) i = parent_[i];
    return i;
  }
  void join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a < b) parent_[b] = static_cast<std::uint8_t>(a);
    else parent_[a] = static_cast<std::uint8_t>(b);
  }

 private:
  std::uint8_t parent_[N];
};

}  // namespace perron
