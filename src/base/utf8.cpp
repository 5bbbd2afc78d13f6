#include "base/utf8.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace perron {

namespace {

// Most texts are ASCII: eight bytes at once.
bool eight_ascii(std::string_view text, std::size_t at) {
  std::uint64_t eight;
  if (text.size() - at < sizeof eight) return false;
  std::memcpy(&eight, text.data() + at, sizeof eight);
  return (eight & 0x8080'8080'8080'8080) == 0;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      i += eight_ascii(text, i) ? 8 : 1;
      continue;
    }
    const std::size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4 || i + more >= text.size()) return false;
    const auto second = static_cast<unsigned char>(text[i + 1]);
    const unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80, most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) return false;
    for (std::size_t k = 2; k <= more; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
    i += more + 1;
  }
  return true;
}

}  // namespace perron
