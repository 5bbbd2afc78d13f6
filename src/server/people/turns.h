// Messages that wait for their turn. A client's messages are taken one after the other: while one of them needs something of the
// store before its table is known, those that follow wait here. They outlive the connection, since what was asked before it ended
// is still done.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/people/asker.h"

namespace perron::server {

class Turns {
 public:
  explicit Turns(std::size_t most) : most_(most) {}

  bool waits(ClientId client) const { return clients_.contains(client); }
  // From now on messages of this client wait, until it has been let go and next() finds none. `asker` is who sends them.
  void hold(const Asker& asker);
  void let_go(ClientId client) noexcept;
  void forget(ClientId client) noexcept { clients_.erase(client); }  // with all that waits

  // Both require a client that waits. False: too many wait already.
  bool add(ClientId client, std::string_view message);
  const Asker& asker(ClientId client) const { return clients_.at(client).asker; }
  // The next message of a client, unless it is held; nothing, and the client no longer waits, if there is none.
  std::optional<std::string> next(ClientId client);

  void merged(UserId guest, const Identity& account);  // what the guest has asked for is the account's

 private:
  struct Client {
    Asker asker;
    bool held = true;
    std::deque<std::string> messages;
  };
  const std::size_t most_;  // of one client
  std::unordered_map<ClientId, Client> clients_;
};

}  // namespace perron::server
