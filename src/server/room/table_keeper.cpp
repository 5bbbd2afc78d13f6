#include "server/room/table_keeper.h"

#include <algorithm>

namespace perron::server {

namespace {

std::vector<Change> one(Change change) {
  std::vector<Change> out;
  out.push_back(std::move(change));
  return out;
}

}  // namespace

void TableKeeper::create(const Asker& asker) {
  new_ = true;
  queue_.write(one(SaveTable{parts_.table.row()}), &asker, [this](const Asker* who) {
    new_ = false;
    queue_.answer(*who, wire::begin_ok(who->id).field("table", to_text(parts_.table.row().id)).end('}').take());
    attendance_.follow(*who);
    parts_.tell_table();
    settle();
  });
}

void TableKeeper::save(TableRow next, const Asker& asker, std::function<void(const Asker&)> answer) {
  auto changes = one(SaveTable{next});
  queue_.write(std::move(changes), &asker, [this, next = std::move(next), answer = std::move(answer)](const Asker* who) {
    parts_.set_row(next);
    parts_.count_as(next.state, who->address);
    if (answer) answer(*who);
    else queue_.ok(*who);
    parts_.tell_table();
    parts_.list();
    settle();
  });
}

void TableKeeper::remove(const Asker* asker) {
  const auto id = parts_.table.row().id;
  queue_.write(one(RemoveTable{id}), asker, [this, id](const Asker* who) {
    parts_.table.close();
    parts_.count_as(std::nullopt);
    parts_.shared.deserted.erase(id);
    if (who) queue_.ok(*who);
    parts_.tell_table();
    parts_.list();
    parts_.shared.alarms.set(id, 0);
    attendance_.send_all_away();
  });
}

// ---- A table that waits.

HostWatch::Presence TableKeeper::presence() const {
  const auto& here = parts_.audience.followers();
  return {here.has(parts_.table.row().owner), parts_.table.anybody_here(here), !here.empty()};
}

void TableKeeper::settle() {
  if (parts_.table.state() != TableState::waiting || parts_.table.closed()) return;
  const auto due = parts_.host.plan(presence(), parts_.shared.loop.now());
  note_deserted();
  parts_.shared.alarms.set(parts_.table.row().id, due);
  parts_.list();
}

// For when the room has left memory.
void TableKeeper::note_deserted() {
  const auto id = parts_.table.row().id;
  if (const auto& deserted = parts_.host.deserted()) parts_.shared.deserted.insert_or_assign(id, *deserted);
  else parts_.shared.deserted.erase(id);
}

void TableKeeper::look() {
  if (parts_.table.state() != TableState::waiting || parts_.table.closed()) return;
  const auto heir = parts_.table.heir(parts_.audience.followers());
  switch (parts_.host.due_deed(presence(), heir != kNobody, parts_.shared.loop.now())) {
    case HostWatch::Deed::wait: return settle();
    case HostWatch::Deed::hand_over: return hand_over(heir);
    case HostWatch::Deed::remove: return remove(nullptr);
  }
}

void TableKeeper::hand_over(UserId next_host) {
  auto next = parts_.table.row();
  next.owner = next_host;
  auto changes = one(SaveTable{next});
  queue_.write(std::move(changes), nullptr, [this, next = std::move(next)](const Asker*) {
    parts_.set_row(next);
    parts_.count_as(next.state);
    ++parts_.shared.stats.hosts_changed;
    parts_.host.hand_over();
    parts_.note_address(next.owner);
    parts_.tell_table();
    settle();
  });
}

}  // namespace perron::server
