#include "net/run/log.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

namespace perron::net {
namespace {

std::string time_text() {
  const auto now = std::chrono::system_clock::now();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char day[32], text[48];
  std::strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text, sizeof text, "%s.%03dZ", day, static_cast<int>(ms % 1000));
  return text;
}

}  // namespace

std::string_view to_text(LogLevel level) {
  switch (level) {
    case LogLevel::debug: return "debug";
    case LogLevel::info: return "info";
    case LogLevel::warning: return "warning";
    case LogLevel::error: return "error";
  }
  return "";
}

void Log::write(LogLevel level, std::string_view event, std::span<const LogField> fields) const {
  if (!wants(level)) return;
  nlohmann::ordered_json line = {{"time", time_text()}, {"level", to_text(level)}, {"event", event}};
  for (const auto& field : fields) std::visit([&](const auto& value) { line[std::string(field.name)] = value; }, field.value);
  const auto text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  line.clear();  // its destructor would allocate otherwise: see empty_json
  // One call per line, so that lines of several threads do not mix. A log that can't be written does not stop the server.
  [[maybe_unused]] const auto written = ::write(file_, text.data(), text.size());
}

}  // namespace perron::net
