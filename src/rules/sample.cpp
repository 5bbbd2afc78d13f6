// A world that fits a view. Hands: what is known of them, the rest from the unseen cards. Tickets: from those the seat
// has not seen. It starts from the view alone, so it cannot return the truth.
#include <algorithm>

#include "base/check.h"
#include "rules/engine.h"
#include "rules/tickets.h"
#include "rules/turn.h"

namespace perron {
namespace {

// Draws one card from a multiset of `size` cards.
std::size_t draw(Cards& pool, int& size, Rng& rng) {
  int pick = static_cast<int>(rng.below(static_cast<std::uint32_t>(size)));
  std::size_t c = 0;
  while (pick >= pool[c]) pick -= pool[c++];
  --pool[c];
  --size;
  return c;
}

void sample_cards(const Game& game, const PlayerView& view, State& state, Rng& rng) {
  const auto& open = view.open;
  Cards unseen = game.rules().cards;
  const auto seen = [&](const Cards& cards) {
    for (std::size_t c = 0; c < kColors; ++c) unseen[c] = static_cast<std::uint8_t>(unseen[c] - cards[c]);
  };
  seen(open.discard);
  seen(open.turned_up);
  seen(view.mine.hand);
  for (const auto card : open.row)
    if (card != Color::none) --unseen[at(card)];
  if (open.phase == Phase::tunnel) {  // laid, not discarded yet
    const int laid = game.tracks[open.claim.a].length - open.claim.c;
    if (laid > 0) unseen[open.claim.b] = static_cast<std::uint8_t>(unseen[open.claim.b] - laid);
    unseen[kPlainColors] = static_cast<std::uint8_t>(unseen[kPlainColors] - open.claim.c);
  }
  const auto seats = static_cast<std::size_t>(game.seats);
  int hidden_in_hands = 0;
  for (std::size_t s = 0; s < seats; ++s) {
    if (s == at(view.me)) continue;
    seen(open.at_least[s]);
    state.own[s].hand = open.at_least[s];
    hidden_in_hands += open.hand_size[s] - total(open.at_least[s]);
  }
  // Cards that can't be in the deck (not among those last shuffled) are in hands for certain; the others by lot.
  Cards may_be_deck, in_hands{};
  int may_be_deck_size = 0;
  for (std::size_t c = 0; c < kColors; ++c) {
    may_be_deck[c] = std::min(unseen[c], open.refill_left[c]);
    may_be_deck_size += may_be_deck[c];
    in_hands[c] = static_cast<std::uint8_t>(unseen[c] - may_be_deck[c]);
  }
  int in_hands_size = hidden_in_hands - (may_be_deck_size - open.deck_size);
  while (in_hands_size < hidden_in_hands) {
    ++in_hands[draw(may_be_deck, may_be_deck_size, rng)];
    ++in_hands_size;
  }
  state.hidden.deck = may_be_deck;
  for (std::size_t s = 0; s < seats; ++s) {
    if (s == at(view.me)) continue;
    for (int n = open.hand_size[s] - total(open.at_least[s]); n > 0; --n) ++state.own[s].hand[draw(in_hands, in_hands_size, rng)];
  }
}

class TicketPool {
 public:
  TicketPool(const TicketSet& tickets, Rng& rng) : rng_(rng) {
    tickets.each([&](int t) { items_[size_++] = Ticket(t); });
  }
  int size() const { return size_; }
  Ticket take() {
    const auto i = static_cast<int>(rng_.below(static_cast<std::uint32_t>(size_)));
    const auto ticket = items_[i];
    items_[i] = items_[--size_];
    return ticket;
  }
  // By weight, if there are weights.
  Ticket take(const std::uint16_t* weight) {
    if (!weight) return take();
    std::uint32_t sum = 0;
    for (int i = 0; i < size_; ++i) sum += weight[index(items_[i])];
    auto pick = rng_.below(sum);
    int i = 0;
    while (pick >= weight[index(items_[i])]) pick -= weight[index(items_[i++])];
    const auto ticket = items_[i];
    items_[i] = items_[--size_];
    return ticket;
  }
  void take_into(TicketSet& set, int n, const std::uint16_t* weight) {
    for (; n > 0; --n) set.set(index(take(weight)));
  }
  template <class F>
  void rest(F&& f) const {
    for (int i = 0; i < size_; ++i) f(items_[i]);
  }

 private:
  Rng& rng_;
  int size_ = 0;
  Ticket items_[kTickets];
};

// The mean weight of a deck's tickets that are not known.
double mean_weight(const TicketSet& tickets, const std::uint16_t* weight) {
  std::uint32_t sum = 0, n = 0;
  tickets.each([&](int t) { sum += weight[t], ++n; });
  return n == 0 ? 0 : static_cast<double>(sum) / n;
}

// How many of a seat's kept tickets are of each deck. Where the backs don't tell, every choice at set-up is as likely,
// but for the weights.
PerDeck<int> held_by_deck(const Game& game, const Public& open, std::size_t seat, const TicketSet& known, const std::uint16_t* weight,
                          Rng& rng) {
  const auto& decks = game.rules().decks;
  const auto& held = open.tickets_held[seat];
  if (game.backs_differ || decks.size() == 1) return {held[0], held[1]};
  PerDeck<int> slots = {decks[0].first, decks[1].first}, out{};
  PerDeck<std::uint32_t> scale = {1, 1};
  if (weight)
    for (std::size_t d = 0; d < kDecks; ++d)
      scale[d] = 1 + static_cast<std::uint32_t>(16 * mean_weight(game.deck_tickets[d] - known, weight));
  for (int n = open.kept_first[seat]; n > 0; --n) {
    const auto first = static_cast<std::uint32_t>(slots[0]) * scale[0], second = static_cast<std::uint32_t>(slots[1]) * scale[1];
    const auto d = static_cast<std::size_t>(rng.below(first + second) >= first);
    --slots[d];
    ++out[d];
  }
  out[decks[0].later > 0 ? 0 : 1] += held[0] - open.kept_first[seat];
  return out;
}

// How many of the tickets on offer to a seat are of each deck.
PerDeck<int> offered_by_deck(const Game& game, const Public& open, std::size_t seat) {
  if (game.rules().decks.size() == 1) return {open.offered[seat], 0};
  return {open.offered_first[seat], open.offered[seat] - open.offered_first[seat]};
}

void sample_tickets(const Game& game, const PlayerView& view, const TicketOdds* odds, State& state, Rng& rng) {
  const auto& open = view.open;
  const auto seats = static_cast<std::size_t>(game.seats);
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  TicketSet known = view.mine.tickets;
  for (std::size_t i = 0; i < open.offered[at(view.me)]; ++i) known.set(index(view.mine.offered[i]));
  for (const auto& shown : open.shown) known |= shown;
  auto& hidden = state.hidden;
  hidden.under.fill(kNoTicket);
  for (const auto& seen : view.mine.seen) {
    if (seen.ticket == kNoTicket) break;
    known.set(index(seen.ticket));
    if (seen.where == kLeftGame || seen.where == kDiscarded) hidden.aside.set(index(seen.ticket));
    else hidden.under[seen.where] = seen.ticket;
  }
  const auto weights = [&](std::size_t s) { return odds ? odds->weight[s].data() : nullptr; };
  std::array<PerDeck<int>, kSeats> held{}, offered{};
  for (std::size_t s = 0; s < seats; ++s) {
    if (s == at(view.me)) continue;
    if (!race) held[s] = held_by_deck(game, open, s, known, weights(s), rng);
    offered[s] = offered_by_deck(game, open, s);
  }
  for (std::size_t d = 0; d < game.rules().decks.size(); ++d) {
    TicketPool pool(game.deck_tickets[d] - known, rng);
    for (std::size_t s = 0; s < seats; ++s) {
      if (s == at(view.me)) continue;
      auto& own = state.own[s];
      pool.take_into(own.tickets, held[s][d], weights(s));
      const int before = d == 0 ? 0 : offered[s][0];
      for (int i = 0; i < offered[s][d]; ++i) {
        const auto ticket = race ? pool.take(weights(s)) : pool.take();
        own.offered[static_cast<std::size_t>(before + i)] = ticket;
        if (race) own.tickets.set(index(ticket));
      }
    }
    for (int i = 0; i < open.piles[d].under; ++i) {
      auto& slot = hidden.under[static_cast<std::size_t>(game.under_begin[d] + (open.piles[d].head + i) % game.deck_count[d])];
      if (slot == kNoTicket) slot = pool.take();
    }
    pool.take_into(hidden.bag, open.piles[d].bag, nullptr);
    pool.rest([&](Ticket t) { hidden.aside.set(index(t)); });
  }
}

}  // namespace

namespace {

State sample_world(const Game& game, const PlayerView& view, const TicketOdds* odds, Rng& rng) {
  State state;
  state.open = view.open;
  Private nobody{};
  nobody.offered.fill(kNoTicket);
  nobody.seen.fill({});
  state.own.fill(nobody);
  state.own[at(view.me)] = view.mine;
  state.hidden = {};
  sample_cards(game, view, state, rng);
  sample_tickets(game, view, odds, state, rng);
  return state;
}

}  // namespace

State sample(const Game& game, const PlayerView& view, Rng& rng) { return sample_world(game, view, nullptr, rng); }

State sample(const Game& game, const PlayerView& view, const TicketOdds& odds, Rng& rng) { return sample_world(game, view, &odds, rng); }

}  // namespace perron
