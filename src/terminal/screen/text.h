// Text for a terminal: ink where it is wanted, columns, lines that fit, and the nearest of several words. Knows no game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perron::terminal {

inline constexpr int kColumns = 100;  // no line is longer

// Puts ANSI colours around texts, or leaves them as they are.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  // Only for people at a terminal who have not asked for none (no-color.org).
  static Paint for_stdout();

  std::string ink(std::string_view code, std::string_view text) const {
    return on_ ? "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m" : std::string(text);
  }
  std::string bold(std::string_view text) const { return ink("1", text); }
  std::string dim(std::string_view text) const { return ink("2", text); }

 private:
  bool on_;
};

// Columns that a text takes: characters of UTF-8, escape sequences not counted.
int columns_of(std::string_view text);
// Filled up with spaces to so many columns.
std::string padded(std::string_view text, int columns);
std::string padded_left(std::string_view text, int columns);
// Lines that are too long are broken at spaces and go on a little further in than they began.
std::string wrapped(std::string_view text);

std::string trimmed(std::string_view text);
std::string in_lower_case(std::string_view text);  // of ASCII
std::vector<std::string> words_in(std::string_view text);
// "a, b or c"
std::string either(const std::vector<std::string>& items);
// "3 tickets", "1 ticket"
std::string counted(int count, std::string_view thing);

// Up to three of the candidates that look most like the text; none if nothing looks like it.
std::vector<std::string> closest(std::string_view text, const std::vector<std::string>& candidates);

bool is_utf8(std::string_view text);

}  // namespace perron::terminal
