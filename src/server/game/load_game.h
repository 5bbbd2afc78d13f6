// Loads a game from the store, entry by entry, each checked by the rules. Takes time proportional to the log, so it runs off the loop.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "server/game/boards.h"
#include "server/game/play.h"
#include "store/store.h"

namespace perron::server {

struct LoadedGame {
  GameRow row;
  std::unique_ptr<Play> play;
  SeatSet away;         // people's seats that a computer player has taken over
  std::string clock;    // the clocks after the last entry
  std::int64_t at = 0;  // time of the last entry, or of the start
};

// The error is for the operator.
Result<LoadedGame, std::string> load_game(GameReads& reads, GameCache& games, GameId game);

// The person to move; kNoSeat: a computer player is to move.
Seat person_to_move(const LoadedGame& game);

}  // namespace perron::server
