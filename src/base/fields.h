// Reads JSON objects field by field: board files, views and messages. Everything wrong becomes an error with its path, and
// nothing stops the reading. Knows no game.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/members.h"

namespace perron {

struct FieldError {
  std::string path;     // JSON pointer, like /tracks/12/length; empty: the whole file
  std::string message;  // what is wrong and what would be right
};

// The errors found so far. A hopeless file gets a long list, but not an endless one.
class FieldReport {
 public:
  static constexpr std::size_t kMost = 1000;

  void add(std::string path, std::string message);
  bool empty() const { return errors_.empty(); }
  // Nothing is wrong with this value, with what it holds or with what holds it: only then can more be said about it.
  bool clean(std::string_view path) const;
  // Nothing is wrong with this value as such; what it holds may be bad.
  bool present(std::string_view path) const;
  std::vector<FieldError> take() { return std::move(errors_); }

 private:
  std::vector<FieldError> errors_;
};

// Concatenates texts and whole numbers.
inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, int number) { out += std::to_string(number); }
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

// "; did you mean "wagons"?" where one of the choices is near enough, else nothing.
std::string suggestion(std::string_view wrong, std::span<const std::string_view> choices);
// "x, y or z", each in quotes.
std::string choice_of(std::span<const std::string_view> choices);
// What a value is, to end a sentence with: `not "red"`, `not a list`.
std::string not_this(const nlohmann::json& value);

enum class Need : std::uint8_t { optional, required };

// One object. Asking for a key makes it known. Unknown keys are reported at the end.
class Fields {
 public:
  Fields(FieldReport& report, const nlohmann::json& object, std::string path) : report_(report), members_(object), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  std::string at(std::string_view key) const;
  bool has(std::string_view key) const { return members_.has(key); }

  // A value as it is. `expected` ends the sentence "is missing; it must be ...".
  const nlohmann::json* find(std::string_view key) { return members_.find(key); }
  const nlohmann::json* find(std::string_view key, Need need, std::string_view expected);

  // A whole number. If it is wrong, the least of the range, so that reading can continue.
  int number(std::string_view key, Range range) { return read_number(key, range, std::nullopt); }
  int number(std::string_view key, Range range, int fallback) { return read_number(key, range, fallback); }
  std::uint8_t byte(std::string_view key, Range range) { return static_cast<std::uint8_t>(number(key, range)); }
  std::uint8_t byte(std::string_view key, Range range, int fallback) { return static_cast<std::uint8_t>(number(key, range, fallback)); }
  std::optional<double> coordinate(std::string_view key, int most);
  bool flag(std::string_view key, bool fallback);
  // Text for people: no control characters.
  std::string text(std::string_view key, int longest, Need need);
  // Lower-case letters, digits and the extra character. The text as written, even if it is wrong; empty if it is not text.
  std::string id(std::string_view key, char extra);
  // The number of the chosen word, or nothing.
  std::optional<std::size_t> choice(std::string_view key, std::span<const std::string_view> choices, Need need);

  // A key that has no meaning here.
  void refuse(std::string_view key, std::string_view why);

  // An object in this one: read(Fields&). False: absent or no object.
  template <class Read>
  bool section(std::string_view key, Need need, Read&& read) {
    const auto* value = find(key, need, "an object");
    return value && read_object(report_, *value, at(key), read);
  }

  // A list: read(const json&, path) for each item; for none of them when there are too many.
  template <class Read>
  void list(std::string_view key, Need need, Range count, Read&& read) {
    const auto* value = find_list(key, need, count);
    if (!value) return;
    int i = 0;
    for (const auto& item : *value) read(item, concat(at(key), "/", i++));
  }

  template <class Read>
  static bool read_object(FieldReport& report, const nlohmann::json& value, std::string path, Read&& read) {
    if (!value.is_object()) {
      report.add(std::move(path), concat("must be an object, ", not_this(value)));
      return false;
    }
    Fields fields(report, value, std::move(path));
    read(fields);
    fields.report_unknown();
    return true;
  }

  // For objects whose keys are data.
  template <class Read>
  void each(Read&& read) {
    for (const auto& [key, value] : members_.object().items()) read(key, value, at(key));
    all_known_ = true;
  }

 private:
  int read_number(std::string_view key, Range range, std::optional<int> fallback);
  const nlohmann::json* find_list(std::string_view key, Need need, Range count);
  void report_unknown();

  FieldReport& report_;
  Members members_;
  std::string path_;
  bool all_known_ = false;
};

// A whole number in the range, or the least of it and an error.
int read_whole(FieldReport& report, const nlohmann::json& value, const std::string& path, Range range);
// Text for people: as Fields::text.
std::string read_text(FieldReport& report, const nlohmann::json& value, const std::string& path, int longest);

}  // namespace perron
