// The log: one JSON object per line on standard error, from any thread. Callers pass names, counts and ids, never a token, a
// password, a client's message or anything secret of a game.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace perron::net {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
std::string_view to_text(LogLevel level);

struct LogField {
  std::string_view name;
  std::variant<std::string, std::int64_t, double> value;

  LogField(const std::pair<const std::string, std::string>& both) : name(both.first), value(both.second) {}
  LogField(std::string_view n, std::string text) : name(n), value(std::move(text)) {}
  LogField(std::string_view n, const char* text) : name(n), value(std::string(text)) {}
  LogField(std::string_view n, std::string_view text) : name(n), value(std::string(text)) {}
  LogField(std::string_view n, std::int64_t number) : name(n), value(number) {}
  LogField(std::string_view n, int number) : name(n), value(std::int64_t{number}) {}
  LogField(std::string_view n, std::size_t number) : name(n), value(static_cast<std::int64_t>(number)) {}
  LogField(std::string_view n, double number) : name(n), value(number) {}
};

class Log {
 public:
  explicit Log(LogLevel threshold, int file = 2) : threshold_(threshold), file_(file) {}
  bool wants(LogLevel level) const { return level >= threshold_; }
  // {"time":"2025-01-31T12:00:00.123Z","level":"info","event":"started",...}
  void write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {}) const {
    write(level, event, std::span(fields.begin(), fields.size()));
  }
  void write(LogLevel level, std::string_view event, std::span<const LogField> fields) const;

 private:
  LogLevel threshold_;
  int file_;
};

}  // namespace perron::net
