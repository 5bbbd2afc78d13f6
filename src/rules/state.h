// The whole truth of a position, by audience. Nothing here is a generator or a deck order: chance is played, not stored.
#pragma once

#include "model/view.h"

namespace perron {

struct Hidden {
  TicketSet bag;                       // shuffled tickets of all decks
  TicketSet aside;                     // left the game unseen; in a race the discards
  std::array<Ticket, kTickets> under;  // put under their decks: a ring for each deck, see Game::under_begin
  Cards deck;
  std::uint8_t fill[7];  // always 0: no padding

  friend bool operator==(const Hidden&, const Hidden&) = default;
};

struct State {
  Public open;
  PerSeat<Private> own;
  Hidden hidden;

  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= 1024);
static_assert(std::has_unique_object_representations_v<State>);

inline PlayerView observe(const State& state, Seat me) { return {state.open, state.own[me], me}; }

std::uint64_t hash_of(const State& state);

}  // namespace perron
