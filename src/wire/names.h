// Words that both writing and reading use.
#pragma once

#include <array>
#include <string_view>

#include "model/board.h"
#include "model/view.h"

namespace perron::wire {

inline constexpr std::array<std::string_view, 3> kWhereNames = {"under", "left_game", "discarded"};

inline bool is_race(const Board& board) { return std::holds_alternative<Race>(board.rules.tickets); }

// The ring slots under a deck are numbered through both decks; on the wire each deck begins at 0.
inline int first_slot_under(const Board& board, int deck) {
  int n = 0;
  for (const auto& ticket : board.tickets) n += ticket.deck < deck;
  return n;
}
inline int tickets_in_deck(const Board& board, int deck) {
  int n = 0;
  for (const auto& ticket : board.tickets) n += ticket.deck == deck;
  return n;
}

}  // namespace perron::wire
