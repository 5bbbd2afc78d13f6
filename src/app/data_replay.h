// Replays a stored game from its log with the engine alone. Deliberately independent of the server's code, so that each checks the other.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rules/engine.h"
#include "store/sqlite/archive.h"

namespace perron::app {

// The boards that games pinned: each is read once, with a Game for each number of seats.
class PinnedGames {
 public:
  explicit PinnedGames(Archive& archive) : archive_(archive) {}
  Result<std::shared_ptr<const Game>, std::string> find(const GameRow& row);

 private:
  Result<std::shared_ptr<const Game>, std::string> make(const GameRow& row);
  Archive& archive_;
  std::map<std::pair<Bytes32, std::size_t>, Result<std::shared_ptr<const Game>, std::string>> games_;
};

struct Replayed {
  std::shared_ptr<const Game> game;
  std::vector<Action> actions;  // with deals, without undone actions
  State last;
};

// The error is a message that says what is wrong.
Result<Replayed, std::string> replay(const GameRow& row, const std::vector<Entry>& entries, PinnedGames& games);

// The record of a replayed game, with result and key if it is finished.
std::string record_of(const GameRow& row, const Replayed& replayed);

}  // namespace perron::app
