#include "terminal/screen/text.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/json.h"

namespace perron::terminal {

namespace {

// The length of the escape sequence at the beginning of a text; 0: none.
std::size_t escape_length(std::string_view text) {
  if (!text.starts_with("\033[")) return 0;
  const auto end = text.find('m');
  return end == text.npos ? text.size() : end + 1;
}

std::string wrapped_line(std::string_view line) {
  if (columns_of(line) <= kColumns) return std::string(line);
  const auto indent = std::min<std::size_t>(std::min(line.find_first_not_of(' '), line.size()) + 4, 40);
  std::string out;
  int used = 0;
  for (std::size_t at = 0; at < line.size();) {
    const auto text = std::min(line.find_first_not_of(' ', at), line.size());
    const auto end = std::min(line.find(' ', text), line.size());
    const auto piece = line.substr(at, end - at);
    if (used > 0 && used + columns_of(piece) > kColumns) {
      (out += '\n') += std::string(indent, ' ');
      out += line.substr(text, end - text);
      used = static_cast<int>(indent) + columns_of(line.substr(text, end - text));
    } else {
      out += piece;
      used += columns_of(piece);
    }
    at = end;
  }
  return out;
}

// The Levenshtein distance.
int distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int corner = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int change = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

TextStyle TextStyle::for_stdout() {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return TextStyle(isatty(STDOUT_FILENO) && !(refused && *refused) && !(terminal && std::string_view(terminal) == "dumb"));
}

int columns_of(std::string_view text) {
  int columns = 0;
  while (!text.empty()) {
    if (const auto escape = escape_length(text)) {
      text.remove_prefix(escape);
      continue;
    }
    columns += (static_cast<unsigned char>(text[0]) & 0xC0) != 0x80;
    text.remove_prefix(1);
  }
  return columns;
}

std::string padded(std::string_view text, int columns) {
  return std::string(text) + std::string(static_cast<std::size_t>(std::max(0, columns - columns_of(text))), ' ');
}

std::string padded_left(std::string_view text, int columns) {
  return std::string(static_cast<std::size_t>(std::max(0, columns - columns_of(text))), ' ') + std::string(text);
}

std::string wrapped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    out += wrapped_line(text.substr(0, end));
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto begin = text.find_first_not_of(blank);
  if (begin == text.npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(blank) - begin + 1));
}

std::string in_lower_case(std::string_view text) {
  std::string out(text);
  for (auto& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (c != ' ' && c != '\t' && c != ',') {
      word += c;
    } else if (!word.empty()) {
      out.push_back(std::move(word));
      word.clear();
    }
  }
  return out;
}

std::string either(const std::vector<std::string>& items) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "" : i + 1 == items.size() ? " or " : ", ") + items[i];
  return out;
}

std::string counted(int count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

std::vector<std::string> closest(std::string_view text, const std::vector<std::string>& candidates) {
  const auto wanted = in_lower_case(text.substr(0, 64));
  if (wanted.empty()) return {};
  std::vector<std::pair<int, std::string>> found;
  for (const auto& candidate : candidates) {
    const auto name = in_lower_case(candidate);
    int far = distance(wanted, name);
    if (name.starts_with(wanted)) far = std::min(far, 1);
    else if (wanted.size() >= 3 && name.find(wanted) != name.npos) far = std::min(far, 2);
    if (far <= std::max<int>(1, static_cast<int>(wanted.size()) / 3)) found.emplace_back(far, candidate);
  }
  std::ranges::stable_sort(found, {}, &std::pair<int, std::string>::first);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < found.size() && i < 3; ++i) out.push_back(found[i].second);
  return out;
}

bool is_utf8(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return static_cast<bool>(parse_json(json + "\""));
}

}  // namespace perron::terminal
