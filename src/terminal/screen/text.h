// Text for a terminal: colours, columns, wrapped lines, and the best matches for a misspelt word. Knows no game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perron::terminal {

inline constexpr int kColumns = 100;  // no line is longer

// Adds ANSI colours to texts, or leaves them unchanged.
class TextStyle {
 public:
  explicit TextStyle(bool on) : on_(on) {}
  // On only if standard output is a terminal and NO_COLOR is not set (no-color.org).
  static TextStyle for_stdout();

  std::string color(std::string_view code, std::string_view text) const {
    return on_ ? "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m" : std::string(text);
  }
  std::string bold(std::string_view text) const { return color("1", text); }
  std::string dim(std::string_view text) const { return color("2", text); }

 private:
  bool on_;
};

// The width of a text in columns: UTF-8 characters, without escape sequences.
int columns_of(std::string_view text);
// Padded with spaces to a width.
std::string padded(std::string_view text, int columns);
std::string padded_left(std::string_view text, int columns);
// Breaks long lines at spaces; continuation lines are indented a little more.
std::string wrapped(std::string_view text);

std::string trimmed(std::string_view text);
std::string in_lower_case(std::string_view text);  // ASCII only
std::vector<std::string> words_in(std::string_view text);
// "a, b or c"
std::string either(const std::vector<std::string>& items);
// "3 tickets", "1 ticket"
std::string counted(int count, std::string_view thing);

// Up to three candidates that are most similar to the text; none if nothing is similar.
std::vector<std::string> closest(std::string_view text, const std::vector<std::string>& candidates);

bool is_utf8(std::string_view text);

}  // namespace perron::terminal
