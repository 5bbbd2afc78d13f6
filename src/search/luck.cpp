#include "search/luck.h"

#include <span>
#include <utility>

namespace perron {

void Luck::begin(const State& world, std::uint64_t seed) {
  seed_ = seed;
  shuffles_ = world.open.shuffles;
  size_ = 0;
  for (std::size_t c = 0; c < kColors; ++c)
    for (int n = world.hidden.deck[c]; n > 0; --n) cards_[size_++] = static_cast<std::uint8_t>(c);
  Rng rng(seed);
  shuffle(std::span(cards_.data(), size_), rng);
  left_ = size_;
  for (std::size_t k = 0; k < kTakers; ++k) next_[k] = size_ * k / kTakers;
}

Action Luck::deal(const Game& game, const State& state, Rng& rng) {
  const auto& open = state.open;
  if (left_ > 0 && open.shuffles == shuffles_) {
    if (open.owed == Owed::hand) return {Kind::deal_hand, open.owed_at, take(open.owed_at), 0};
    if (open.owed == Owed::row) return {Kind::deal_row, open.owed_at, take(kSeats), 0};
    if (open.owed == Owed::tunnel) return {Kind::deal_tunnel, open.owed_at, take(kSeats + 1), 0};
  }
  if (open.owed == Owed::ticket) return ticket(game, state);
  return random_deal(game, state, rng);
}

std::uint8_t Luck::take(std::size_t taker) {
  auto& next = next_[taker];
  while (next == size_ || cards_[next] == kTaken) next = next == size_ ? 0 : next + 1;
  --left_;
  return std::exchange(cards_[next], kTaken);
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

}  // namespace perron
