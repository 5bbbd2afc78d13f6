#include "server/room/room.h"

namespace perron::server {

Room::Room(Shared& shared, TableRow row)
    : parts_(shared, std::move(row)),
      queue_(*this, shared, parts_.table.row(), parts_.concerns),
      attendance_(parts_, queue_, [this] { tables_.settle(), games_.settle(); }),
      tables_(parts_, queue_, attendance_),
      games_(parts_, queue_, attendance_),
      table_requests_(parts_, queue_, attendance_, tables_, games_),
      game_requests_(parts_, queue_, games_) {}

Result<std::shared_ptr<Room>, std::string> Room::load(Shared& shared, TableRow row, std::optional<LoadedGame> game) {
  auto room = std::make_shared<Room>(shared, std::move(row));
  auto& parts = room->parts_;
  parts.touched = 0;  // by nobody yet
  parts.count.begin_as(parts.table.state());
  const auto& why = parts.table.options_fault();
  if (!why.empty()) return "the options of table " + to_text(parts.table.row().id) + " can't be read: " + why;
  if (parts.table.state() == TableState::waiting) {
    const auto noted = shared.deserted.find(parts.table.row().id);
    parts.host.restore(noted == shared.deserted.end() ? std::nullopt : std::optional(noted->second), shared.loop.now());
  }
  if (!game) return room;
  if (auto wrong = room->games_.load(std::move(*game)); !wrong.empty()) return wrong;
  return room;
}

std::shared_ptr<Room> Room::create(Shared& shared, const Asker& asker, const wire::Create& request) {
  auto room = std::make_shared<Room>(shared, Table::row_of(request, asker.who, new_id<TableId>(), shared.loop.now()));
  room->enter_memory();
  room->parts_.count_as(TableState::waiting, asker.address);
  return room;
}

void Room::enter_memory() { parts_.concerns.enter(parts_.shared.user_tables, row()); }

bool Room::idle() const {
  const bool rests = parts_.audience.empty() && !queue_.busy() && !parts_.autopilot.thinks();
  return rests && !queue_.broken() && !queue_.stumbled();
}

// ---- Requests.

void Room::request(Asker asker, wire::Request request) {
  parts_.touched = parts_.shared.loop.now();
  if (queue_.broken()) return parts_.shared.people.fail(asker.client);
  if (closed()) return queue_.refuse(asker, {RefusalCode::no_such_table});
  queue_.take(std::move(asker), std::move(request));
}

// A request without a handler does not compile. Those about no table are the hub's.
void Room::serve(const Asker& asker, const wire::Request& request) {
  if (closed()) return queue_.refuse(asker, {RefusalCode::no_such_table});
  const auto handle = [&]<class R>(const R& one) {
    if constexpr (!wire::AboutTable<R>) return;
    else if constexpr (requires { game_requests_.handle(asker, one); }) game_requests_.handle(asker, one);
    else table_requests_.handle(asker, one);
  };
  std::visit(handle, request);
}

void Room::wake() {
  queue_.wake([this] {
    tables_.look();
    games_.look();
  });
}

// ---- Steps that failed.

void Room::not_stored() {
  auto& shared = parts_.shared;
  constexpr Milliseconds kLater = 1000;
  // What the server itself wanted to do is tried again.
  if (!tables_.is_new()) return shared.alarms.set(row().id, shared.loop.now() + kLater);
  parts_.table.close();
  parts_.count_as(std::nullopt);
  parts_.list();  // a guest who logged in meanwhile may have brought it to the lobby
}

void Room::resume() {
  parts_.tell_table();
  parts_.list();
}

// ---- People who change while they are at the table: another name, a guest who is an account now.

template <class Change>
void Room::change_people(Change change) {
  if (queue_.broken()) return;
  Rollback half_done([this] { queue_.break_down(); });
  const bool changed = change();
  half_done.release();
  if (changed) queue_.step([this] { resume(); });
}

void Room::renamed(const Identity& who) {
  change_people([&] { return parts_.table.rename(who); });
}

void Room::merged(UserId guest, const Identity& account) { merge(guest, account); }

// The guest's connections have ended.
void Room::merge(UserId guest, const Identity& account) {
  change_people([&] {
    const bool owned = row().owner == guest;
    const bool changed = parts_.table.replace(guest, account);
    if (owned) parts_.shared.quota.hand_over(row().id, account.user);  // an heir may have been stored under the old id
    parts_.concerns.set_row(row());
    queue_.merged(guest, account);
    return changed;
  });
}

}  // namespace perron::server
