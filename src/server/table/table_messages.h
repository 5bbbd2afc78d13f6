// The messages about a table, for its followers and for the lobby. Makes texts from values: knows no connections, no store and no
// clock.
#pragma once

#include <optional>
#include <string>

#include "server/people/followers.h"
#include "server/table/lobby.h"
#include "server/table/table.h"

namespace perron::server {

// A table at one moment.
struct TableMoment {
  const Table& table;
  const Followers& here;
  SeatSet away;                // people's seats that a computer player has taken over
  SeatSet abandon;             // seats that want to abandon the game
  bool busy = false;           // computer players think for less time
  bool unlisted = false;       // nobody has been at a waiting table for a while
  const std::string& address;  // the host's network address group; empty: unknown
};

// The part that all readers get.
std::string table_head(const TableMoment& now);
// Nothing: the lobby does not show it.
std::optional<Listing> listing_of(const TableMoment& now);

}  // namespace perron::server
