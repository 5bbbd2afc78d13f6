// The list of tables that strangers may find, and news of it for those who follow it, a few times a second.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "server/connections.h"
#include "server/loop.h"
#include "server/settings.h"
#include "store/ids.h"

namespace perron::server {

class Lobby {
 public:
  Lobby(Loop& loop, Connections& people, const Settings& settings) : loop_(loop), people_(people), settings_(settings) {}

  // A table as the list shows it (JSON); nothing: it is not shown.
  void put(TableId table, Milliseconds time, std::optional<std::string> entry);
  std::string whole_text() const;
  std::string tables_json() const;

 private:
  std::vector<TableId> newest() const;
  void tell();

  Loop& loop_;
  Connections& people_;
  const Settings& settings_;
  std::map<TableId, std::pair<Milliseconds, std::string>> entries_;
  std::set<std::pair<Milliseconds, TableId>> by_time_;
  std::set<TableId> changed_;
  std::set<TableId> told_;  // what the list was at the last news
  bool telling_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();
};

}  // namespace perron::server
