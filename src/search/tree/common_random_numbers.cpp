#include "search/tree/common_random_numbers.h"

#include "model/kinds.h"

namespace perron::search {

Action CommonRandomNumbers::deal(const Game& game, const State& state, Rng& rng) {
  const auto& open = state.open;
  const auto card_for = [&](int stream) -> Action { return {deal_for(open.owed), open.owed_at, card(state, stream), 0}; };
  switch (open.owed) {
    case Owed::hand: return card_for(open.owed_at);
    case Owed::row: return card_for(kSeats + open.owed_at);
    case Owed::tunnel: return card_for(kStreams - 1);
    case Owed::ticket: return ticket(game, state);
    default: return random_deal(game, state, rng);
  }
}

// The random number is a position in the deck sorted by colour.
std::uint8_t CommonRandomNumbers::card(const State& state, int stream) {
  const auto number = mix64(seed_ + (static_cast<std::uint64_t>(stream) << 32) + dealt_[stream]++);
  auto position = static_cast<std::uint32_t>((number >> 32) * state.open.deck_size >> 32);
  auto color = Color{};
  for (; position >= state.hidden.deck[color]; color = Color(index(color) + 1)) position -= state.hidden.deck[color];
  return static_cast<std::uint8_t>(color);
}

// The ticket that comes first in a random order fixed by the seed.
Action CommonRandomNumbers::ticket(const Game& game, const State& state) const {
  OutcomeList list;
  outcomes(game, state, list);
  const Outcome* first = list.begin();
  for (const auto& outcome : list)
    if (mix64(seed_ + outcome.action.b) < mix64(seed_ + first->action.b)) first = &outcome;
  return first->action;
}

}  // namespace perron::search
