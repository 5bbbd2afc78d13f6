#include "net/run/settings.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstdlib>

#include "base/members.h"

namespace perron::net {
namespace {

std::string number(std::string_view text, Range range, int& out) {
  const auto value = whole_number_in(text, range);
  if (!value) return "must be " + text_of(range);
  out = *value;
  return "";
}

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (!trimmed(part).empty()) out.emplace_back(trimmed(part));
  }
  return out;
}

std::string set_origins(Settings& s, std::string_view text) {
  auto origins = list_of(text);
  for (const auto& one : origins) {
    const auto host = one.starts_with("https://") ? one.substr(8) : one.starts_with("http://") ? one.substr(7) : std::string();
    if (host.empty() || host.find_first_of("/?#@ ") != std::string::npos)
      return "must be origins as browsers send them, e.g. https://play.example.org, without a path; " + one + " is none";
  }
  s.origins = std::move(origins);
  return "";
}

// Host names as in a URL, without a port: every port is accepted.
std::string set_hosts(Settings& s, std::string_view text) {
  auto hosts = list_of(text);
  for (auto& one : hosts) {
    for (auto& c : one) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (one.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-._") != std::string::npos)
      return "must be host names, e.g. play.example.org, without http:// and without a port; " + one + " is none";
  }
  s.hosts = std::move(hosts);
  return "";
}

std::string set_proxies(Settings& s, std::string_view text) {
  auto proxies = list_of(text);
  for (auto& one : proxies) {
    in6_addr out{};  // room for both kinds
    if (inet_pton(AF_INET, one.c_str(), &out) != 1 && inet_pton(AF_INET6, one.c_str(), &out) != 1)
      return "must be IP addresses, e.g. 127.0.0.1; " + one + " is none";
    char written[INET6_ADDRSTRLEN] = {};  // as addresses of connections are
    if (inet_pton(AF_INET6, one.c_str(), &out) == 1) one = plain_address(inet_ntop(AF_INET6, &out, written, sizeof written));
  }
  s.proxies = std::move(proxies);
  return "";
}

std::string set_listen(Settings& s, std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return "must be ADDRESS:PORT, e.g. 127.0.0.1:8080 or [::1]:8080";
  auto address = text.substr(0, colon);
  if (address.size() > 2 && address.front() == '[' && address.back() == ']') address = address.substr(1, address.size() - 2);
  if (address == "localhost") address = "127.0.0.1";
  if (address == "*" || address.empty()) address = "0.0.0.0";
  auto wrong = number(text.substr(colon + 1), {0, 65535}, s.port);
  if (!wrong.empty()) return "the port " + wrong;
  s.address = address;
  return "";
}

std::string set_log(Settings& s, std::string_view text) {
  for (const auto level : {LogLevel::debug, LogLevel::info, LogLevel::warning, LogLevel::error})
    if (text == to_text(level)) {
      s.log = level;
      return "";
    }
  return "must be debug, info, warning or error";
}

std::string set_open_metrics(Settings& s, std::string_view text) {
  if (text != "local" && text != "everybody") return "must be local or everybody";
  s.open_metrics = text == "everybody";
  return "";
}

template <int Settings::*field, int least, int most>
std::string set_number(Settings& s, std::string_view text) {
  return number(text, {least, most}, s.*field);
}

constexpr Setting kTable[] = {
    {"listen", "ADDRESS:PORT", "where to listen; port 0 takes a free one (default 127.0.0.1:8080)", set_listen},
    {"data", "DIR", "where games and accounts are kept (default: the state folder of the user)",
     [](Settings& s, std::string_view text) -> std::string {
       if (text.empty()) return "must name a folder";
       s.data = text;
       return "";
     }},
    {"log", "LEVEL", "debug, info, warning or error (default info)", set_log},
    {"origins", "LIST", "origins of other pages that may connect, e.g. https://play.example.org", set_origins},
    {"hosts", "LIST", "names by which browsers may reach this server, besides IP addresses and localhost, e.g. play.example.org",
     set_hosts},
    {"proxies", "LIST", "addresses of proxies whose X-Forwarded-For is trusted, e.g. 127.0.0.1", set_proxies},
    {"boards", "LIST", "files of boards to offer besides the built-in ones",
     [](Settings& s, std::string_view text) -> std::string {
       s.boards = list_of(text);
       return "";
     }},
    {"metrics", "WHOM", "who may read /metrics: local or everybody (default local)", set_open_metrics},
    {"think-threads", "N", "for computer players; 0: one less than there are cores", set_number<&Settings::think_threads, 0, 256>},
    {"max-connections", "N", "at once (default 10000)", set_number<&Settings::max_connections, 1, 1000000>},
    {"max-connections-per-address", "N", "at once (default 200)", set_number<&Settings::max_connections_per_address, 1, 1000000>},
    {"max-tables-per-user", "N", "waiting or playing at once (default 50)", set_number<&Settings::max_tables_per_user, 1, 1000000>},
    {"max-tables-per-address", "N", "waiting or playing at once, made by everyone at one address in the last 24 hours (default 200)",
     set_number<&Settings::max_tables_per_address, 1, 1000000>},
    {"table-rate", "N", "new tables per minute from one address (default 60)", set_number<&Settings::table_rate, 1, 1000000>},
    {"table-burst", "N", "new tables at once from one address (default 100)", set_number<&Settings::table_burst, 1, 1000000>},
    {"computer-delay", "MS", "minimum time for a computer player's action, so that people can follow (default 900)",
     set_number<&Settings::computer_delay, 0, 60000>},
    {"gone-seconds", "N", "a computer player replaces a person who is away for this long while others wait (default 120)",
     set_number<&Settings::gone_seconds, 1, 1000000>},
    {"host-gone-seconds", "N",
     "when the host of a waiting table is away for this long, the next player present becomes the host; with nobody there, the table "
     "leaves the lobby (default 120)",
     set_number<&Settings::host_gone_seconds, 1, 1000000>},
    {"evict-seconds", "N", "a game without followers is unloaded after this time, and loaded again when needed (default 60)",
     set_number<&Settings::evict_seconds, 1, 1000000>},
    {"message-bytes", "N", "longest message from a client (default 16384)", set_number<&Settings::message_bytes, 1024, 1 << 20>},
    {"backlog-bytes", "N", "unsent bytes of one connection, beyond which it is closed (default 1048576)",
     set_number<&Settings::backlog_bytes, 64 << 10, 1 << 28>},
    {"backlog-address-bytes", "N",
     "unsent bytes of all connections from one address, beyond which the slowest are closed (default 8388608)",
     set_number<&Settings::backlog_address_bytes, 64 << 10, 1 << 30>},
    {"backlog-total-bytes", "N", "unsent bytes of all connections, beyond which the slowest are closed (default 67108864)",
     set_number<&Settings::backlog_total_bytes, 64 << 10, 1 << 30>},
    {"drain-seconds", "N", "a connection that takes no data for this long while some waits is closed (default 30)",
     set_number<&Settings::drain_seconds, 1, 3600>},
    {"send-buffer-bytes", "N", "what the system buffers for each connection (default 65536)",
     set_number<&Settings::send_buffer_bytes, 4096, 1 << 26>},
    {"socket-rate", "N", "messages per second from one socket (default 50)", set_number<&Settings::socket_rate, 1, 1000000>},
    {"socket-burst", "N", "messages at once from one socket (default 200)", set_number<&Settings::socket_burst, 1, 1000000>},
    {"address-rate", "N", "messages and requests per second from one address (default 400)",
     set_number<&Settings::address_rate, 1, 10000000>},
    {"address-burst", "N", "messages and requests at once from one address (default 2000)",
     set_number<&Settings::address_burst, 1, 10000000>},
    {"idle-seconds", "N", "a client that is silent for this long is disconnected; pings go out before (default 60)",
     set_number<&Settings::idle_seconds, 2, 3600>},
    {"compress-from", "N", "messages from this size in bytes are compressed (default 1024)",
     set_number<&Settings::compress_from, 0, 1 << 30>},
};

std::string apply(Settings& settings, const SettingValues& given, const std::function<std::string(std::string_view)>& called) {
  for (const auto& [name, value] : given) {
    const auto at = std::find_if(std::begin(kTable), std::end(kTable), [&](const Setting& s) { return s.name == name; });
    if (at == std::end(kTable)) return called(name) + " is not a setting";
    const auto wrong = at->set(settings, value);
    if (!wrong.empty()) return called(name) + " " + wrong;
  }
  return "";
}

}  // namespace

std::span<const Setting> settings_table() { return kTable; }

std::string environment_name(std::string_view setting) {
  std::string out = "PERRON_";
  for (const char c : setting) out += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return out;
}

std::string read_settings_file(std::string_view text, SettingValues& out) {
  for (int line = 1; !text.empty(); ++line) {
    const auto whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), whole.size() + 1));
    const auto said = trimmed(whole.substr(0, whole.find('#')));
    if (said.empty()) continue;
    const auto equals = said.find('=');
    const auto place = "line " + std::to_string(line) + ": ";
    if (equals == std::string_view::npos) return place + "must be NAME = VALUE";
    if (!out.emplace(trimmed(said.substr(0, equals)), trimmed(said.substr(equals + 1))).second) return place + "a name for the second time";
  }
  return "";
}

SettingValues environment_settings() {
  SettingValues out;
  for (const auto& setting : kTable)
    if (const char* value = std::getenv(environment_name(setting.name).c_str())) out.emplace(setting.name, value);
  return out;
}

std::string apply_settings(Settings& settings, const SettingValues& file, const SettingValues& environment, const SettingValues& flags) {
  auto wrong = apply(settings, file, [](std::string_view name) { return "the settings file: " + std::string(name); });
  if (wrong.empty()) wrong = apply(settings, environment, [](std::string_view name) { return environment_name(name); });
  if (wrong.empty()) wrong = apply(settings, flags, [](std::string_view name) { return "--" + std::string(name); });
  return wrong;
}

std::string data_folder() {
  const auto value = [](const char* name) -> std::string {
    const char* text = std::getenv(name);
    return text ? text : "";
  };
  if (const auto systemd = value("STATE_DIRECTORY"); !systemd.empty()) return systemd.substr(0, systemd.find(':'));
  if (const auto state = value("XDG_STATE_HOME"); !state.empty()) return state + "/perron";
  if (const auto home = value("HOME"); !home.empty()) return home + "/.local/state/perron";
  return "perron-data";
}

std::string plain_address(std::string address) {
  in6_addr six{};
  if (inet_pton(AF_INET6, address.c_str(), &six) != 1 || !IN6_IS_ADDR_V4MAPPED(&six)) return address;
  char out[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, six.s6_addr + 12, out, sizeof out);
  return out;
}

bool is_loopback(std::string_view address) { return address.starts_with("127.") || address == "::1"; }

}  // namespace perron::net
