#include "dealer/dealer.h"

namespace perron {

int pile_content(const Game& game, const State& state, Pile pile, std::array<std::uint8_t, 256>& items) {
  std::size_t n = 0;
  const auto add = [&](auto item, int count) {
    for (; count > 0; --count) items[n++] = static_cast<std::uint8_t>(item);
  };
  switch (pile) {
    case Pile::cards:
      for (const auto c : ids<Color>(kColors)) add(c, state.hidden.deck[c]);
      break;
    case Pile::first_tickets:
    case Pile::second_tickets:
      (state.hidden.bag & game.deck_tickets[pile == Pile::first_tickets ? 0 : 1]).each([&](Ticket t) { add(t, 1); });
      break;
    case Pile::passengers:
      for (const auto c : ids<Color>(kPlainColors)) add(c, game.rules().passengers->figures[c]);
      break;
    case Pile::first_seat: break;
  }
  return static_cast<int>(n);
}

}  // namespace perron
