#include "server/lobby.h"

#include "wire/messages.h"

namespace perron::server {

void Lobby::put(TableId table, Milliseconds time, std::optional<std::string> entry) {
  const auto it = entries_.find(table);
  if (it == entries_.end() && !entry) return;
  if (it != entries_.end()) {
    if (entry && it->second.second == *entry) return;
    by_time_.erase({it->second.first, table});
    entries_.erase(it);
  }
  if (entry) {
    entries_[table] = {time, std::move(*entry)};
    by_time_.emplace(time, table);
  }
  changed_.insert(table);
  if (telling_) return;
  telling_ = true;
  loop_.after(settings_.lobby_pause, [this, alive = std::weak_ptr(alive_)] {
    if (!alive.expired()) tell();
  });
}

std::vector<std::string_view> Lobby::newest() const {
  std::vector<std::string_view> out;
  for (auto it = by_time_.rbegin(); it != by_time_.rend() && out.size() < settings_.lobby_entries; ++it)
    out.push_back(entries_.at(it->second).second);
  return out;
}

std::string Lobby::whole_text() const { return wire::lobby_text(wire::Whole::yes, newest(), {}); }

std::string Lobby::tables_json() const {
  wire::JsonText out(4096);
  out.begin('{').key("tables").begin('[');
  for (const auto entry : newest()) out.raw(entry);
  return out.end(']').end('}').take();
}

void Lobby::tell() {
  telling_ = false;
  std::vector<std::string_view> entries;
  std::vector<std::string> gone;
  for (const auto table : changed_) {
    const auto it = entries_.find(table);
    if (it == entries_.end()) gone.push_back(to_text(table));
    else if (entries.size() < settings_.lobby_entries) entries.push_back(it->second.second);
  }
  changed_.clear();
  const auto message = wire::lobby_text(wire::Whole::no, entries, gone);
  for (const auto& [id, connection] : people_.all())
    if (connection.lobby) people_.send(id, message);
}

}  // namespace perron::server
