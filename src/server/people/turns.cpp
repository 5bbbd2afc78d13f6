#include "server/people/turns.h"

#include <utility>

namespace perron::server {

void Turns::hold(const Asker& asker) {
  if (const auto it = clients_.find(asker.client); it != clients_.end()) it->second.held = true;
  else clients_.emplace(asker.client, Client{asker, true, {}});
}

void Turns::let_go(ClientId client) noexcept {
  if (const auto it = clients_.find(client); it != clients_.end()) it->second.held = false;
}

bool Turns::add(ClientId client, std::string_view message) {
  auto& messages = clients_.at(client).messages;
  if (messages.size() >= most_) return false;
  messages.emplace_back(message);
  return true;
}

std::optional<std::string> Turns::next(ClientId client) {
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

void Turns::merged(UserId guest, const Identity& account) {
  for (auto& [id, client] : clients_)
    if (client.asker.who.user == guest) client.asker.who = account;
}

}  // namespace perron::server
