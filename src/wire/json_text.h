// Writes JSON text straight into a string, without a document in between: for everything that the server sends. The bytes are
// those of JSON.stringify for the same values in the same order.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace perron::wire {

void append_quoted(std::string& out, std::string_view text);
bool is_plain(std::string_view text);  // nothing to escape

class JsonText {
 public:
  JsonText() : JsonText(256) {}
  explicit JsonText(std::size_t reserve) : out_(take_buffer()) {
    if (out_.size() < reserve) out_.resize(reserve);
  }
  JsonText(JsonText&& other) noexcept : out_(std::move(other.out_)), size_(std::exchange(other.size_, 0)) {}
  ~JsonText() {
    if (!out_.empty()) keep_buffer(std::move(out_));
  }

  // Members of an object need a key first, items of a list none. Inlined, so that names of known length are copied by a few moves.
  [[gnu::always_inline]] JsonText& key(std::string_view name) {
    char* at = comma(name.size() + 3);  // keys are ours: nothing to escape
    *at++ = '"';
    at = put(at, name);
    *at++ = '"';
    *at++ = ':';
    return upto(at);
  }
  JsonText& begin(char bracket) {  // '{' or '['
    char* at = comma(1);
    *at++ = bracket;
    return upto(at);
  }
  JsonText& end(char bracket) {
    char* at = room(1);
    *at++ = bracket;
    return upto(at);
  }
  JsonText& value(std::string_view text) {
    if (is_plain(text)) return word(text);
    std::string quoted;
    append_quoted(quoted, text);
    return raw(quoted);
  }
  JsonText& value(const std::string& text) { return value(std::string_view(text)); }
  template <std::size_t N>
  JsonText& value(const char (&literal)[N]) {  // ours: nothing to escape
    return word({literal, N - 1});
  }
  template <std::same_as<const char*> T>  // not for arrays
  JsonText& value(const T& text) {
    return value(std::string_view(text));
  }
  JsonText& value(bool yes) { return raw(yes ? "true" : "false"); }
  JsonText& value(std::nullptr_t) { return raw("null"); }
  JsonText& value(std::uint8_t number) { return upto(put(comma(3), number)); }  // most are
  template <std::integral T>
  JsonText& value(T number) {
    char* at = comma(24);
    return upto(std::to_chars(at, at + 24, number).ptr);
  }
  // Names and ids of a checked board: nothing to escape.
  JsonText& word(std::string_view plain) {
    char* at = comma(plain.size() + 2);
    *at++ = '"';
    at = put(at, plain);
    *at++ = '"';
    return upto(at);
  }
  // A list of small numbers.
  JsonText& value(std::initializer_list<std::uint8_t> numbers) {
    char* at = comma(4 * numbers.size() + 2);
    *at++ = '[';
    for (const auto number : numbers) {
      at = put(at, number);
      *at++ = ',';
    }
    at[-1] = ']';
    return upto(at);
  }
  // JSON text as it is.
  JsonText& raw(std::string_view json) { return upto(put(comma(json.size()), json)); }

  template <class T>
  JsonText& field(std::string_view name, const T& content) {
    return key(name).value(content);
  }
  JsonText& field_raw(std::string_view name, std::string_view json) { return key(name).raw(json); }

  std::size_t size() const { return size_; }
  std::string_view view() const { return {out_.data(), size_}; }
  // Returns the text and begins an empty one.
  std::string take() { return std::string(out_.data(), std::exchange(size_, 0)); }

 private:
  static char* put(char* at, std::string_view text) {
    std::memcpy(at, text.data(), text.size());
    return at + text.size();
  }
  static char* put(char* at, std::uint8_t number) {
    if (number >= 100) *at++ = static_cast<char>('0' + number / 100);
    if (number >= 10) *at++ = static_cast<char>('0' + number / 10 % 10);
    *at++ = static_cast<char>('0' + number % 10);
    return at;
  }
  // Where the next `wanted` characters go.
  [[gnu::always_inline]] char* room(std::size_t wanted) {
    if (out_.size() - size_ < wanted) grow(wanted);
    return out_.data() + size_;
  }
  void grow(std::size_t wanted);
  [[gnu::always_inline]] char* comma(std::size_t wanted) {
    char* at = room(wanted + 1);
    if (size_ == 0) return at;
    const char last = at[-1];
    if (last != '{' && last != '[' && last != ':' && last != ',') *at++ = ',';
    return at;
  }
  JsonText& upto(const char* at) {
    size_ = static_cast<std::size_t>(at - out_.data());
    return *this;
  }
  // Each thread reuses a few buffers: a move needs several texts, and large allocations are slow.
  static std::string take_buffer();
  static void keep_buffer(std::string buffer) noexcept;

  std::string out_;  // longer than what is written: capacity is checked per value, not per character
  std::size_t size_ = 0;
};

}  // namespace perron::wire
