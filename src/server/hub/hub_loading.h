// A table that is being loaded into memory, first its row, then its game if it has one, and the requests that wait for it. Private to the
// hub.
#pragma once

#include <functional>
#include <vector>

#include "server/hub/hub.h"
#include "server/people/requester.h"
#include "server/room/room.h"
#include "wire/request.h"

namespace perron::server {

struct Hub::Loading {
  struct Waiting {
    Requester requester;
    wire::Request request;
  };
  std::vector<Waiting> waiting;
  std::vector<std::function<void(Room&)>> news;  // of people, since the row was asked for
  bool has_row = false;                          // until then the senders of what waits are held: see ClientQueues
  bool wake = false;                             // an alarm has rung

  void renamed(const Identity& who) {
    news.emplace_back([who](Room& room) { room.renamed(who); });
  }
  void merged(UserId guest, const Identity& account) {
    news.emplace_back([guest, account](Room& room) { room.merged(guest, account); });
    for (auto& one : waiting)
      if (one.requester.who.user == guest) one.requester.who = account;
  }
};

}  // namespace perron::server
