// A table that is on its way into memory: first its row, then the game, if it has one. And what waits for it. The hub's own.
#pragma once

#include <functional>
#include <vector>

#include "server/hub/hub.h"
#include "server/people/asker.h"
#include "server/room/room.h"
#include "wire/request.h"

namespace perron::server {

struct Hub::Loading {
  struct Waiting {
    Asker asker;
    wire::Request request;
  };
  std::vector<Waiting> waiting;
  std::vector<std::function<void(Room&)>> news;  // of people, since the row was asked for
  bool has_row = false;                          // until then the senders of what waits are held: see Turns
  bool wake = false;                             // an alarm has rung

  void renamed(const Identity& who) {
    news.emplace_back([who](Room& room) { room.renamed(who); });
  }
  void merged(UserId guest, const Identity& account) {
    news.emplace_back([guest, account](Room& room) { room.merged(guest, account); });
    for (auto& one : waiting)
      if (one.asker.who.user == guest) one.asker.who = account;
  }
};

}  // namespace perron::server
