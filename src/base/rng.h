// The fast generator for simulations (xoshiro256**), with its own bounded draw and shuffle, so that every compiler and
// WebAssembly give the same numbers. Not for real games: those take their order from the dealer's key.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace perron {

// SplitMix64: spreads a small seed over 64 bits; also mixes seeds of games and seats.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) {
    for (auto& word : state_) word = seed = mix64(seed);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, n); n >= 1. Lemire's method on 32 bits: unbiased, one multiplication as a rule.
  constexpr std::uint32_t below(std::uint32_t n) {
    std::uint64_t m = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(m) < n) {
      const std::uint32_t threshold = (0u - n) % n;
      while (static_cast<std::uint32_t>(m) < threshold) m = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(m >> 32);
  }

 private:
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4]{};
};

// Fisher-Yates from the back. Source needs below(n).
template <class T, class Source>
constexpr void shuffle(std::span<T> items, Source& source) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[source.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace perron
