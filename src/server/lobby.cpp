#include "server/lobby.h"

#include <utility>

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
  loop_.after(settings_.lobby_pause, [this, alive = std::weak_ptr(alive_)] {
    if (!alive.expired()) tell();
  });
  telling_ = true;  // not before: without memory for the timer nothing would ever be told
}

std::vector<TableId> Lobby::newest() const {
  std::vector<TableId> out;
  for (auto it = by_time_.rbegin(); it != by_time_.rend() && out.size() < settings_.lobby_entries; ++it) out.push_back(it->second);
  return out;
}

std::string Lobby::whole_text() const {
  std::vector<std::string_view> entries;
  for (const auto table : newest()) entries.push_back(entries_.at(table).second);
  return wire::lobby_text(wire::Whole::yes, entries, {});
}

std::string Lobby::tables_json() const {
  wire::JsonText out(4096);
  out.begin('{').key("tables").begin('[');
  for (const auto table : newest()) out.raw(entries_.at(table).second);
  return out.end(']').end('}').take();
}

// A table that goes makes room for an older one, and a new one may take the place of the oldest: both are news.
void Lobby::tell() {
  telling_ = false;
  loop_.doing("lobby news");
  const auto tables = newest();
  std::set<TableId> now(tables.begin(), tables.end());
  std::vector<std::string_view> entries;
  for (const auto table : tables)
    if (changed_.contains(table) || !told_.contains(table)) entries.push_back(entries_.at(table).second);
  auto gone_tables = std::exchange(changed_, {});
  gone_tables.merge(told_);
  std::vector<std::string> gone;
  for (const auto table : gone_tables)
    if (!now.contains(table)) gone.push_back(to_text(table));
  told_ = std::move(now);
  const auto message = wire::lobby_text(wire::Whole::no, entries, gone);
  for (const auto& [id, connection] : people_.all())
    if (connection.lobby) people_.send(id, message);
}

}  // namespace perron::server
