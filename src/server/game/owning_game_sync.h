// A game at the moment when a client opens it, together with what the client gets.
#pragma once

#include "server/game/game_messages.h"

namespace perron::server {

struct OwningGameSync {
  OwningGameSync(GameMoment now, std::vector<Viewer> viewers, std::optional<int> last, bool history, const Settings& settings)
      : moment(std::move(now)), sync(moment, std::move(viewers), last, history, settings) {}
  OwningGameSync(const OwningGameSync&) = delete;
  OwningGameSync& operator=(const OwningGameSync&) = delete;

  GameMoment moment;
  GameSync sync;
};

}  // namespace perron::server
