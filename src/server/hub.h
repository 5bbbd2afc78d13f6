// All tables and games of this server, and everyone connected to it. Knows no sockets, no HTTP and no passwords: who a client
// is has been settled before connect(). All calls come on the loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/client.h"
#include "server/loop.h"

namespace perron::server {

using UserId = std::int64_t;  // as the store numbers people; guests are people, too

struct Identity {
  UserId user = 0;
  std::string name;
  bool account = false;  // has a password; else a guest
};

// Why a request over HTTP gets no answer: a status and a body like that of a refused message.
struct HttpRefusal {
  int status;
  std::string code, sentence;
};

// Numbers for /metrics and /healthz. Totals count from the start of the process.
struct HubStats {
  std::size_t clients = 0, streams = 0;         // connections; audiences that they follow
  std::size_t tables_open = 0, games_live = 0;  // not yet begun; begun and not over
  std::size_t rooms_in_memory = 0, writes_pending = 0;
  std::size_t thinking = 0, thinking_waits = 0;  // computer players' jobs
  std::uint64_t requests = 0, refusals = 0, actions = 0, computer_actions = 0, undos = 0, chat_lines = 0;
  std::uint64_t games_begun = 0, games_ended = 0, timeouts = 0, snapshots = 0, resumed = 0, messages = 0, bytes = 0;
  std::uint64_t store_errors = 0;
  bool store_ok = true;    // the last write succeeded
  bool recovered = false;  // all unfinished games of the store have been looked at after the start
};

class Hub {
 public:
  // ---- Clients. A Client must live until disconnect() has returned.
  ClientId connect(Client& client, const Identity& who);
  void receive(ClientId client, std::string_view message);  // any bytes may come
  void disconnect(ClientId client);
  // The measured round trip of a connection, for the compensation of lag.
  void set_round_trip(ClientId client, Milliseconds span);

  // ---- People. The store has been changed already.
  void renamed(const Identity& who);                   // a new name, or an account now
  void merged(UserId guest, const Identity& account);  // the seats of a guest belong to an account now

  // ---- Reading, for REST: JSON text, or the record. `who` is nothing for strangers.
  std::string boards_json() const;
  Result<std::string, HttpRefusal> board_json(std::string_view board) const;
  std::string tables_json() const;                                                              // what the lobby shows
  Result<std::string, HttpRefusal> games_json(UserId who, std::string_view before, int count);  // newest first, paged
  Result<std::string, HttpRefusal> game_json(std::string_view game, std::optional<UserId> who);
  Result<std::string, HttpRefusal> game_board_json(std::string_view game, std::optional<UserId> who);  // as it was pinned
  Result<std::string, HttpRefusal> record_text(std::string_view game, std::optional<UserId> who);

  // ---- The process.
  const HubStats& stats() const;
  // Takes no more requests, waits for what is being written, then calls `done`. Clients are told and closed before.
  void stop(std::function<void()> done);
};

}  // namespace perron::server
