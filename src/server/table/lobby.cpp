#include "server/table/lobby.h"

#include <utility>

#include "base/rollback.h"
#include "wire/messages.h"

namespace perron::server {

void Lobby::put(TableId table, std::optional<Listing> listing) {
  const auto it = listings_.find(table);
  if (it == listings_.end() && !listing) return;
  if (it != listings_.end() && listing && it->second == *listing) return;
  dirty_ = true;
  if (it == listings_.end() || !listing || it->second.entry != listing->entry) changed_.insert(table);
  if (it != listings_.end()) {
    order_.remove(table, it->second.rank);
    listings_.erase(it);
  }
  if (listing) {
    const auto& added = listings_.emplace(table, std::move(*listing)).first->second;
    Rollback rollback([&] { listings_.erase(table); });
    order_.add(table, added.rank);
    rollback.release();
  }
  send_soon();
}

void Lobby::send_soon() {
  if (timer_runs_ || !dirty_) return;
  loop_.after(settings_.lobby_pause, [this, alive = std::weak_ptr(alive_)] {
    if (!alive.expired()) send_news();
  });
  timer_runs_ = true;  // not before: without memory for the timer nothing would ever be sent
}

std::string Lobby::whole_text() {
  std::vector<std::string_view> entries;
  for (const auto table : order_.shown()) {
    entries.push_back(listings_.at(table).entry);
    seen_.insert(table);
  }
  return wire::lobby_text(wire::Whole::yes, entries, {});
}

std::string Lobby::tables_json() {
  wire::JsonText out(4096);
  out.begin('{').key("tables").begin('[');
  for (const auto table : order_.shown()) out.raw(listings_.at(table).entry);
  return out.end(']').end('}').take();
}

// A table that goes makes room for an older one, and a new one may take another's place: both are news.
void Lobby::send_news() {
  timer_runs_ = false;
  loop_.doing("lobby news");
  const auto& tables = order_.shown();
  // Nothing counts as sent before the message exists.
  std::set<TableId> now(tables.begin(), tables.end());
  std::vector<std::string_view> entries;
  for (const auto table : tables)
    if (changed_.contains(table) || !sent_.contains(table)) entries.push_back(listings_.at(table).entry);
  std::vector<std::string> gone;
  for (const auto* known : {&sent_, &seen_})
    for (const auto table : *known)
      if (!now.contains(table) && (known == &sent_ || !sent_.contains(table))) gone.push_back(to_text(table));
  const bool news = !entries.empty() || !gone.empty();
  const auto message = news ? wire::lobby_text(wire::Whole::no, entries, gone) : std::string();
  dirty_ = false;
  changed_.clear();
  seen_.clear();
  sent_ = std::move(now);
  if (!news) return;
  for (const auto& [id, connection] : people_.all())
    if (connection.lobby) people_.send(id, message);
}

}  // namespace perron::server
