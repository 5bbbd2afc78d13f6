// The objects of one table that its requests change, and the messages that concern several of them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/game/match.h"
#include "server/people/table_registrations.h"
#include "server/room/audience.h"
#include "server/room/autopilot.h"
#include "server/room/shared_state.h"
#include "server/table/chat.h"
#include "server/table/host_monitor.h"
#include "server/table/table.h"
#include "server/table/table_count.h"
#include "server/table/table_messages.h"

namespace perron::server {

struct RoomParts {
  RoomParts(SharedState& shared_objects, TableRow row);

  bool is_playing() const { return match && table.state() == TableState::playing; }
  void set_row(TableRow next);  // on disk
  // In the limits and gauges; nothing: they do not count it.
  void count_as(std::optional<TableState> state, const std::string& from = {});

  void send_table();
  void send_table_to(ClientId client, UserId user);
  std::optional<Listing> listing() const;
  void list();  // in the lobby
  // The host's address, or else that of somebody at the table, stands for the table among others.
  void note_address(UserId user);

  SharedState& shared;
  Table table;
  std::unique_ptr<Match> match;  // null: no game has begun, or the table waits for another one
  Audience audience;
  Autopilot autopilot;
  HostMonitor host;
  Chat chat;
  TableRegistrations registrations;
  TableCount count;
  std::string address;   // the network address group that it came from, as far as known
  Milliseconds touched;  // by a request, or by somebody who comes or goes

 private:
  TableMoment moment() const;
};

}  // namespace perron::server
