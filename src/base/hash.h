// A 64-bit hash of bytes and words, the same on every machine. For signatures and tests, not for secrets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace perron {

class Hash {
 public:
  constexpr void add(std::uint64_t word) {
    value_ ^= word;
    value_ *= 0x9fb21c651e98df25ULL;
    value_ ^= value_ >> 32;
  }

  // Little-endian words on every machine. The tail is padded with zeros; the length is added.
  void add_bytes(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; i += 8) {
      std::uint64_t word = 0;
      if (size - i >= 8) {
        std::memcpy(&word, bytes + i, 8);  // all our targets are little-endian
      } else {
        std::memcpy(&word, bytes + i, size - i);
      }
      add(word);
    }
    add(size);
  }

  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace perron
