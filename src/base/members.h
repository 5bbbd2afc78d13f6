// Typed values of a document, and the members of one object: what every reader of JSON shares, in whatever words it reports
// what is wrong. base/fields.h reports all errors with their paths; readers with sentences of their own build on this.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace perron {

struct Range {
  int least, most;
  friend bool operator==(Range, Range) = default;
};
// "a whole number from 1 to 5", "the number 3"
std::string text_of(Range range);

// Nothing: the value is of another kind, or out of range.
const std::string* text_in(const nlohmann::json& value);
std::optional<int> whole_number_in(const nlohmann::json& value, Range range);
// The same of text that is a number and nothing else, for settings and arguments.
std::optional<int> whole_number_in(std::string_view text, Range range);

// Null: the object has no such member, or the value is no object.
const nlohmann::json* member_of(const nlohmann::json& object, std::string_view key);

// The members of one object. A key that has been asked for counts as known. The keys must outlive this.
class Members {
 public:
  explicit Members(const nlohmann::json& object) : object_(object) {}

  bool has(std::string_view key) const { return object_.contains(key); }
  const nlohmann::json* find(std::string_view key);
  const nlohmann::json& object() const { return object_; }

  // Keys of the object that were never asked for, in the order of the document; and keys asked for that it lacks.
  std::vector<std::string_view> unknown() const;
  std::vector<std::string_view> absent() const;

 private:
  const nlohmann::json& object_;
  std::vector<std::string_view> known_;
};

}  // namespace perron
