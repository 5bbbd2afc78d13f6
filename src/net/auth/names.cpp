#include "net/auth/names.h"

#include <sodium.h>

#include "wire/person_name.h"

namespace perron::net {
namespace {

void append(std::string& out, char32_t c) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      put(0xE0 | c >> 12);
    } else {
      put(0xF0 | c >> 18);
      put(0x80 | (c >> 12 & 0x3F));
    }
    put(0x80 | (c >> 6 & 0x3F));
  }
  put(0x80 | (c & 0x3F));
}

// Basic Latin, Latin-1 and Latin Extended-A: what the project's languages use.
char32_t lower(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c + 32;
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;
  if (c == 0x178) return 0xFF;
  const bool even_upper = (c >= 0x100 && c <= 0x137 && c != 0x130) || (c >= 0x14A && c <= 0x177);
  const bool odd_upper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
  if ((even_upper && c % 2 == 0) || (odd_upper && c % 2 == 1)) return c + 1;
  return c;
}

bool account_letter(char32_t c) {
  const bool ascii = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  return ascii || (c >= 0xDF && c <= 0x17F && c != 0xF7);
}

}  // namespace

std::string account_name(std::string_view text) {
  const auto letters = wire::code_points(text);
  if (!letters || letters->size() < 3 || letters->size() > wire::kLongestName) return "";
  std::string out;
  for (const char32_t c : *letters) {
    if (!account_letter(lower(c))) return "";
    append(out, lower(c));
  }
  return out;
}

std::string device_name(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 64))
    if (c >= ' ' && c <= '~') out += c;
  return out;
}

std::string guest_name() { return "Guest " + std::to_string(1000 + randombytes_uniform(9000)); }

}  // namespace perron::net
