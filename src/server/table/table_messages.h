// What is sent of a table: to its followers, and to the lobby. Texts made of values: knows no connections, no store and no clock.
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
  std::uint8_t away = 0;       // persons' seats that a computer player has
  std::uint8_t abandon = 0;    // seats that want to abandon the game
  bool busy = false;           // computer players think for a shorter time
  bool unlisted = false;       // nobody has been at a waiting table for long
  const std::string& address;  // the network address group that it came from; empty: not known
};

// Without its end, which is each reader's own.
std::string table_head(const TableMoment& now);
// Nothing: the lobby does not show it.
std::optional<Listing> listing_of(const TableMoment& now);

}  // namespace perron::server
