// A short hash of a request: of the person who sent it and the id they gave it. Keyed with random bytes of this process, so nobody
// can choose ids that collide. Equal hashes mean "look at the stored entry", never "the same request".
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "store/ids.h"

namespace perron {

// 64 bits with the alignment of 32: logs have one in each entry.
class RequestHash {
 public:
  constexpr RequestHash(std::uint64_t value = 0)
      : high_(static_cast<std::uint32_t>(value >> 32)), low_(static_cast<std::uint32_t>(value)) {}
  // As one number: all requests of a game are looked through for each of its moves.
  friend constexpr bool operator==(RequestHash a, RequestHash b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }

 private:
  std::uint32_t high_, low_;
};

RequestHash request_hash(UserId user, std::string_view id);

}  // namespace perron
