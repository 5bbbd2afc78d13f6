// A table whose game is being loaded, and what waits for it. The hub's own.
#pragma once

#include <utility>
#include <vector>

#include "server/asker.h"
#include "server/hub.h"
#include "server/shared.h"
#include "wire/request.h"

namespace perron::server {

struct Hub::Loading {
  struct Waiting {
    Asker asker;
    wire::Request request;
  };
  std::vector<Waiting> waiting;
  std::vector<std::pair<UserId, Identity>> merges;  // guests whose seats became an account's since the table was read
  bool wake = false;                                // an alarm has rung

  void merged(UserId guest, const Identity& account) {
    merges.emplace_back(guest, account);
    for (auto& one : waiting)
      if (one.asker.who.user == guest) one.asker.who = account;
  }
};

}  // namespace perron::server
