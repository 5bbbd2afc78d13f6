#include "search/tree/luck.h"

namespace perron::search {

Action Luck::deal(const Game& game, const State& state, Rng& rng) {
  const auto& open = state.open;
  if (open.owed == Owed::hand) return {Kind::deal_hand, open.owed_at, card(state, open.owed_at), 0};
  if (open.owed == Owed::row) return {Kind::deal_row, open.owed_at, card(state, kSeats + open.owed_at), 0};
  if (open.owed == Owed::tunnel) return {Kind::deal_tunnel, open.owed_at, card(state, kTakers - 1), 0};
  if (open.owed == Owed::ticket) return ticket(game, state);
  return random_deal(game, state, rng);
}

// The lot falls on a place of the deck sorted by colours.
std::uint8_t Luck::card(const State& state, std::size_t taker) {
  const auto lot = mix64(seed_ + (std::uint64_t{taker} << 32) + drawn_[taker]++);
  auto place = static_cast<std::uint32_t>((lot >> 32) * state.open.deck_size >> 32);
  std::uint8_t color = 0;
  for (; place >= state.hidden.deck[color]; ++color) place -= state.hidden.deck[color];
  return color;
}

// The ticket that comes first in an order of its own.
Action Luck::ticket(const Game& game, const State& state) const {
  OutcomeList list;
  outcomes(game, state, list);
  const Outcome* first = list.begin();
  for (const auto& outcome : list)
    if (mix64(seed_ + outcome.action.b) < mix64(seed_ + first->action.b)) first = &outcome;
  return first->action;
}

}  // namespace perron::search
