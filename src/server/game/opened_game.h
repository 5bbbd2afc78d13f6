// A game at the moment when a client opens it, and what the client gets.
#pragma once

#include "server/game/game_messages.h"

namespace perron::server {

struct OpenedGame {
  OpenedGame(GameMoment now, std::vector<Viewer> viewers, std::optional<int> last, bool history, const Settings& settings)
      : moment(std::move(now)), opening(moment, std::move(viewers), last, history, settings) {}
  OpenedGame(const OpenedGame&) = delete;
  OpenedGame& operator=(const OpenedGame&) = delete;

  GameMoment moment;
  Opening opening;
};

}  // namespace perron::server
