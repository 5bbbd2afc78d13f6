#include "server/game/boards.h"

#include <algorithm>

#include "base/check.h"
#include "content/board_reader.h"
#include "content/builtin.h"

namespace perron::server {

Boards::Boards() {
  for (const auto& board : builtin_boards()) CHECK(add(std::string(board.json)));
}

bool Boards::add(const std::string& board_json) {
  const auto board = read_board(board_json);
  if (!board) return false;
  const auto& rules = board->rules;
  offers_.push_back({pin_board(board->id, board_json), board->name, board->version, rules.players_min, rules.players_max});
  return true;
}

const Boards::Offer* Boards::find(std::string_view id) const {
  const auto it = std::ranges::find(offers_, id, [](const Offer& offer) { return std::string_view(offer.pin->id); });
  return it == offers_.end() ? nullptr : &*it;
}

std::shared_ptr<const Game> GameCache::game(const PinnedBoard& pin, int seats) {
  auto& game = games_[{pin.hash, seats}];
  if (game) return game;
  auto board = read_board(pin.json);
  if (!board || seats < board->rules.players_min || seats > board->rules.players_max) return nullptr;
  game = std::make_shared<const Game>(make_game(std::move(*board), seats));
  return game;
}

std::string hex(const Bytes32& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const auto byte : bytes) (out += digits[byte >> 4]) += digits[byte & 15];
  return out;
}

}  // namespace perron::server
