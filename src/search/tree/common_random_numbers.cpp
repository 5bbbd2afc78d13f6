#include "search/tree/common_random_numbers.h"

#include "model/kinds.h"

namespace perron::search {

Action CommonRandomNumbers::deal(const Game& game, const State& state, Rng& rng) {
  const auto& open = state.open;
  const auto card_for = [&](std::size_t taker) -> Action { return {deal_for(open.owed), open.owed_at, card(state, taker), 0}; };
  switch (open.owed) {
    case Owed::hand: return card_for(open.owed_at);
    case Owed::row: return card_for(kSeats + open.owed_at);
    case Owed::tunnel: return card_for(kTakers - 1);
    case Owed::ticket: return ticket(game, state);
    default: return random_deal(game, state, rng);
  }
}

// The lot falls on a place of the deck sorted by colours.
std::uint8_t CommonRandomNumbers::card(const State& state, std::size_t taker) {
  const auto lot = mix64(seed_ + (std::uint64_t{taker} << 32) + drawn_[taker]++);
  auto place = static_cast<std::uint32_t>((lot >> 32) * state.open.deck_size >> 32);
  std::uint8_t color = 0;
  for (; place >= state.hidden.deck[color]; ++color) place -= state.hidden.deck[color];
  return color;
}

// The ticket that comes first in an order of its own.
Action CommonRandomNumbers::ticket(const Game& game, const State& state) const {
  OutcomeList list;
  outcomes(game, state, list);
  const Outcome* first = list.begin();
  for (const auto& outcome : list)
    if (mix64(seed_ + outcome.action.b) < mix64(seed_ + first->action.b)) first = &outcome;
  return first->action;
}

}  // namespace perron::search
