// A fixed-size set of small numbers, or of ids (enums of small numbers), as machine words. Knows no game.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace perron {

template <int N, class Id = int>
struct Bits {
  static constexpr int kWords = (N + 63) / 64;
  std::array<std::uint64_t, kWords> words{};

  constexpr bool test(Id id) const { return (words[word_of(id)] >> place_in_word(id)) & 1; }
  constexpr void set(Id id) { words[word_of(id)] |= std::uint64_t{1} << place_in_word(id); }
  constexpr void reset(Id id) { words[word_of(id)] &= ~(std::uint64_t{1} << place_in_word(id)); }
  constexpr bool any() const {
    std::uint64_t all = 0;
    for (auto w : words) all |= w;
    return all != 0;
  }
  constexpr bool none() const { return !any(); }

  constexpr int count() const {
    int n = 0;
    for (auto w : words) n += std::popcount(w);
    return n;
  }

  // The k-th member (from 0) in ascending order; requires k < count().
  constexpr Id nth(int k) const {
    for (int i = 0; i < kWords; ++i) {
      const int here = std::popcount(words[i]);
      if (k < here) {
        auto w = words[i];
        while (k-- > 0) w &= w - 1;
        return static_cast<Id>(i * 64 + std::countr_zero(w));
      }
      k -= here;
    }
    return static_cast<Id>(0xff);
  }

  // Calls f(Id) for each member in ascending order.
  template <class F>
  constexpr void each(F&& f) const {
    for (int i = 0; i < kWords; ++i)
      for (auto w = words[i]; w != 0; w &= w - 1) f(static_cast<Id>(i * 64 + std::countr_zero(w)));
  }

  constexpr Bits& operator|=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) words[i] |= o.words[i];
    return *this;
  }
  constexpr Bits& operator&=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) words[i] &= o.words[i];
    return *this;
  }
  constexpr Bits& operator-=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) words[i] &= ~o.words[i];
    return *this;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
  friend constexpr bool operator==(const Bits&, const Bits&) = default;

 private:
  static constexpr std::size_t word_of(Id id) { return static_cast<std::size_t>(id) >> 6; }
  static constexpr int place_in_word(Id id) { return static_cast<int>(id) & 63; }
};

}  // namespace perron
