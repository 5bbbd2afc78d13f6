// A determinization of a view: a State that the view cannot rule out. Hands: what is known of them, the rest from the unseen
// cards. Tickets: from those the seat has not seen. It starts from the view alone, so it cannot return the truth.
#include <algorithm>

#include "base/check.h"
#include "rules/engine.h"
#include "rules/tickets.h"
#include "rules/turn.h"

namespace perron {
namespace {

using TicketWeights = PerTicket<std::uint16_t>;

// Draws one card from a multiset of `size` cards.
Color draw(Cards& pool, int& size, Rng& rng) {
  int pick = static_cast<int>(rng.below(static_cast<std::uint32_t>(size)));
  int c = 0;
  while (pick >= pool[Color(c)]) pick -= pool[Color(c++)];
  --pool[Color(c)];
  --size;
  return Color(c);
}

// Cards that are not in sight: neither open, nor in the seat's own hand, nor known to be in another.
Cards unseen_cards(const Game& game, const PlayerView& view) {
  const auto& open = view.open;
  Cards unseen = game.rules().cards;
  const auto subtract = [&](const Cards& cards) {
    for (const auto c : unseen.ids()) unseen[c] = static_cast<std::uint8_t>(unseen[c] - cards[c]);
  };
  subtract(open.discard);
  subtract(open.turned_up);
  subtract(view.mine.hand);
  for (const auto card : open.row)
    if (card != Color::none) --unseen[card];
  if (open.phase == Phase::tunnel) {  // laid, not discarded yet
    const int laid = game.tracks[open.claim.track()].length - open.claim.c;
    if (laid > 0) unseen[open.claim.color()] = static_cast<std::uint8_t>(unseen[open.claim.color()] - laid);
    unseen[Color::locomotive] = static_cast<std::uint8_t>(unseen[Color::locomotive] - open.claim.c);
  }
  for (const auto s : seats_of(game))
    if (s != view.me) subtract(open.at_least[s]);
  return unseen;
}

void sample_cards(const Game& game, const PlayerView& view, State& state, Rng& rng) {
  const auto& open = view.open;
  const auto unseen = unseen_cards(game, view);
  const auto hidden_of = [&](Seat seat) { return open.hand_size[seat] - total(open.at_least[seat]); };
  int hidden_in_hands = 0;
  for (const auto s : seats_of(game))
    if (s != view.me) hidden_in_hands += hidden_of(s);
  // Cards that can't be in the deck (not among those last shuffled) are in hands for certain; chance decides on the others.
  Cards may_be_deck, in_hands{};
  int may_be_deck_size = 0;
  for (const auto c : unseen.ids()) {
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
  for (const auto s : seats_of(game)) {
    if (s == view.me) continue;
    auto& hand = state.own[s].hand;
    hand = open.at_least[s];
    for (int n = hidden_of(s); n > 0; --n) ++hand[draw(in_hands, in_hands_size, rng)];
  }
}

class TicketPool {
 public:
  TicketPool(const TicketSet& tickets, Rng& rng) : rng_(rng) {
    tickets.each([&](Ticket t) { items_[size_++] = t; });
  }
  int size() const { return size_; }
  Ticket take() {
    const auto i = static_cast<int>(rng_.below(static_cast<std::uint32_t>(size_)));
    const auto ticket = items_[i];
    items_[i] = items_[--size_];
    return ticket;
  }
  // By weight, if there are weights.
  Ticket take(const TicketWeights* weight) {
    if (!weight) return take();
    std::uint32_t sum = 0;
    for (int i = 0; i < size_; ++i) sum += (*weight)[items_[i]];
    auto pick = rng_.below(sum);
    int i = 0;
    while (pick >= (*weight)[items_[i]]) pick -= (*weight)[items_[i++]];
    const auto ticket = items_[i];
    items_[i] = items_[--size_];
    return ticket;
  }
  void take_into(TicketSet& set, int n, const TicketWeights* weight) {
    for (; n > 0; --n) set.set(take(weight));
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
double mean_weight(const TicketSet& tickets, const TicketWeights& weight) {
  std::uint32_t sum = 0, n = 0;
  tickets.each([&](Ticket t) { sum += weight[t], ++n; });
  return n == 0 ? 0 : static_cast<double>(sum) / n;
}

// How many of a seat's kept tickets are of each deck. Where the backs are alike, every choice at set-up is equally likely,
// but for the weights.
PerDeck<int> held_by_deck(const Game& game, const Public& open, Seat seat, const TicketSet& known, const TicketWeights* weight, Rng& rng) {
  const auto& decks = game.rules().decks;
  const auto& held = open.tickets_held[seat];
  if (game.backs_differ || decks.size() == 1) return {held[0], held[1]};
  PerDeck<int> slots = {decks[0].first, decks[1].first}, out{};
  PerDeck<std::uint32_t> scale = {1, 1};
  if (weight)
    for (int d = 0; d < kDecks; ++d) scale[d] = 1 + static_cast<std::uint32_t>(16 * mean_weight(game.deck_tickets[d] - known, *weight));
  for (int n = open.kept_first[seat]; n > 0; --n) {
    const auto first = static_cast<std::uint32_t>(slots[0]) * scale[0], second = static_cast<std::uint32_t>(slots[1]) * scale[1];
    const int d = rng.below(first + second) >= first;
    --slots[d];
    ++out[d];
  }
  out[decks[0].later > 0 ? 0 : 1] += held[0] - open.kept_first[seat];
  return out;
}

// How many of the tickets on offer to a seat are of each deck.
PerDeck<int> offered_by_deck(const Game& game, const Public& open, Seat seat) {
  if (game.rules().decks.size() == 1) return {open.offered[seat], 0};
  return {open.offered_first[seat], open.offered[seat] - open.offered_first[seat]};
}

// The tickets that the seat knows the place of, put there. The answer is all of them, wherever they are.
TicketSet place_known_tickets(const PlayerView& view, Hidden& hidden) {
  TicketSet known = view.mine.tickets;
  for (int i = 0; i < view.open.offered[view.me]; ++i) known.set(view.mine.offered[i]);
  for (const auto& shown : view.open.shown) known |= shown;
  hidden.under.fill(kNoTicket);
  for (const auto& seen : view.mine.seen) {
    if (seen.ticket == kNoTicket) break;
    known.set(seen.ticket);
    if (seen.where == kLeftGame || seen.where == kDiscarded) hidden.aside.set(seen.ticket);
    else hidden.under[seen.where] = seen.ticket;
  }
  return known;
}

void sample_tickets(const Game& game, const PlayerView& view, const TicketOdds* odds, State& state, Rng& rng) {
  const auto& open = view.open;
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  auto& hidden = state.hidden;
  const auto known = place_known_tickets(view, hidden);
  const auto weights = [&](Seat s) { return odds ? &odds->weight[s] : nullptr; };
  PerSeat<PerDeck<int>> held{}, offered{};
  for (const auto s : seats_of(game)) {
    if (s == view.me) continue;
    if (!race) held[s] = held_by_deck(game, open, s, known, weights(s), rng);
    offered[s] = offered_by_deck(game, open, s);
  }
  const auto draw_for = [&](Seat s, int deck, TicketPool& pool) {
    auto& own = state.own[s];
    pool.take_into(own.tickets, held[s][deck], weights(s));
    const int before = deck == 0 ? 0 : offered[s][0];
    for (int i = 0; i < offered[s][deck]; ++i) {
      const auto ticket = race ? pool.take(weights(s)) : pool.take();
      own.offered[before + i] = ticket;
      if (race) own.tickets.set(ticket);
    }
  };
  for (const int d : game.rules().decks.ids()) {
    TicketPool pool(game.deck_tickets[d] - known, rng);
    for (const auto s : seats_of(game))
      if (s != view.me) draw_for(s, d, pool);
    for (int i = 0; i < open.piles[d].under; ++i) {
      auto& slot = hidden.under[game.under_begin[d] + (open.piles[d].head + i) % game.deck_count[d]];
      if (slot == kNoTicket) slot = pool.take();
    }
    pool.take_into(hidden.bag, open.piles[d].bag, nullptr);
    pool.rest([&](Ticket t) { hidden.aside.set(t); });
  }
}

State sample_world(const Game& game, const PlayerView& view, const TicketOdds* odds, Rng& rng) {
  State state;
  state.open = view.open;
  Private nobody{};
  nobody.offered.fill(kNoTicket);
  nobody.seen.fill({});
  state.own.fill(nobody);
  state.own[view.me] = view.mine;
  state.hidden = {};
  sample_cards(game, view, state, rng);
  sample_tickets(game, view, odds, state, rng);
  return state;
}

}  // namespace

State sample(const Game& game, const PlayerView& view, Rng& rng) { return sample_world(game, view, nullptr, rng); }

State sample(const Game& game, const PlayerView& view, const TicketOdds& odds, Rng& rng) { return sample_world(game, view, &odds, rng); }

}  // namespace perron
