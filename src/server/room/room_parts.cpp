#include "server/room/room_parts.h"

namespace perron::server {

RoomParts::RoomParts(SharedState& shared_objects, TableRow row)
    : shared(shared_objects),
      table(std::move(row)),
      audience(shared.people, shared.stats, table.row().id),
      autopilot(shared.settings),
      host(shared.settings),
      chat(shared.settings),
      registrations(table.row().id),
      count(shared.quota, shared.stats),
      touched(shared.loop.now()) {}

void RoomParts::set_row(TableRow next) {
  registrations.set_row(next);
  table.set(std::move(next));
}

void RoomParts::count_as(std::optional<TableState> state, const std::string& from) {
  count.count_as(state, table.row(), from, shared.loop.now());
}

TableMoment RoomParts::moment() const {
  const auto away = match ? match->away() : SeatSet(), abandon = match ? match->abandoning() : SeatSet();
  return {table, audience.followers(), away, abandon, autopilot.busy(), host.unlisted(), address};
}

void RoomParts::send_table() { audience.send_table(table_head(moment()), table.seats()); }

void RoomParts::send_table_to(ClientId client, UserId user) { audience.send_table_to(client, user, table_head(moment()), table.seats()); }

std::optional<Listing> RoomParts::listing() const { return listing_of(moment()); }

void RoomParts::list() { shared.lobby.put(table.row().id, listing()); }

void RoomParts::note_address(UserId user) {
  if (user != table.row().owner && (!is_seated(table.seats(), user) || !address.empty())) return;
  if (auto known = audience.address_of(user); !known.empty()) address = std::move(known);
}

}  // namespace perron::server
