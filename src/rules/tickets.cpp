#include "rules/tickets.h"

#include <algorithm>

#include "base/check.h"

namespace perron {

void owe_tickets(State& state, Seat seat, int first_deck, int second_deck) {
  auto& open = state.open;
  open.owed_tickets[0] = static_cast<std::uint8_t>(std::min(first_deck, tickets_left(open, 0)));
  open.owed_tickets[1] = static_cast<std::uint8_t>(std::min(second_deck, tickets_left(open, 1)));
  if (open.owed_tickets[0] + open.owed_tickets[1] == 0) return;
  open.owed = Owed::ticket;
  open.owed_at = static_cast<std::uint8_t>(seat);
}

namespace {

int ring_slot(const Game& game, int deck, int position) { return game.under_begin[deck] + position % game.deck_count[deck]; }

// Moves a ticket from its deck to the end of the seat's offered ones.
void take_ticket(const Game& game, State& state, Seat seat, Ticket ticket) {
  auto& open = state.open;
  const int deck = game.tickets[ticket].deck;
  auto& pile = open.piles[deck];
  if (pile.bag > 0) {
    state.hidden.bag.reset(ticket);
    --pile.bag;
  } else {
    const auto slot = ring_slot(game, deck, pile.head);
    state.hidden.under[slot] = kNoTicket;
    forget_where(state, static_cast<std::uint8_t>(slot));
    pile.head = static_cast<std::uint8_t>((pile.head + 1) % game.deck_count[deck]);
    --pile.under;
    if (pile.under == 0) pile.head = 0;
  }
  state.own[seat].offered[open.offered[seat]++] = ticket;
  if (deck == 0 && game.rules().decks.size() > 1) ++open.offered_first[seat];
}

}  // namespace

void ticket_outcomes(const Game& game, const State& state, OutcomeList& out) {
  const auto& open = state.open;
  const auto push = [&](Ticket ticket) { out.push({{Kind::deal_ticket, open.owed_at, static_cast<std::uint8_t>(ticket), 0}, 1}); };
  const int deck = owed_deck(open);
  const auto& pile = open.piles[deck];
  if (pile.bag > 0) (state.hidden.bag & game.deck_tickets[deck]).each(push);
  else push(state.hidden.under[ring_slot(game, deck, pile.head)]);
}

void deal_ticket(const Game& game, State& state, Action action) {
  auto& open = state.open;
  --open.owed_tickets[owed_deck(open)];
  if (open.owed_tickets[0] + open.owed_tickets[1] == 0) open.owed = Owed::nothing;
  take_ticket(game, state, Seat(open.owed_at), action.ticket());
}

void put_under(const Game& game, State& state, Seat seat, Ticket ticket) {
  const int deck = game.tickets[ticket].deck;
  auto& pile = state.open.piles[deck];
  const auto slot = ring_slot(game, deck, pile.head + pile.under);
  state.hidden.under[slot] = ticket;
  ++pile.under;
  remember(state.own[seat], ticket, static_cast<std::uint8_t>(slot));
}

void shuffle_aside_into_decks(const Game& game, State& state) {
  auto& open = state.open;
  state.hidden.bag |= state.hidden.aside;
  state.hidden.aside = {};
  open.tickets_aside = 0;
  for (const int d : game.rules().decks.ids()) {
    open.piles[d].bag = static_cast<std::uint8_t>((state.hidden.bag & game.deck_tickets[d]).count());
    ++open.piles[d].shuffles;
  }
  forget_where(state, kDiscarded);
}

void remember(Private& own, Ticket ticket, std::uint8_t where) {
  if (own.seen.back().ticket != kNoTicket) {  // full: the oldest goes
    std::move(own.seen.begin() + 1, own.seen.end(), own.seen.begin());
    own.seen.back() = {};
  }
  *std::find(own.seen.begin(), own.seen.end(), SeenTicket{}) = {ticket, where};
}

void forget_where(State& state, std::uint8_t where) {
  for (auto& own : state.own) {
    int kept = 0;
    for (int i = 0; i < kSeen && own.seen[i].ticket != kNoTicket; ++i) {
      const auto seen = own.seen[i];
      own.seen[i] = {};
      if (seen.where != where) own.seen[kept++] = seen;
    }
  }
}

}  // namespace perron
