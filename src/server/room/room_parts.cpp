#include "server/room/room_parts.h"

namespace perron::server {

RoomParts::RoomParts(Shared& shared_objects, TableRow row)
    : shared(shared_objects),
      table(std::move(row)),
      audience(shared.people, shared.stats, table.row().id),
      autopilot(shared.settings),
      host(shared.settings),
      chat(shared.settings),
      concerns(table.row().id),
      count(shared.quota, shared.stats),
      touched(shared.loop.now()) {}

void RoomParts::set_row(TableRow next) {
  concerns.set_row(next);
  table.set(std::move(next));
}

void RoomParts::count_as(std::optional<TableState> state, const std::string& from) {
  count.count_as(state, table.row(), from, shared.loop.now());
}

TableMoment RoomParts::moment() const {
  const std::uint8_t away = match ? match->away() : 0, abandon = match ? match->abandoning() : 0;
  return {table, audience.followers(), away, abandon, autopilot.busy(), host.unlisted(), address};
}

void RoomParts::tell_table() { audience.tell_table(table_head(moment()), table.seats()); }

void RoomParts::tell_table_to(ClientId client, UserId user) { audience.tell_table_to(client, user, table_head(moment()), table.seats()); }

std::optional<Listing> RoomParts::listing() const { return listing_of(moment()); }

void RoomParts::list() { shared.lobby.put(table.row().id, listing()); }

void RoomParts::note_address(UserId user) {
  if (user != table.row().owner && (!is_seated(table.seats(), user) || !address.empty())) return;
  if (auto known = audience.address_of(user); !known.empty()) address = std::move(known);
}

}  // namespace perron::server
