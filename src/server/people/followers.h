// Who follows a table, on which connections, and how many kinds of eyes see its game. Knows no messages and no connections
// beyond their ids.
#pragma once

#include <optional>
#include <vector>

#include "server/people/client.h"
#include "server/people/seating.h"
#include "server/people/user_tables.h"

namespace perron::server {

class Followers {
 public:
  struct Follower {
    ClientId client;
    UserId user;
  };

  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  std::vector<Follower> copy() const { return {all_.begin(), all_.end()}; }  // for loops in which some leave

  // Requires that it does not follow yet. If it throws, nothing has changed.
  void add(ClientId client, UserId user, Concern concern);
  std::optional<UserId> remove(ClientId client);  // nothing: it did not follow
  void clear() { all_.clear(); }

  bool has(ClientId client) const;
  bool has(UserId user) const { return client_of(user).has_value(); }
  std::optional<ClientId> client_of(UserId user) const;  // their first

  std::size_t watching(Seats seats) const;  // without a seat
  // Each once: one text for each of them reaches all followers.
  std::vector<Viewer> viewers(Seats seats) const;

 private:
  struct Entry : Follower {
    Concern concern;
  };
  std::vector<Entry> all_;
};

}  // namespace perron::server
