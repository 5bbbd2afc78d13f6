#include "base/members.h"

#include <algorithm>
#include <charconv>

namespace perron {

using nlohmann::json;

std::string text_of(Range range) {
  if (range.least == range.most) return "the number " + std::to_string(range.least);
  return "a whole number from " + std::to_string(range.least) + " to " + std::to_string(range.most);
}

const std::string* text_in(const json& value) { return value.get_ptr<const std::string*>(); }

std::optional<int> whole_number_in(const json& value, Range range) {
  const auto* positive = value.get_ptr<const json::number_unsigned_t*>();
  const auto* any = value.get_ptr<const json::number_integer_t*>();
  if (positive && *positive <= static_cast<json::number_unsigned_t>(range.most) && static_cast<int>(*positive) >= range.least)
    return static_cast<int>(*positive);
  if (!positive && any && *any >= range.least && *any <= range.most) return static_cast<int>(*any);
  return std::nullopt;
}

std::optional<int> whole_number_in(std::string_view text, Range range) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < range.least || value > range.most) return std::nullopt;
  return value;
}

const json* member_of(const json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

const json* Members::find(std::string_view key) {
  known_.push_back(key);
  return member_of(object_, key);
}

std::vector<std::string_view> Members::unknown() const {
  std::vector<std::string_view> out;
  for (const auto& [key, value] : object_.items())
    if (std::ranges::find(known_, key) == known_.end()) out.push_back(key);
  return out;
}

std::vector<std::string_view> Members::absent() const {
  std::vector<std::string_view> out;
  for (const auto key : known_)
    if (!has(key)) out.push_back(key);
  return out;
}

}  // namespace perron
