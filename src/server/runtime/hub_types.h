// Small types that the hub, its rooms and the network share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/runtime/loop.h"
#include "store/ids.h"
#include "wire/refusal_code.h"
#include "wire/request.h"

namespace perron::server {

using wire::RefusalCode;

struct Identity {
  UserId user = kNobody;
  std::string name;
  bool account = false;  // has a password; else a guest
};
// A name is marked as an account's only where it is the account's own: in pass and play a person may type any name for a seat.
inline bool shows_account(const Identity& who, std::string_view name) { return who.account && who.name == name; }

// A reader over HTTP, who may be anonymous, and their address.
struct Reader {
  std::optional<UserId> user;
  std::string address;
};

// Why a request over HTTP gets no answer: a status and a body like that of a refused message.
struct HttpRefusal {
  int status;
  RefusalCode code;
  std::string sentence{sentence_of(code)};
  int retry_after = 5;  // seconds, for those that may pass
};

// Numbers for /metrics and /healthz. Totals count from the start of the process.
struct HubStats {
  std::size_t clients = 0, streams = 0;         // connections; tables that they follow
  std::size_t tables_open = 0, games_live = 0;  // not yet begun; begun and not over
  std::size_t games_unreadable = 0;             // that somebody has asked for since the start
  std::size_t rooms_in_memory = 0, writes_pending = 0;
  std::size_t thinking = 0, thinking_waits = 0;  // computer players' jobs
  std::size_t background = 0;                    // games being loaded or read off the loop, and those that wait for it
  std::uint64_t requests = 0, refusals = 0, actions = 0, computer_actions = 0, undos = 0, chat_lines = 0;
  std::uint64_t games_begun = 0, games_ended = 0, timeouts = 0, snapshots = 0, resumed = 0, messages = 0, bytes = 0;
  std::uint64_t store_errors = 0, hosts_changed = 0;
  // Questions to computer players, by the level asked for and the lower one that answered.
  std::array<std::array<std::uint64_t, wire::kLevelNames.size()>, wire::kLevelNames.size()> shortened{};
};

}  // namespace perron::server
