#include "server/room/room.h"

namespace perron::server {

Room::Room(SharedState& shared, TableRow row)
    : parts_(shared, std::move(row)),
      queue_(*this, shared, parts_.table.row(), parts_.registrations),
      follow_handler_(parts_, queue_, [this] { tables_.schedule(), games_.schedule(); }),
      tables_(parts_, queue_, follow_handler_),
      games_(parts_, queue_, follow_handler_),
      table_requests_(parts_, queue_, follow_handler_, tables_, games_),
      game_requests_(parts_, queue_, games_) {}

Result<std::shared_ptr<Room>, std::string> Room::load(SharedState& shared, TableRow row, std::optional<LoadedGame> game) {
  auto room = std::make_shared<Room>(shared, std::move(row));
  auto& parts = room->parts_;
  parts.touched = 0;  // by nobody yet
  parts.count.begin_as(parts.table.state());
  const auto& why = parts.table.options_fault();
  if (!why.empty()) return "the options of table " + to_text(parts.table.row().id) + " can't be read: " + why;
  if (parts.table.state() == TableState::waiting) {
    const auto noted = shared.unattended.find(parts.table.row().id);
    parts.host.restore(noted == shared.unattended.end() ? std::nullopt : std::optional(noted->second), shared.loop.now());
  }
  if (!game) return room;
  if (auto wrong = room->games_.load(std::move(*game)); !wrong.empty()) return wrong;
  return room;
}

std::shared_ptr<Room> Room::create(SharedState& shared, const Requester& requester, const wire::Create& request) {
  auto room = std::make_shared<Room>(shared, Table::row_of(request, requester.who, new_id<TableId>(), shared.loop.now()));
  room->enter_memory();
  room->parts_.count_as(TableState::waiting, requester.address);
  return room;
}

void Room::enter_memory() { parts_.registrations.enter(parts_.shared.user_tables, row()); }

bool Room::idle() const {
  const bool rests = parts_.audience.empty() && !queue_.busy() && !parts_.autopilot.thinks();
  return rests && !queue_.broken() && !queue_.interrupted();
}

// ---- Requests.

void Room::request(Requester requester, wire::Request request) {
  parts_.touched = parts_.shared.loop.now();
  if (queue_.broken()) return parts_.shared.people.fail(requester.client);
  if (closed()) return queue_.refuse(requester, {RefusalCode::no_such_table});
  queue_.take(std::move(requester), std::move(request));
}

// A request without a handler does not compile. Those about no table are the hub's.
void Room::serve(const Requester& requester, const wire::Request& request) {
  if (closed()) return queue_.refuse(requester, {RefusalCode::no_such_table});
  const auto handle = [&]<class R>(const R& one) {
    if constexpr (!wire::AboutTable<R>) return;
    else if constexpr (requires { game_requests_.handle(requester, one); }) game_requests_.handle(requester, one);
    else table_requests_.handle(requester, one);
  };
  std::visit(handle, request);
}

void Room::wake() {
  queue_.wake([this] {
    tables_.run_due();
    games_.run_due();
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
  parts_.send_table();
  parts_.list();
}

// ---- People who change while they are at the table: a new name, or a guest who now has an account.

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
    parts_.registrations.set_row(row());
    queue_.merged(guest, account);
    return changed;
  });
}

}  // namespace perron::server
