#include "net/run/metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <map>

namespace perron::net {

namespace {

std::string number_text(double value) {
  char number[64];
  const bool whole = std::nearbyint(value) == value && std::abs(value) < 9e15;
  const auto end = whole ? std::to_chars(number, number + sizeof number, static_cast<std::int64_t>(value)).ptr
                         : std::to_chars(number, number + sizeof number, value, std::chars_format::fixed).ptr;
  return {number, end};
}

}  // namespace

void MetricsText::add_header(std::string_view name, std::string_view type, std::string_view help) {
  if (last_name_ == name) return;
  last_name_ = name;
  for (const auto part : {std::string_view("# HELP perron_"), name, std::string_view(" "), help, std::string_view("\n# TYPE perron_"), name,
                          std::string_view(" "), type, std::string_view("\n")})
    text_ += part;
}

void MetricsText::add_line(std::initializer_list<std::string_view> name, std::string_view label, double value) {
  text_ += "perron_";
  for (const auto part : name) text_ += part;
  if (!label.empty()) text_.append("{").append(label).append("}");
  text_.append(" ").append(number_text(value)).append("\n");
}

void MetricsText::add(std::string_view name, Type type, std::string_view help, double value, std::string_view label) {
  add_header(name, type == Type::counter ? "counter" : "gauge", help);
  add_line({name}, label, value);
}

void MetricsText::add(std::string_view name, std::string_view help, const Histogram& histogram, std::string_view label) {
  add_header(name, "histogram", help);
  const std::string before = label.empty() ? "" : std::string(label) + ",";
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    so_far += histogram.counts[i];
    const auto bound = i < Histogram::kBounds.size() ? number_text(Histogram::kBounds[i]) : "+Inf";
    add_line({name, "_bucket"}, before + "le=\"" + bound + "\"", static_cast<double>(so_far));
  }
  add_line({name, "_sum"}, label, histogram.seconds);
  add_line({name, "_count"}, label, static_cast<double>(so_far));
}

namespace {

void add_handler_metrics(MetricsText& out, const HandlerTimes& times) {
  const std::map<std::string_view, HandlerTimes::Entry> sorted(times.entries().begin(), times.entries().end());
  const auto label = [](std::string_view name) { return "handler=\"" + std::string(name) + "\""; };
  for (const auto& [name, entry] : sorted)
    out.add("loop_handler_cpu_seconds", "CPU time of each handler of the one thread of all tables.", entry.cpu, label(name));
  for (const auto& [name, entry] : sorted)
    out.add("loop_handler_cpu_max_seconds", MetricsText::Type::gauge, "The longest of them since the start.", entry.longest, label(name));
}

}  // namespace

void add_metrics(MetricsText& out, const Metrics& m) {
  using enum MetricsText::Type;
  const auto of = [](auto value) { return static_cast<double>(value); };
  out.add("connections", gauge, "Open TCP connections.", of(m.connections));
  out.add("sockets", gauge, "Open WebSockets.", of(m.sockets));
  out.add("connections_total", counter, "TCP connections accepted.", of(m.accepted));
  out.add("sockets_total", counter, "WebSockets opened.", of(m.sockets_opened));
  out.add("http_requests_total", counter, "HTTP requests read.", of(m.requests));
  for (int i = 1; i <= 5; ++i)
    out.add("http_responses_total", counter, "HTTP responses by class of status.", of(m.by_status[i]),
            "status=\"" + std::to_string(i) + "xx\"");
  out.add("socket_messages_in_total", counter, "Messages of clients.", of(m.messages_in));
  out.add("socket_messages_out_total", counter, "Messages to clients.", of(m.messages_out));
  out.add("socket_bytes_in_total", counter, "Bytes of messages of clients.", of(m.bytes_in));
  out.add("socket_bytes_out_total", counter, "Bytes of messages to clients, before compression.", of(m.bytes_out));
  out.add("rate_refusals_total", counter, "Refused for coming too fast.", of(m.messages_refused), "what=\"message\"");
  out.add("rate_refusals_total", counter, "", of(m.requests_refused), "what=\"request\"");
  for (const auto& [reason, name] : kCloseReasons)
    out.add("cuts_total", counter, "Connections ended by the server, by reason.", of(m.closes[reason]),
            "reason=\"" + std::string(name) + "\"");
  for (const auto& [source, name] : kExceptionSources)
    out.add("exceptions_total", counter, "Exceptions that ended a session, a newcomer or a handler of the loop.", of(m.exceptions[source]),
            "where=\"" + std::string(name) + "\"");
  add_handler_metrics(out, m.handlers);
  out.add("loop_lag_seconds", "How late the one thread of all tables comes to what is due.", m.loop_lag);
  out.add("guests_total", counter, "Guests made.", of(m.guests));
  out.add("accounts_total", counter, "Accounts made.", of(m.accounts));
  out.add("logins_total", counter, "Log-ins.", of(m.logins), "result=\"ok\"");
  out.add("logins_total", counter, "", of(m.failed_logins), "result=\"refused\"");
  out.add("logins_total", counter, "", of(m.delayed_logins), "result=\"delayed\"");
  out.add("logins_total", counter, "", of(m.busy_logins), "result=\"busy\"");
}

void add_process_metrics(MetricsText& out) {
  using enum MetricsText::Type;
  std::ifstream statm("/proc/self/statm");
  double pages = 0, resident = 0;
  statm >> pages >> resident;
  out.add("process_resident_bytes", gauge, "Resident memory.", resident * static_cast<double>(sysconf(_SC_PAGESIZE)));
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
  out.add("process_cpu_seconds_total", counter, "Time on the processor.", seconds(use.ru_utime) + seconds(use.ru_stime));
}

}  // namespace perron::net
