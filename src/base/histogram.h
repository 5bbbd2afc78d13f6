// How often something took how long. Knows no clock; the bounds are those that an operator of a server looks for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace perron {

struct Histogram {
  static constexpr std::array<double, 11> kBounds = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};  // seconds

  std::array<std::uint64_t, kBounds.size() + 1> counts{};  // up to each bound and above the one before; the last: longer
  double seconds = 0;                                      // the sum

  void add(double took) {
    std::size_t i = 0;
    while (i < kBounds.size() && took > kBounds[i]) ++i;
    ++counts[i];
    seconds += took;
  }
};

}  // namespace perron
