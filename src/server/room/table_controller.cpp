#include "server/room/table_controller.h"

#include <algorithm>

namespace perron::server {

namespace {

std::vector<Change> one(Change change) {
  std::vector<Change> out;
  out.push_back(std::move(change));
  return out;
}

}  // namespace

void TableController::create(const Requester& requester) {
  new_ = true;
  queue_.write(one(SaveTable{parts_.table.row()}), &requester, [this](const Requester* who) {
    new_ = false;
    queue_.answer(*who, wire::begin_ok(who->id).field("table", to_text(parts_.table.row().id)).end('}').take());
    follow_handler_.follow(*who);
    parts_.send_table();
    schedule();
  });
}

void TableController::save(TableRow next, const Requester& requester, std::function<void(const Requester&)> answer) {
  auto changes = one(SaveTable{next});
  queue_.write(std::move(changes), &requester, [this, next = std::move(next), answer = std::move(answer)](const Requester* who) {
    parts_.set_row(next);
    parts_.count_as(next.state, who->address);
    if (answer) answer(*who);
    else queue_.ok(*who);
    parts_.send_table();
    parts_.list();
    schedule();
  });
}

void TableController::remove(const Requester* requester) {
  const auto id = parts_.table.row().id;
  queue_.write(one(RemoveTable{id}), requester, [this, id](const Requester* who) {
    parts_.table.close();
    parts_.count_as(std::nullopt);
    parts_.shared.unattended.erase(id);
    if (who) queue_.ok(*who);
    parts_.send_table();
    parts_.list();
    parts_.shared.alarms.set(id, 0);
    follow_handler_.send_all_away();
  });
}

// ---- A table that waits.

HostMonitor::Presence TableController::presence() const {
  const auto& here = parts_.audience.followers();
  return {here.has(parts_.table.row().owner), parts_.table.anybody_here(here), !here.empty()};
}

void TableController::schedule() {
  if (parts_.table.state() != TableState::waiting || parts_.table.closed()) return;
  const auto due = parts_.host.plan(presence(), parts_.shared.loop.now());
  note_unattended();
  parts_.shared.alarms.set(parts_.table.row().id, due);
  parts_.list();
}

// For when the room has left memory.
void TableController::note_unattended() {
  const auto id = parts_.table.row().id;
  if (const auto& unattended = parts_.host.unattended()) parts_.shared.unattended.insert_or_assign(id, *unattended);
  else parts_.shared.unattended.erase(id);
}

void TableController::run_due() {
  if (parts_.table.state() != TableState::waiting || parts_.table.closed()) return;
  const auto heir = parts_.table.heir(parts_.audience.followers());
  switch (parts_.host.due_task(presence(), heir != kNobody, parts_.shared.loop.now())) {
    case HostMonitor::Task::wait: return schedule();
    case HostMonitor::Task::hand_over: return hand_over(heir);
    case HostMonitor::Task::remove: return remove(nullptr);
  }
}

void TableController::hand_over(UserId next_host) {
  auto next = parts_.table.row();
  next.owner = next_host;
  auto changes = one(SaveTable{next});
  queue_.write(std::move(changes), nullptr, [this, next = std::move(next)](const Requester*) {
    parts_.set_row(next);
    parts_.count_as(next.state);
    ++parts_.shared.stats.hosts_changed;
    parts_.host.hand_over();
    parts_.note_address(next.owner);
    parts_.send_table();
    schedule();
  });
}

}  // namespace perron::server
