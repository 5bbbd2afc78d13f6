#include "wire/json_text.h"

#include <algorithm>
#include <array>

namespace perron::wire {

namespace {

void append_escape(std::string& out, unsigned char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default:
      out += "\\u00";
      out += digits[c >> 4];
      out += digits[c & 15];
  }
}

bool is_plain(unsigned char c) { return (c >= 0x20) & (c != '"') & (c != '\\'); }

constexpr std::size_t kBuffersKept = 8, kLargestKept = std::size_t{64} << 10;
thread_local std::array<std::string, kBuffersKept> kept_buffers;
thread_local std::size_t kept_count = 0;

}  // namespace

std::string JsonText::take_buffer() { return kept_count > 0 ? std::move(kept_buffers[--kept_count]) : std::string(); }

void JsonText::grow(std::size_t wanted) { out_.resize(std::max(size_ + wanted, 2 * out_.size())); }

void JsonText::keep_buffer(std::string buffer) noexcept {
  if (kept_count < kBuffersKept && buffer.size() <= kLargestKept) kept_buffers[kept_count++] = std::move(buffer);
}

// Looks at all of it: without a way out the compiler takes many bytes at once.
bool is_plain(std::string_view text) {
  unsigned odd = 0;
  for (const char c : text) odd |= !is_plain(static_cast<unsigned char>(c));
  return odd == 0;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (is_plain(c)) continue;
    out.append(text, done, i - done);
    append_escape(out, c);
    done = i + 1;
  }
  out.append(text, done, text.size() - done);
  out += '"';
}

}  // namespace perron::wire
