// Which tables the lobby shows when there are more than it has places. Fair between network addresses, and between the hosts at
// one address: nobody pushes others out by making many tables.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "server/work/loop.h"
#include "store/ids.h"

namespace perron::server {

enum class Standing : std::uint8_t { waiting, waiting_alone, playing, playing_alone };  // alone: the host or all players are away

struct Rank {
  Standing standing = Standing::waiting;
  Milliseconds made = 0;
  UserId host = kNobody;
  std::string group;  // network address group, or who stands for it
  friend bool operator==(const Rank&, const Rank&) = default;
};

class LobbyOrder {
 public:
  explicit LobbyOrder(std::size_t places) : places_(places) {}

  void add(TableId table, const Rank& rank);
  void remove(TableId table, const Rank& rank);
  // The tables to show, by standing, and then one of each group after the other.
  const std::vector<TableId>& shown();

 private:
  // Where a table stands among all: by standing, by its number among those of its group, newest first.
  struct Place {
    Standing standing;
    std::uint32_t number;
    Milliseconds age;  // the time of making, negated
    TableId table;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Group {
    std::map<TableId, Rank> tables;
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
