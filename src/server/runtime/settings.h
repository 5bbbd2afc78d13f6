// What an operator can configure about tables and games. The defaults are for a server of friends.
#pragma once

#include <cstdint>
#include <string>

#include "server/runtime/loop.h"

namespace perron::server {

struct Settings {
  std::string engine = "perron";                // name and version: kept with each game
  Milliseconds computer_delay = 900;            // a computer player's action comes no sooner, so that people can follow
  Milliseconds most_lag = 500;                  // taken off the time of an action at most
  Milliseconds gone_after = 120'000;            // a person who has been away this long while others wait is replaced
  Milliseconds host_gone_after = 120'000;       // a waiting table passes to somebody present, or leaves the lobby
  Milliseconds least_on_return = 30'000;        // the least time in the bank of a person who takes a seat back
  Milliseconds evict_after = 60'000;            // a room that nobody follows leaves memory
  Milliseconds table_lifetime = 24 * 3600'000;  // a table that waits and nobody follows
  Milliseconds lobby_pause = 250;               // between two messages about the lobby
  Milliseconds watchers_pause = 1000;           // between messages about the number of spectators
  std::size_t tables_per_person = 50;           // made by one person and not over
  std::size_t tables_per_address = 200;         // the same, by everyone at one network address (group)
  Milliseconds address_span = 24 * 3600'000;    // for which a table counts for its address
  int table_rate = 60, table_burst = 100;       // new tables of one address: per minute, and at once
  std::size_t queue_per_table = 32;             // requests that wait for the disk
  std::size_t lobby_entries = 100;
  Milliseconds busy_pause = 30'000;   // without shortened thinking, until a table is no longer called busy
  std::uint32_t most_missed = 400;    // notices; a client that missed more gets a snapshot
  std::uint32_t most_history = 2000;  // notices of a game's past in a snapshot, and steps in the points by turn: the newest
  std::uint32_t most_undos = 200;     // in one game
  std::size_t most_entries = 20'000;  // in the log of one game: beyond it no undo, no change of seats
  std::size_t most_jobs = 512;        // games to be loaded or read off the loop, at once
  std::size_t most_jobs_each = 64;    // and for one person or address
  int chat_lines = 50;                // in a snapshot
  int chat_burst = 5;                 // lines in chat_span
  Milliseconds chat_span = 10'000;
  std::uint64_t seed = 0;  // of the computer players; 0: by lot
};

}  // namespace perron::server
