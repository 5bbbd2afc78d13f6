#include "store/ids.h"

#include <sodium.h>

#include "base/check.h"

namespace perron {

namespace {
constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";  // Crockford's base 32: no two look alike
}

std::int64_t random_id() {
  static const bool ready = sodium_init() >= 0;
  CHECK(ready);
  std::uint64_t bits = 0;
  while (bits == 0) {
    randombytes_buf(&bits, sizeof bits);
    bits >>= 64 - kIdBits;
  }
  return static_cast<std::int64_t>(bits);
}

std::string id_text(std::int64_t id) {
  std::string text(kIdLetters, '0');
  auto bits = static_cast<std::uint64_t>(id);
  for (auto letter = text.rbegin(); letter != text.rend(); ++letter, bits >>= 5) *letter = kLetters[bits & 31];
  return text;
}

std::optional<std::int64_t> id_from_text(std::string_view text) {
  if (text.size() != kIdLetters) return std::nullopt;
  std::int64_t id = 0;
  for (const char letter : text) {
    const auto value = kLetters.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    id = id << 5 | static_cast<std::int64_t>(value);
  }
  return id == 0 ? std::nullopt : std::optional(id);
}

}  // namespace perron
