#include "base/json.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace perron {
namespace {

using nlohmann::json;

// Reads the text and lets the builder see how far the parser has come: its callbacks do not say.
class TrackedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackedIterator(const char* at, const char*& reached) : at_(at), reached_(&reached) {}
  reference operator*() const { return *at_; }
  TrackedIterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  TrackedIterator operator++(int) {
    auto before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackedIterator& x, const TrackedIterator& y) { return x.at_ == y.at_; }

 private:
  const char* at_;
  const char** reached_;
};

JsonError error_at(std::string_view text, std::size_t offset, std::string message) {
  JsonError error{1, 1, std::move(message)};
  for (const char c : text.substr(0, offset)) {
    if (c == '\n') {
      ++error.line;
      error.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {  // not the second byte or later of a character
      ++error.column;
    }
  }
  return error;
}

// The parser's sentence without its class and position, which we give in our own form. It may quote half a character or
// a very long token.
std::string parser_message(std::string_view what) {
  if (const auto end = what.find("] "); end != what.npos) what.remove_prefix(end + 2);
  if (what.starts_with("parse error at"))
    if (const auto end = what.find(": "); end != what.npos) what.remove_prefix(end + 2);
  constexpr std::size_t kLongest = 240;
  std::string message(what.substr(0, kLongest));
  if (what.size() > kLongest) message += "...";
  for (char& c : message)
    if (static_cast<unsigned char>(c) >= 0x7F) c = '?';
  return message;
}

// Builds the document from the parser's callbacks; each returns false to stop the parser.
class Builder {
 public:
  Builder(std::string_view text, const char* const& reached) : text_(text), reached_(reached) {}

  bool null() { return put(nullptr), true; }
  bool boolean(bool value) { return put(value), true; }
  bool number_integer(json::number_integer_t value) { return put(value), true; }
  bool number_unsigned(json::number_unsigned_t value) { return put(value), true; }
  bool number_float(json::number_float_t value, const std::string&) { return put(value), true; }
  bool string(std::string& value) { return put(std::move(value)), true; }
  bool binary(json::binary_t&) { return false; }  // JSON text has none

  bool start_object(std::size_t) { return open(json::object()); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_object() { return open_.pop_back(), true; }
  bool end_array() { return open_.pop_back(), true; }

  bool key(std::string& name) {
    if (open_.back()->contains(name)) return fail(key_begin(), "the key " + in_quotes(name) + " is there twice in this object");
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const json::exception& reason) {
    return fail(position == 0 ? 0 : position - 1, parser_message(reason.what()));
  }

  json root;
  JsonError error{1, 1, {}};

 private:
  std::size_t offset() const { return static_cast<std::size_t>(reached_ - text_.data()); }

  bool fail(std::size_t offset, std::string message) {
    error = error_at(text_, offset, std::move(message));
    return false;
  }

  // The parser stands behind the closing quote; the opening one is the next that is not escaped.
  std::size_t key_begin() const {
    const auto escaped = [&](std::size_t quote) {
      std::size_t slashes = 0;
      while (quote > slashes && text_[quote - slashes - 1] == '\\') ++slashes;
      return slashes % 2 == 1;
    };
    std::size_t at = offset() - 2;
    while (at > 0 && (text_[at] != '"' || escaped(at))) --at;
    return at;
  }

  json* put(json value) {
    json* where = &root;
    if (open_.empty()) {
      root = std::move(value);
    } else if (open_.back()->is_array()) {
      open_.back()->push_back(std::move(value));
      where = &open_.back()->back();
    } else {
      where = &(*open_.back())[key_];
      *where = std::move(value);
    }
    return where;
  }

  bool open(json empty) {
    if (open_.size() == kMaxJsonDepth)
      return fail(offset() - 1, "nested too deeply: at most " + std::to_string(kMaxJsonDepth) + " objects and lists inside each other");
    open_.push_back(put(std::move(empty)));
    return true;
  }

  std::string_view text_;
  const char* const& reached_;
  std::vector<json*> open_;  // only the innermost grows, so the others stay where they are
  std::string key_;
};

}  // namespace

Result<json, JsonError> parse_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes)
    return JsonError{1, 1, "too large: " + std::to_string(text.size()) + " bytes, at most " + std::to_string(kMaxJsonBytes)};
  // The parser would take a null byte for the end and never look at what follows.
  if (const auto null = text.find('\0'); null != text.npos) return error_at(text, null, "a null byte: this is not JSON text");
  if (text.empty()) return JsonError{1, 1, "empty: a JSON value is expected"};
  const char* reached = text.data();
  Builder builder(text, reached);
  const bool complete =
      json::sax_parse(TrackedIterator(text.data(), reached), TrackedIterator(text.data() + text.size(), reached), &builder);
  if (!complete) return std::move(builder.error);
  return std::move(builder.root);
}

void empty_json(nlohmann::json& document) noexcept {
  if (!document.is_structured()) return;
  for (auto& child : document) empty_json(child);
  document.clear();
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 48;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t size = std::min(text.size(), kLongest);
  while (size > 0 && size < text.size() && (byte(size) & 0xC0) == 0x80) --size;  // no half characters
  std::string out = "\"";
  for (std::size_t i = 0; i < size; ++i) {
    const bool c1 = byte(i) == 0xC2 && i + 1 < size && byte(i + 1) < 0xA0;
    out += c1 || byte(i) < 0x20 || byte(i) == 0x7F ? '?' : text[i];
    if (c1) ++i;
  }
  if (size < text.size()) out += "...";
  return out += '"';
}

}  // namespace perron
