// Per-client queues that keep messages in order. A client's messages are handled one at a time: while one of them waits for the store to
// name its table, the later ones wait here. The queues outlive the connection, because requests sent before it closed are still served.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/people/requester.h"

namespace perron::server {

class ClientQueues {
 public:
  explicit ClientQueues(std::size_t most) : most_(most) {}

  bool waits(ClientId client) const { return clients_.contains(client); }
  // From now on messages of this client wait, until it is released and next() finds none. `requester` sends them.
  void hold(const Requester& requester);
  void release(ClientId client) noexcept;
  void forget(ClientId client) noexcept { clients_.erase(client); }  // with all that waits

  // Both require a client that waits. False: too many wait already.
  bool add(ClientId client, std::string_view message);
  const Requester& requester(ClientId client) const { return clients_.at(client).requester; }
  // The next message of a client, unless it is held; nothing, and the client no longer waits, if there is none.
  std::optional<std::string> next(ClientId client);

  void merged(UserId guest, const Identity& account);  // what the guest has asked for is the account's

 private:
  struct Client {
    Requester requester;
    bool held = true;
    std::deque<std::string> messages;
  };
  const std::size_t most_;  // of one client
  std::unordered_map<ClientId, Client> clients_;
};

}  // namespace perron::server
