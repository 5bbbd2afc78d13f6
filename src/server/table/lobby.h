// The list of public tables, and its changes for those who follow the list, a few times a second.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "server/people/connections.h"
#include "server/runtime/loop.h"
#include "server/runtime/settings.h"
#include "server/table/lobby_order.h"
#include "store/ids.h"

namespace perron::server {

// A table as the list shows it.
struct Listing {
  std::string entry;  // JSON
  LobbyRank rank;
  friend bool operator==(const Listing&, const Listing&) = default;
};

class Lobby {
 public:
  Lobby(Loop& loop, Connections& people, const Settings& settings)
      : loop_(loop), people_(people), settings_(settings), order_(settings.lobby_entries) {}

  // Nothing: it is not shown. If it throws, it stands there as before, or is not shown.
  void put(TableId table, std::optional<Listing> listing);
  void revive() { send_soon(); }  // after an exception: news may wait without a timer
  std::string whole_text();
  std::string tables_json();

 private:
  void send_soon();
  void send_news();

  Loop& loop_;
  Connections& people_;
  const Settings& settings_;
  std::unordered_map<TableId, Listing> listings_;
  LobbyOrder order_;
  std::set<TableId> changed_;
  std::set<TableId> sent_;   // what the list was at the last news
  std::set<TableId> seen_;   // in whole lists since then
  bool dirty_ = false;       // something has changed since the last news
  bool timer_runs_ = false;  // a timer runs
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();
};

}  // namespace perron::server
