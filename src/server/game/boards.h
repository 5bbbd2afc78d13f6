// The boards that the server offers, and games prepared from pinned boards. All tables with the same board and number of seats share one
// Game.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
#include "store/store.h"

namespace perron::server {

// Games made ready from boards, each once. Not for several threads.
class GameCache {
 public:
  // Nothing if the board cannot be read, or not with this number of seats.
  std::shared_ptr<const Game> game(const PinnedBoard& board, int seats);

 private:
  std::map<std::pair<Bytes32, int>, std::shared_ptr<const Game>> games_;
};

class Boards {
 public:
  struct Offer {
    std::shared_ptr<const PinnedBoard> pin;
    std::string name;
    int version = 1, least = 2, most = 5;
  };

  Boards();                                 // the built-in ones
  bool add(const std::string& board_json);  // one more; false: it is no board

  const std::vector<Offer>& offers() const { return offers_; }
  const Offer* find(std::string_view id) const;
  std::shared_ptr<const Game> game(const PinnedBoard& board, int seats) { return games_.game(board, seats); }

 private:
  std::vector<Offer> offers_;
  GameCache games_;
};

std::string hex(const Bytes32& bytes);

}  // namespace perron::server
