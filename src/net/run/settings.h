// The server's settings: one table for flags, environment variables (PERRON_...), the settings file and their help. A flag overrides
// the environment, which overrides the file, which overrides the default.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "net/run/log.h"

namespace perron::net {

struct Settings {
  std::string address = "127.0.0.1";
  int port = 8080;   // 0: any free one
  std::string data;  // the folder; empty: data_folder()
  LogLevel log = LogLevel::info;

  std::vector<std::string> origins;  // of other pages that may use this server
  std::vector<std::string> hosts;    // Host headers to accept, besides IP addresses and localhost
  std::vector<std::string> proxies;  // addresses whose X-Forwarded-For is trusted
  bool open_metrics = false;         // /metrics for every client, not only for this machine

  std::vector<std::string> boards;  // files of boards besides the built-in ones

  int think_threads = 0;  // of computer players; 0: one less than cores, at least one
  int max_connections = 10000;
  int max_connections_per_address = 200;
  int max_tables_per_user = 50;
  int max_tables_per_address = 200;
  int table_rate = 60, table_burst = 100;        // new tables of one address, per minute
  int computer_delay = 900;                      // ms: a computer player acts no sooner
  int gone_seconds = 120;                        // until a computer player replaces a person who is away while others wait
  int host_gone_seconds = 120;                   // until a waiting table whose host is away gets another host
  int evict_seconds = 60;                        // until a game without followers leaves memory
  int message_bytes = 16 << 10;                  // longest message from a client
  int backlog_bytes = 1 << 20;                   // unsent data of one connection; beyond that it is closed
  int backlog_address_bytes = 8 << 20;           // unsent data for all connections of one address; beyond that the slowest are closed
  int backlog_total_bytes = 64 << 20;            // unsent data for all connections
  int drain_seconds = 30;                        // a connection whose peer acknowledges nothing for this long while data waits is closed
  int send_buffer_bytes = 64 << 10;              // SO_SNDBUF of each connection; Linux doubles it for its bookkeeping
  int socket_rate = 50, socket_burst = 200;      // messages a second
  int address_rate = 400, address_burst = 2000;  // messages and requests a second, all connections together
  int idle_seconds = 60;                         // without a sign of life; pings go out after a third of it
  int compress_from = 1024;                      // bytes of a message; shorter ones are not compressed
};

struct Setting {
  std::string_view name;  // as in --name, PERRON_NAME and "name = value"
  std::string_view type;  // of the value, for the help
  std::string_view help;
  // Returns an error message, or "".
  std::string (*set)(Settings&, std::string_view value);
};
std::span<const Setting> settings_table();

std::string environment_name(std::string_view setting);  // PERRON_LISTEN

using SettingValues = std::map<std::string, std::string, std::less<>>;  // name -> value

// "name = value" lines; # begins a comment. Returns an error message with the line number, or "".
std::string read_settings_file(std::string_view text, SettingValues& out);
// From the environment variables.
SettingValues environment_settings();
// Applies all three, weakest first. Returns an error message that names the source, or "".
std::string apply_settings(Settings& settings, const SettingValues& file, const SettingValues& environment, const SettingValues& flags);

// The default data folder: systemd's STATE_DIRECTORY, else $XDG_STATE_HOME/perron, else ~/.local/state/perron.
std::string data_folder();
// An IPv4-mapped IPv6 address (::ffff:192.0.2.1) as plain IPv4; others unchanged.
std::string plain_address(std::string address);
// Only this machine can reach it.
bool is_loopback(std::string_view address);

}  // namespace perron::net
