// Counters of the network, and the text form that Prometheus reads. All is counted on the loop's thread, so plain numbers do:
// no library, no locks.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/histogram.h"
#include "net/run/handler_times.h"

namespace perron::net {

enum class Cut : std::uint8_t { too_many, too_many_of_address, too_fast, slow_reader, too_big, silent, broken, origin, host };
inline constexpr std::array<std::string_view, 9> kCutNames = {
    "connections", "address_connections", "rate", "slow_reader", "size", "silent", "broken", "origin", "host"};

// Where an exception was thrown: it has ended that session, that newcomer, or that handler of the loop.
enum class Fault : std::uint8_t { session, accept, loop };
inline constexpr std::array<std::string_view, 3> kFaultNames = {"session", "accept", "loop"};

struct Metrics {
  std::uint64_t accepted = 0, requests = 0, sockets_opened = 0;
  std::int64_t connections = 0, sockets = 0;
  std::uint64_t messages_in = 0, messages_out = 0, bytes_in = 0, bytes_out = 0;
  std::uint64_t messages_refused = 0, requests_refused = 0;  // for rate
  std::uint64_t logins = 0, failed_logins = 0, delayed_logins = 0, busy_logins = 0, guests = 0, accounts = 0;
  std::array<std::uint64_t, 6> by_status{};  // 1xx .. 5xx at 1 .. 5
  std::array<std::uint64_t, kCutNames.size()> cuts{};
  std::array<std::uint64_t, kFaultNames.size()> exceptions{};

  Histogram loop_lag;  // how late a timer of the loop comes
  HandlerTimes handlers;

  void cut(Cut why) { ++cuts[static_cast<std::size_t>(why)]; }
};

class MetricsText {
 public:
  enum class Type : std::uint8_t { counter, gauge };
  // The label, if any, as `name="value"`; a name is described when it first comes.
  void add(std::string_view name, Type type, std::string_view help, double value, std::string_view label = {});
  void add(std::string_view name, std::string_view help, const Histogram& histogram, std::string_view label = {});
  std::string take() { return std::move(text_); }

 private:
  void describe(std::string_view name, std::string_view type, std::string_view help);
  void line(std::initializer_list<std::string_view> name, std::string_view label, double value);

  std::string text_, last_;
};

void add_metrics(MetricsText& out, const Metrics& metrics);
// Resident memory, open files, time on the processor, from /proc.
void add_process_metrics(MetricsText& out);

}  // namespace perron::net
