// What the hub shares with all its rooms: the loop, the store, the connections, the lobby, the alarms, the computer players.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "dealer/key.h"
#include "rules/engine.h"
#include "server/game/boards.h"
#include "server/people/connections.h"
#include "server/people/quota.h"
#include "server/people/user_tables.h"
#include "server/runtime/alarms.h"
#include "server/runtime/job_queue.h"
#include "server/runtime/settings.h"
#include "server/runtime/thinker.h"
#include "server/table/host_monitor.h"
#include "server/table/lobby.h"
#include "store/store.h"

namespace perron::server {

struct SharedState {
  SharedState(Loop& the_loop, Store& the_store, Thinker& the_thinker, Worker& worker, Settings the_settings,
              std::function<void(TableId)> ring);

  Loop& loop;
  Store& store;
  Thinker& thinker;
  Settings settings;
  HubStats stats;
  Connections people;
  Lobby lobby;
  TableQuota quota;
  Alarms alarms;
  Boards boards;
  JobQueue jobs;
  std::unordered_map<GameId, Seat> turns;                   // of ongoing games that have been in memory: the person to move, or kNoSeat
  Milliseconds started;                                     // when this process began: no clock ran before
  std::unordered_map<TableId, UnattendedTable> unattended;  // waiting tables that nobody follows
  std::shared_ptr<UserTables> user_tables = std::make_shared<UserTables>();  // of rooms in memory, which may outlive the hub
  // Games whose last entry was stored at a time later than the start: the system's clock has been set back. And that time.
  std::unordered_map<GameId, Milliseconds> from_later;
  std::unique_ptr<ActionList> actions = std::make_unique<ActionList>();  // scratch: it is large
  std::function<Key()> new_key = random_key;                             // the dealer's, for each game
  std::function<void(TableId, GameId)> game_is_at = [](TableId, GameId) {};
  std::function<void(GameId, const std::string& why)> unreadable = [](GameId, const std::string&) {};

  std::shared_ptr<bool> alive = std::make_shared<bool>();  // answers of the store may outlive the hub

  // Reports to the operator, once per game. kNoGame: a table without one, which `why` names.
  void note_unreadable(GameId game, const std::string& why);

 private:
  std::unordered_set<GameId> reported_games_;
  std::unordered_set<std::string> reported_tables_;
};

}  // namespace perron::server
