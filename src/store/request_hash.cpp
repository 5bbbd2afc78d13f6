#include "store/request_hash.h"

#include <sodium.h>

#include <array>
#include <cstring>
#include <string>

#include "base/check.h"

namespace perron {

namespace {

using ShortKey = std::array<unsigned char, crypto_shorthash_KEYBYTES>;

const ShortKey& process_key() {
  static const ShortKey key = [] {
    CHECK(sodium_init() >= 0);
    ShortKey out;
    randombytes_buf(out.data(), out.size());
    return out;
  }();
  return key;
}

}  // namespace

RequestHash request_hash(UserId user, std::string_view id) {
  std::string text(sizeof user, '\0');
  std::memcpy(text.data(), &user, sizeof user);
  text += id;
  std::array<unsigned char, crypto_shorthash_BYTES> bytes;
  crypto_shorthash(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size(), process_key().data());
  std::uint64_t value = 0;
  static_assert(sizeof value == bytes.size());
  std::memcpy(&value, bytes.data(), bytes.size());
  return value;
}

}  // namespace perron
