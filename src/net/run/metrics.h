// Counters of the network and their Prometheus text format. Only the event loop's thread counts, so plain integers suffice: no locks.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/enum_table.h"
#include "base/histogram.h"
#include "base/indexed.h"
#include "net/run/handler_times.h"

namespace perron::net {

// Why the server closed a connection or rejected a request.
enum class CloseReason : std::uint8_t { too_many, too_many_of_address, too_fast, slow_reader, too_big, silent, broken, origin, host };
inline constexpr std::array kCloseReasons = {Named{CloseReason::too_many, "connections"},
                                             Named{CloseReason::too_many_of_address, "address_connections"},
                                             Named{CloseReason::too_fast, "rate"},
                                             Named{CloseReason::slow_reader, "slow_reader"},
                                             Named{CloseReason::too_big, "size"},
                                             Named{CloseReason::silent, "silent"},
                                             Named{CloseReason::broken, "broken"},
                                             Named{CloseReason::origin, "origin"},
                                             Named{CloseReason::host, "host"}};
static_assert(is_complete(kCloseReasons, CloseReason::host));

// What an exception ended: a session, an accepted connection before its session began, or a handler of the event loop.
enum class ExceptionSource : std::uint8_t { session, accept, loop };
inline constexpr std::array kExceptionSources = {Named{ExceptionSource::session, "session"}, Named{ExceptionSource::accept, "accept"},
                                                 Named{ExceptionSource::loop, "loop"}};
static_assert(is_complete(kExceptionSources, ExceptionSource::loop));

struct Metrics {
  std::uint64_t accepted = 0, requests = 0, sockets_opened = 0;
  std::int64_t connections = 0, sockets = 0;
  std::uint64_t messages_in = 0, messages_out = 0, bytes_in = 0, bytes_out = 0;
  std::uint64_t messages_refused = 0, requests_refused = 0;  // by the rate limits
  std::uint64_t logins = 0, failed_logins = 0, delayed_logins = 0, busy_logins = 0, guests = 0, accounts = 0;
  IdArray<int, std::uint64_t, 6> by_status{};  // 1xx .. 5xx at 1 .. 5
  IdArray<CloseReason, std::uint64_t, static_cast<int>(kCloseReasons.size())> closes{};
  IdArray<ExceptionSource, std::uint64_t, static_cast<int>(kExceptionSources.size())> exceptions{};

  Histogram loop_lag;  // event-loop lag: how late a timer fires
  HandlerTimes handlers;

  void count_close(CloseReason reason) { ++closes[reason]; }
};

class MetricsText {
 public:
  enum class Type : std::uint8_t { counter, gauge };
  // `label` is empty or `name="value"`. HELP and TYPE lines come before the first value of a name.
  void add(std::string_view name, Type type, std::string_view help, double value, std::string_view label = {});
  void add(std::string_view name, std::string_view help, const Histogram& histogram, std::string_view label = {});
  std::string take() { return std::move(text_); }

 private:
  void add_header(std::string_view name, std::string_view type, std::string_view help);
  void add_line(std::initializer_list<std::string_view> name, std::string_view label, double value);

  std::string text_, last_name_;
};

void add_metrics(MetricsText& out, const Metrics& metrics);
// Resident memory and CPU time.
void add_process_metrics(MetricsText& out);

}  // namespace perron::net
