// Which tables the lobby shows when there are more than it has places for. Fair between network addresses, and between the hosts at one
// address: nobody pushes others out by creating many tables.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "server/runtime/loop.h"
#include "store/ids.h"

namespace perron::server {

enum class LobbyTier : std::uint8_t { waiting, waiting_alone, playing, playing_alone };  // alone: the host or all players are away

struct LobbyRank {
  LobbyTier tier = LobbyTier::waiting;
  Milliseconds made = 0;
  UserId host = kNobody;
  std::string group;  // network address group; the host's id where the address is unknown
  friend bool operator==(const LobbyRank&, const LobbyRank&) = default;
};

class LobbyOrder {
 public:
  explicit LobbyOrder(std::size_t places) : places_(places) {}

  void add(TableId table, const LobbyRank& rank);
  void remove(TableId table, const LobbyRank& rank);
  // The tables to show, by tier, and then one of each group after the other.
  const std::vector<TableId>& shown();

 private:
  // Where a table stands among all: by tier, by its number among those of its group, newest first.
  struct Place {
    LobbyTier tier;
    std::uint32_t number;
    Milliseconds age;  // the time of making, negated
    TableId table;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Group {
    std::map<TableId, LobbyRank> tables;
    std::vector<Place> places;  // in order_
    bool changed = false;
  };
  void changes(Group& group, const std::string& name);
  void place(Group& group);

  const std::size_t places_;
  std::map<std::string, Group> groups_;
  std::vector<std::string> changed_;  // groups to place again
  std::set<Place> order_;
  std::vector<TableId> shown_;
  bool fresh_ = false;  // shown_ is
};

}  // namespace perron::server
