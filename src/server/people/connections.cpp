#include "server/people/connections.h"

#include <algorithm>

#include "base/rollback.h"

namespace perron::server {

namespace {

constexpr int kInternalError = 1011;  // docs/protocol.md

}  // namespace

ClientId Connections::add(Client& client, const Identity& who, std::string address) {
  const ClientId id{next_++};
  Connection connection;
  connection.client = &client;
  connection.who = who;
  connection.address = std::move(address);
  const auto at = all_.emplace(id, std::move(connection)).first;
  Rollback rollback([&] {
    if (const auto user = by_user_.find(who.user); user != by_user_.end() && user->second.empty()) by_user_.erase(user);
    all_.erase(at);
  });
  by_user_[who.user].push_back(id);
  rollback.release();
  stats_.clients = all_.size();
  return id;
}

std::vector<TableId> Connections::remove(ClientId id) noexcept {
  const auto it = all_.find(id);
  if (it == all_.end()) return {};
  auto follows = std::move(it->second.follows);
  const auto user = by_user_.find(it->second.who.user);
  std::erase(user->second, id);
  if (user->second.empty()) by_user_.erase(user);
  all_.erase(it);
  stats_.clients = all_.size();
  return follows;
}

Connection* Connections::find(ClientId id) {
  const auto it = all_.find(id);
  return it == all_.end() ? nullptr : &it->second;
}

void Connections::send(ClientId id, std::string_view message) {
  auto* connection = find(id);
  if (!connection) return;
  ++stats_.messages;
  stats_.bytes += message.size();
  connection->client->send(message);
}

void Connections::fail(ClientId id) noexcept {
  if (auto* connection = find(id)) connection->client->close(kInternalError, "internal error");
}

void Connections::fail_user(UserId user) noexcept {
  const auto it = by_user_.find(user);
  if (it == by_user_.end()) return;
  for (const auto id : it->second) fail(id);
}

void Connections::send_to_user(UserId user, std::string_view message) {
  const auto it = by_user_.find(user);
  if (it == by_user_.end()) return;
  for (const auto id : it->second) send(id, message);
}

void Connections::set_mute(UserId user, UserId other, bool on) {
  const auto it = by_user_.find(user);
  if (it == by_user_.end()) return;
  for (const auto id : it->second) {
    auto& muted = all_.at(id).muted;
    if (on) muted.insert(other);
    else muted.erase(other);
  }
}

Milliseconds Connections::lag_of(UserId user) const {
  Milliseconds most = 0;
  const auto it = by_user_.find(user);
  if (it == by_user_.end()) return most;
  for (const auto id : it->second) most = std::max(most, all_.at(id).lag);
  return most;
}

void Connections::rename(const Identity& who) {
  const auto it = by_user_.find(who.user);
  if (it == by_user_.end()) return;
  for (const auto id : it->second) all_.at(id).who = who;
}

void Connections::mute_as(UserId guest, UserId account) {
  for (auto& [id, connection] : all_)
    if (connection.muted.contains(guest)) connection.muted.insert(account);
}

}  // namespace perron::server
