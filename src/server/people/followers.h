// The followers of a table: on which connections, and which viewers see its game. Knows no messages and no connections beyond their ids.
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
  std::vector<Follower> copy() const { return {all_.begin(), all_.end()}; }  // for loops that remove followers

  // Requires that it does not follow yet. If it throws, nothing has changed.
  void add(ClientId client, UserId user, TableRegistration registration);
  std::optional<UserId> remove(ClientId client);  // nothing: it did not follow
  void clear() { all_.clear(); }

  bool has(ClientId client) const;
  bool has(UserId user) const { return client_of(user).has_value(); }
  std::optional<ClientId> client_of(UserId user) const;  // their first

  std::size_t watching(Seats seats) const;  // without a seat
  // Each viewer once: one text per viewer reaches all followers.
  std::vector<Viewer> viewers(Seats seats) const;

 private:
  struct Entry : Follower {
    TableRegistration registration;
  };
  std::vector<Entry> all_;
};

}  // namespace perron::server
