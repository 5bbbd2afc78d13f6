// Writes JSON text straight into a string, without a document in between: for all that the server sends. The bytes are those
// of JSON.stringify for the same values in the same order.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace perron::wire {

void append_quoted(std::string& out, std::string_view text);

class JsonText {
 public:
  JsonText() = default;
  explicit JsonText(std::size_t reserve) { out_.reserve(reserve); }

  // Of an object: key first. Of a list: without one.
  JsonText& key(std::string_view name) {
    comma();
    ((out_ += '"') += name) += "\":";  // keys are ours: nothing to escape
    return *this;
  }
  JsonText& begin(char bracket) {  // '{' or '['
    comma();
    out_ += bracket;
    return *this;
  }
  JsonText& end(char bracket) {
    out_ += bracket;
    return *this;
  }
  JsonText& value(std::string_view text) {
    comma();
    append_quoted(out_, text);
    return *this;
  }
  JsonText& value(const std::string& text) { return value(std::string_view(text)); }
  JsonText& value(const char* text) { return value(std::string_view(text)); }
  JsonText& value(bool yes) { return raw(yes ? "true" : "false"); }
  JsonText& value(std::nullptr_t) { return raw("null"); }
  template <std::integral T>
  JsonText& value(T number) {
    comma();
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    out_.append(digits, end);
    return *this;
  }
  // Names and ids of a checked board: nothing to escape.
  JsonText& word(std::string_view plain) {
    comma();
    ((out_ += '"') += plain) += '"';
    return *this;
  }
  // JSON text as it is.
  JsonText& raw(std::string_view json) {
    comma();
    out_ += json;
    return *this;
  }

  template <class T>
  JsonText& field(std::string_view name, const T& content) {
    return key(name).value(content);
  }
  JsonText& field_raw(std::string_view name, std::string_view json) { return key(name).raw(json); }

  std::size_t size() const { return out_.size(); }
  const std::string& str() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  void comma() {
    if (out_.empty()) return;
    const char last = out_.back();
    if (last != '{' && last != '[' && last != ':' && last != ',') out_ += ',';
  }

  std::string out_;
};

}  // namespace perron::wire
