// A game made from the store again, entry by entry, each checked by the rules. Takes time in proportion to the log: off the loop.
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
  std::uint8_t away = 0;  // persons' seats that a computer player has
  std::string clock;      // the clocks after the last entry
  std::int64_t at = 0;    // of the last entry, or of the start
};

// Or what is wrong, for the operator.
Result<LoadedGame, std::string> load_game(GameReader& reads, GameCache& games, GameId game);

// The person to move; kNoSeat: a computer player is.
Seat person_to_move(const LoadedGame& game);

}  // namespace perron::server
