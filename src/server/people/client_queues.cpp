#include "server/people/client_queues.h"

#include <utility>

namespace perron::server {

void ClientQueues::hold(const Requester& requester) {
  if (const auto it = clients_.find(requester.client); it != clients_.end()) it->second.held = true;
  else clients_.emplace(requester.client, Client{requester, true, {}});
}

void ClientQueues::release(ClientId client) noexcept {
  if (const auto it = clients_.find(client); it != clients_.end()) it->second.held = false;
}

bool ClientQueues::add(ClientId client, std::string_view message) {
  auto& messages = clients_.at(client).messages;
  if (messages.size() >= most_) return false;
  messages.emplace_back(message);
  return true;
}

std::optional<std::string> ClientQueues::next(ClientId client) {
  const auto it = clients_.find(client);
  if (it == clients_.end() || it->second.held) return std::nullopt;
  auto& messages = it->second.messages;
  if (messages.empty()) {
    clients_.erase(it);
    return std::nullopt;
  }
  auto message = std::move(messages.front());
  messages.pop_front();
  return message;
}

void ClientQueues::merged(UserId guest, const Identity& account) {
  for (auto& [id, client] : clients_)
    if (client.requester.who.user == guest) client.requester.who = account;
}

}  // namespace perron::server
