#include "base/fields.h"

#include <algorithm>

namespace perron {
namespace {

using nlohmann::json;

bool holds(std::string_view outer, std::string_view inner) {
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

// Letters to change, add, leave out or swap with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return table.back();
}

// Counts characters; -1 if there is a control character (C0, delete or C1) among them.
int characters(std::string_view text) {
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7F) return -1;
    if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return -1;
    count += (c & 0xC0) != 0x80;
  }
  return count;
}

}  // namespace

void FieldReport::add(std::string path, std::string message) {
  if (errors_.size() > kMost) return;
  if (errors_.size() == kMost) {
    path.clear();
    message = concat("has more than ", static_cast<int>(kMost), " errors; the others are not listed");
  }
  errors_.push_back({std::move(path), std::move(message)});
}

bool FieldReport::clean(std::string_view path) const {
  return std::ranges::none_of(errors_, [&](const FieldError& e) { return holds(e.path, path) || holds(path, e.path); });
}

bool FieldReport::present(std::string_view path) const {
  return std::ranges::none_of(errors_, [&](const FieldError& e) { return holds(e.path, path); });
}

std::string suggestion(std::string_view wrong, std::span<const std::string_view> choices) {
  constexpr std::size_t kLongest = 64;  // of a key worth a guess
  if (wrong.size() > kLongest) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, wrong.size() / 3) + 1;
  for (const auto choice : choices) {
    const auto distance = edit_distance(wrong, choice);
    if (distance >= least) continue;
    least = distance;
    best = choice;
  }
  return best.empty() ? std::string() : concat("; did you mean ", in_quotes(best), "?");
}

std::string choice_of(std::span<const std::string_view> choices) {
  std::string out;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) out += i + 1 == choices.size() ? " or " : ", ";
    out += in_quotes(choices[i]);
  }
  return out;
}

std::string not_this(const json& value) {
  if (const auto* text = text_in(value)) return concat("not ", in_quotes(*text));
  if (value.is_object()) return "not an object";
  if (value.is_array()) return "not a list";
  return concat("not ", value.dump());
}

int read_whole(FieldReport& report, const json& value, const std::string& path, Range range) {
  if (const auto number = whole_number_in(value, range)) return *number;
  report.add(path, concat("must be ", text_of(range), ", ", not_this(value)));
  return range.least;
}

std::string read_text(FieldReport& report, const json& value, const std::string& path, int longest) {
  const auto* text = text_in(value);
  const int count = text ? characters(*text) : 0;
  if (count >= 1 && count <= longest) return *text;
  report.add(path, concat("must be a text of 1 to ", longest, " characters without control characters, ", not_this(value)));
  return {};
}

std::string Fields::at(std::string_view key) const {
  std::string out = path_ + '/';
  for (const char c : key.substr(0, 64)) {  // escaped as a JSON pointer, shortened as a message
    if (c == '~') out += "~0";
    else if (c == '/') out += "~1";
    else out += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F ? '?' : c;
  }
  return out;
}

const json* Fields::find(std::string_view key, Need need, std::string_view expected) {
  const auto* value = find(key);
  if (!value && need == Need::required) report_.add(at(key), concat("is missing; it must be ", expected));
  return value;
}

int Fields::read_number(std::string_view key, Range range, std::optional<int> fallback) {
  const auto* value = find(key, fallback ? Need::optional : Need::required, text_of(range));
  if (!value) return fallback.value_or(range.least);
  return read_whole(report_, *value, at(key), range);
}

std::optional<double> Fields::coordinate(std::string_view key, int most) {
  const auto* value = find(key);
  if (!value) return std::nullopt;
  const double number = value->is_number() ? value->get<double>() : most + 1.0;
  if (number >= -most && number <= most) return number;
  report_.add(at(key), concat("must be a number of degrees from ", -most, " to ", most, ", ", not_this(*value)));
  return 0;
}

bool Fields::flag(std::string_view key, bool fallback) {
  const auto* value = find(key);
  if (!value) return fallback;
  if (const auto* flag = value->get_ptr<const bool*>()) return *flag;
  report_.add(at(key), concat("must be true or false, ", not_this(*value)));
  return fallback;
}

std::string Fields::text(std::string_view key, int longest, Need need) {
  const auto* value = find(key, need, concat("a text of 1 to ", longest, " characters"));
  return value ? read_text(report_, *value, at(key), longest) : std::string();
}

std::string Fields::id(std::string_view key, char extra) {
  constexpr std::size_t kLongest = 32;
  const auto expected = concat("1 to ", static_cast<int>(kLongest), " small letters a-z, digits or \"", std::string(1, extra), "\"");
  const auto* value = find(key, Need::required, expected);
  if (!value) return {};
  const auto* text = text_in(*value);
  const auto fits = [&](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == extra; };
  if (!text || text->empty() || text->size() > kLongest || !std::ranges::all_of(*text, fits))
    report_.add(at(key), concat("must be ", expected, ", ", not_this(*value)));
  return text ? *text : std::string();
}

std::optional<std::size_t> Fields::choice(std::string_view key, std::span<const std::string_view> choices, Need need) {
  const auto* value = has(key) ? find(key) : find(key, need, choice_of(choices));  // the sentence only where it is needed
  if (!value) return std::nullopt;
  const auto* text = text_in(*value);
  if (text)
    if (const auto it = std::ranges::find(choices, *text); it != choices.end()) return static_cast<std::size_t>(it - choices.begin());
  report_.add(at(key), concat("must be ", choice_of(choices), ", ", not_this(*value), text ? suggestion(*text, choices) : ""));
  return std::nullopt;
}

void Fields::refuse(std::string_view key, std::string_view why) {
  if (find(key)) report_.add(at(key), std::string(why));
}

const json* Fields::find_list(std::string_view key, Need need, Range count) {
  const auto expected = count.least == count.most ? concat("a list of ", count.least, " items")
                                                  : concat("a list of ", count.least, " to ", count.most, " items");
  const auto* value = find(key, need, expected);
  if (!value) return nullptr;
  if (!value->is_array()) {
    report_.add(at(key), concat("must be ", expected, ", ", not_this(*value)));
    return nullptr;
  }
  if (value->size() >= static_cast<std::size_t>(count.least) && value->size() <= static_cast<std::size_t>(count.most)) return value;
  report_.add(at(key), concat("must be ", expected, ", not of ", std::to_string(value->size())));
  return nullptr;
}

void Fields::report_unknown() {
  if (all_known_) return;
  for (const auto key : members_.unknown())  // a key that is there already is not what was meant
    report_.add(at(key), concat("is not a known key", suggestion(key, members_.absent())));
}

}  // namespace perron
