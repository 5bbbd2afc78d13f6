// What can be set about the server: one table for flags, environment (PERRON_...), a file and their help. A flag wins over
// the environment, that over the file, that over the default.
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

  std::vector<std::string> origins;  // of pages that may speak with us besides our own
  std::vector<std::string> hosts;    // names by which browsers may reach us, besides addresses and localhost
  std::vector<std::string> proxies;  // addresses whose X-Forwarded-For is believed
  bool open_metrics = false;         // /metrics for everybody, not only for this machine

  std::vector<std::string> boards;  // files of more boards to play on

  int think_threads = 0;  // of computer players; 0: one less than cores, at least one
  int max_connections = 10000;
  int max_connections_per_address = 200;
  int max_tables_per_user = 50;
  int max_tables_per_address = 200;
  int table_rate = 60, table_burst = 100;        // new tables of one address, per minute
  int computer_delay = 900;                      // ms: a computer player acts no sooner
  int gone_seconds = 120;                        // a person away for so long while others wait is replaced
  int host_gone_seconds = 120;                   // a waiting table without its host passes to somebody else
  int evict_seconds = 60;                        // a game that nobody follows leaves memory
  int message_bytes = 16 << 10;                  // the longest of a client
  int backlog_bytes = 1 << 20;                   // what may wait for a slow reader before it is cut
  int backlog_address_bytes = 8 << 20;           // the same for all readers at one address: the slowest are cut
  int backlog_total_bytes = 64 << 20;            // the same for all readers
  int drain_seconds = 30;                        // a reader that takes nothing for so long while something waits is cut
  int send_buffer_bytes = 64 << 10;              // of the system, for each connection; Linux takes twice as much for its own records
  int socket_rate = 50, socket_burst = 200;      // messages a second
  int address_rate = 400, address_burst = 2000;  // messages and requests a second, all connections together
  int idle_seconds = 60;                         // without a sign of life; a ping goes out after half of it
  int compress_from = 1024;                      // bytes of a message; shorter ones go as they are
};

struct Setting {
  std::string_view name;  // as in --name, PERRON_NAME and "name = value"
  std::string_view type;  // of the value, for the help
  std::string_view help;
  // A sentence if the value will not do.
  std::string (*set)(Settings&, std::string_view value);
};
std::span<const Setting> settings_table();

std::string environment_name(std::string_view setting);  // PERRON_LISTEN

using Given = std::map<std::string, std::string, std::less<>>;  // name -> value

// "name = value" lines; # begins a comment. The error is a sentence with the line.
std::string read_settings_file(std::string_view text, Given& out);
// What the environment has.
Given settings_of_environment();
// All three, weakest first. A sentence that names the source, if something will not do.
std::string apply_settings(Settings& settings, const Given& file, const Given& environment, const Given& flags);

// Where data goes if nobody says: $XDG_STATE_HOME/perron, ~/.local/state/perron; systemd's STATE_DIRECTORY first.
std::string data_folder();
// As it is written in settings: an IPv4 address that came by an IPv6 socket (::ffff:192.0.2.1) without what stands before it.
std::string plain_address(std::string address);
// Only this machine can reach it.
bool is_loopback(std::string_view address);

}  // namespace perron::net
