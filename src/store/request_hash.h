// A 64-bit hash of a request: of its user and the id that they gave it. Keyed with random bytes of this process, so nobody can construct
// collisions. Equal hashes mean "compare with the stored entry", never "the same request".
#pragma once

#include <cstdint>
#include <string_view>

#include "store/ids.h"

namespace perron {

// 64 bits with the alignment of 32: game logs have one in each entry.
class RequestHash {
 public:
  constexpr RequestHash(std::uint64_t value = 0)
      : low_(static_cast<std::uint32_t>(value)), high_(static_cast<std::uint32_t>(value >> 32)) {}
  // Compares as one number: append() compares with all requests of a game.
  friend constexpr bool operator==(RequestHash a, RequestHash b) { return a.value() == b.value(); }

 private:
  constexpr std::uint64_t value() const { return std::uint64_t{high_} << 32 | low_; }

  std::uint32_t low_, high_;
};

RequestHash request_hash(UserId user, std::string_view id);

}  // namespace perron
