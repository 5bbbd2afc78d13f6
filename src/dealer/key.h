// The dealer's key of a real game: 32 random bytes, their SHA-256 shown before the first deal, the bytes after the last
// turn. All orders come from ChaCha20 streams under that key.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "dealer/dealer.h"

namespace perron {

using Key = std::array<unsigned char, 32>;

Key random_key();
// A key that a seed repeats: for tests and comparable games, not for games that must be trusted.
Key key_from_seed(std::uint64_t seed);
std::string to_hex(const Key& key);
std::optional<Key> key_from_hex(std::string_view hex);
std::string commitment(const Key& key);  // SHA-256 in hex

class KeySource {
 public:
  KeySource(const Key& key, std::uint64_t stream) : key_(key), stream_(stream) {}
  // Uniform in [0, n): 32-bit little-endian words of the stream, those at or above the greatest multiple of n skipped.
  std::uint32_t below(std::uint32_t n);

 private:
  std::uint32_t word();
  Key key_;
  std::uint64_t stream_;
  std::uint64_t block_ = 0;
  std::size_t used_ = 64;
  std::array<unsigned char, 64> bytes_{};
};

struct KeyStreams {
  Key key;
  KeySource stream(Pile pile, std::uint32_t number) const { return {key, static_cast<std::uint64_t>(pile) << 32 | number}; }
};
using KeyDealer = TableDealer<KeyStreams>;

}  // namespace perron
