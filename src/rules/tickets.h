// Ticket decks: a shuffled bag on top, returned tickets in order below. Shared by the two ticket modules and the dealer.
#pragma once

#include "rules/turn.h"

namespace perron {

inline int tickets_left(const Public& open, int deck) {
  const auto& pile = open.piles[deck];
  return pile.bag + pile.under;
}

// Owes tickets to a seat, as many of each deck as there are [E3] [G3].
void owe_tickets(State& state, Seat seat, int first_deck, int second_deck);
// The deck that the next owed ticket comes from.
inline int owed_deck(const Public& open) { return open.owed_tickets[0] > 0 ? 0 : 1; }
// The shuffled tickets of the deck; below them the next one is known: no chance about it.
void ticket_outcomes(const Game& game, const State& state, OutcomeList& out);
// Moves an owed ticket from its deck to the end of the seat's offered ones.
void deal_ticket(const Game& game, State& state, Action action);
void put_under(const Game& game, State& state, Seat seat, Ticket ticket);
void shuffle_aside_into_decks(const Game& game, State& state);
// A seat remembers a ticket that it gave away.
void remember(Private& own, Ticket ticket, std::uint8_t where);
void forget_where(State& state, std::uint8_t where);

}  // namespace perron
