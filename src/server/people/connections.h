// All connections: who is connected, what they follow, and how to reach them. Knows no tables beyond their ids.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/people/client.h"
#include "server/runtime/hub_types.h"
#include "store/ids.h"

namespace perron::server {

struct Connection {
  Client* client = nullptr;
  Identity who;
  std::string address;   // network address group; empty: not known
  Milliseconds lag = 0;  // half of it is the way here
  bool lobby = false;
  std::vector<TableId> follows;
  std::unordered_set<UserId> muted;  // the person's, the same on all connections
};

class Connections {
 public:
  explicit Connections(HubStats& stats) : stats_(stats) {}

  // If it throws, nothing has changed.
  ClientId add(Client& client, const Identity& who, std::string address);
  // Returns the tables that it followed. Allocates nothing, so that removal never fails.
  std::vector<TableId> remove(ClientId id) noexcept;
  Connection* find(ClientId id);
  void send(ClientId id, std::string_view message);
  // Its connection ends for an error of ours: whatever it waits for, it learns by coming back.
  void fail(ClientId id) noexcept;
  void fail_user(UserId user) noexcept;  // all of their connections
  void send_to_user(UserId user, std::string_view message);
  void set_mute(UserId user, UserId other, bool on);
  bool is_online(UserId user) const { return by_user_.contains(user); }
  Milliseconds lag_of(UserId user) const;  // of the slowest of their connections
  void rename(const Identity& who);
  void mute_as(UserId guest, UserId account);  // mutes the account for everyone who has muted the guest

  std::unordered_map<ClientId, Connection>& all() { return all_; }

 private:
  HubStats& stats_;
  std::uint64_t next_ = 1;
  std::unordered_map<ClientId, Connection> all_;
  std::unordered_map<UserId, std::vector<ClientId>> by_user_;
};

}  // namespace perron::server
