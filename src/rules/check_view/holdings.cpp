// Cards and tickets of a view: nothing lost, nothing doubled, and enough unseen ones for what others hold.
#include <algorithm>

#include "rules/check_view/view_faults.h"
#include "rules/tickets.h"

namespace perron {

namespace {

// Cards that the seat can place: sum by colour.
PerColor<int> cards_seen(const Game& game, const PlayerView& view) {
  const auto& open = view.open;
  PerColor<int> sum{};
  const auto count = [&](const Cards& cards) {
    for (const auto c : ids<Color>(kColors)) sum[c] += cards[c];
  };
  count(open.discard);
  count(open.turned_up);
  count(view.mine.hand);
  for (const auto card : open.row)
    if (card != Color::none) ++sum[card];
  if (open.phase == Phase::tunnel) {  // laid, not discarded yet
    sum[open.claim.color()] += game.tracks[open.claim.track()].length - open.claim.c;
    sum[Color::locomotive] += open.claim.c;
  }
  for (const auto s : ids<Seat>(kSeats))
    if (s != view.me) count(open.at_least[s]);
  return sum;
}

}  // namespace

void check_cards(const Game& game, const PlayerView& view, ViewFault& fault) {
  const auto& open = view.open;
  const auto& sheet = game.rules().cards;
  const auto seen = cards_seen(game, view);
  int unseen = 0, may_be_deck = 0, hidden_in_hands = 0;
  for (const auto c : ids<Color>(kColors)) {
    const int left = sheet[c] - seen[c];
    fault.must(left >= 0, "there are ", seen[c], " ", kColorNames[c], " cards in sight; the deck has ", sheet[c]);
    fault.must(open.refill_left[c] <= sheet[c], "refill_left has too many ", kColorNames[c], " cards");
    fault.must(open.at_least[view.me][c] <= view.mine.hand[c], "at_least says more ", kColorNames[c], " cards than are in hand");
    unseen += left;
    may_be_deck += std::min<int>(left, open.refill_left[c]);
  }
  fault.must(open.discard_size == total(open.discard), "the discards are not ", open.discard_size);
  fault.must(open.hand_size[view.me] == total(view.mine.hand), "the hand has ", total(view.mine.hand), " cards, but hand_size is ",
             open.hand_size[view.me]);
  for (const auto s : ids<Seat>(kSeats)) {
    const int hidden = open.hand_size[s] - total(open.at_least[s]);
    fault.must(hidden >= 0, "seat ", index(s), " holds fewer cards than are known of it");
    if (s != view.me) hidden_in_hands += hidden;
  }
  fault.must(unseen == hidden_in_hands + open.deck_size, unseen, " cards are not in sight, but the deck and the hands of others have ",
             hidden_in_hands + open.deck_size);
  fault.must(may_be_deck >= open.deck_size, "the deck has ", open.deck_size, " cards, but refill_left allows only ", may_be_deck);
}

namespace {

class TicketCheck {
 public:
  TicketCheck(const Game& game, const PlayerView& view, ViewFault& fault)
      : game_(game), rules_(game.rules()), view_(view), open_(view.open), mine_(view.mine), fault_(fault) {}

  void run() {
    check_piles();
    for (const auto& shown : open_.shown) add(shown, "shown by two seats");
    add(mine_.tickets, "held and shown");
    check_offered();
    check_held();
    if (!fault_.none()) return;
    check_seen();
    check_others();
    if (fault_.none()) check_sums();
  }

 private:
  const Race* race() const { return std::get_if<Race>(&rules_.tickets); }
  int decks() const { return rules_.decks.size(); }
  const std::string& id(Ticket t) const { return game_.board.tickets[t].id; }
  bool in_setup() const { return open_.phase == Phase::setup || open_.phase == Phase::first_split || open_.phase == Phase::first_keep; }

  void add(const TicketSet& set, std::string_view how) {
    (known_ & set).each([&](Ticket t) { fault_.must(false, "ticket ", id(t), " is ", how); });
    known_ |= set;
  }
  void add(Ticket ticket, std::string_view how) {
    TicketSet one;
    one.set(ticket);
    add(one, how);
  }

  void check_piles() {
    for (int d = 0; d < kDecks; ++d) {
      const auto& pile = open_.piles[d];
      const int count = d < decks() ? game_.deck_count[d] : 0;
      fault_.must(pile.bag + pile.under <= count, "ticket deck ", d, " has more tickets than there are");
      fault_.must(pile.under > 0 ? pile.head < count : pile.head == 0, "ticket deck ", d, " has no such head");
    }
  }

  void check_offered() {
    const int count = open_.offered[view_.me];
    int first = 0;
    for (int i = 0; i < kOffer; ++i) {
      const auto ticket = mine_.offered[i];
      if (!fault_.must((ticket != kNoTicket) == (i < count), "the tickets on offer are not ", count)) return;
      if (ticket == kNoTicket) continue;
      first += decks() > 1 && game_.tickets[ticket].deck == 0;
      if (race())
        fault_.must(mine_.tickets.test(ticket) && !open_tickets_.test(ticket), "ticket ", id(ticket), " is open, but not held once");
      else add(ticket, "on offer twice, or held already");
      open_tickets_.set(ticket);
    }
    fault_.must(!race() || mine_.tickets == open_tickets_, "in a race all tickets held are open");
    fault_.must(open_.offered_first[view_.me] == first, "offered_first is not ", first);
  }

  void check_held() {
    PerDeck<int> held{};
    mine_.tickets.each([&](Ticket t) { ++held[game_.backs_differ ? game_.tickets[t].deck : 0]; });
    const auto& said = open_.tickets_held[view_.me];
    fault_.must(said[0] == held[0] && said[1] == held[1], "tickets_held of one's own seat is not what is held");
    int most_first = 0;
    for (const auto& deck : rules_.decks) most_first += deck.first;
    if (rules_.split) most_first = *rules_.split;
    for (const auto s : seats_of(game_)) {
      const auto& seat = open_.tickets_held[s];
      const int number = index(s), all = seat[0] + seat[1];
      fault_.must(all <= kTickets && (game_.backs_differ || seat[1] == 0), "tickets_held of seat ", number, " can't be");
      fault_.must(open_.kept_first[s] <= (race() ? 0 : std::min(all, most_first)), "kept_first of seat ", number, " is too high");
      fault_.must(open_.offered_first[s] <= (decks() > 1 ? open_.offered[s] : 0), "offered_first of seat ", number, " is too high");
      fault_.must(race() || open_.shown[s].none(), "seat ", number, " shows tickets, but this is no race");
      fault_.must(!race() || open_.offered[s] == all, "seat ", number, " must have all its tickets open");
      fault_.must(open_.east_west[s] <= (rules_.east_west ? 1 : 0), "east_west of seat ", number, " can't be");
      if (!race()) continue;
      const int completed = open_.shown[s].count() + open_.east_west[s];
      fault_.must(completed < race()->goal || open_.winner_by_goal == s, "seat ", number, " has reached the goal");
      fault_.must(completed >= race()->goal || open_.winner_by_goal != s, "seat ", number, " has not reached the goal");
    }
  }

  void check_seen() {
    const auto* keep = std::get_if<KeepSome>(&rules_.tickets);
    const bool leaves = keep && keep->not_kept_first == NotKept::leave_game;
    bool ended = false;
    Bits<256> slots;
    for (const auto& seen : mine_.seen) {
      ended |= seen.ticket == kNoTicket;
      if (!fault_.must(!ended || seen == SeenTicket{}, "the tickets given away have a gap")) return;
      if (ended) continue;
      add(seen.ticket, "given away and somewhere else too");
      if (seen.where == kLeftGame) fault_.must(leaves, "tickets don't leave this game");
      else if (seen.where == kDiscarded) fault_.must(race() || (!leaves && in_setup()), "there are no discarded tickets now");
      else check_slot(seen, slots);
      discarded_ += seen.where == kDiscarded;
    }
  }

  void check_slot(const SeenTicket& seen, Bits<256>& slots) {
    const int deck = game_.tickets[seen.ticket].deck;
    const auto& pile = open_.piles[deck];
    const int count = game_.deck_count[deck], slot = seen.where - game_.under_begin[deck];
    const bool there = slot >= 0 && slot < count && (slot - pile.head + count) % count < pile.under;
    fault_.must(there && !slots.test(seen.where), "ticket ", id(seen.ticket), " can't lie at its place under the deck");
    slots.set(seen.where);
    ++known_under_[deck];
  }

  // Of each deck, the most that the other seats can hold and have on offer.
  void check_others() {
    for (const auto s : seats_of(game_)) {
      if (s == view_.me) continue;
      const auto& held = open_.tickets_held[s];
      const int offered = open_.offered[s];
      all_others_ += race() ? offered : held[0] + held[1] + offered;
      if (decks() == 1) {
        others_[0] += race() ? offered : held[0] + offered;
        continue;
      }
      others_[0] += open_.offered_first[s];
      others_[1] += offered - open_.offered_first[s];
      for (int d = 0; d < decks(); ++d)
        others_[d] += game_.backs_differ ? held[d] : std::min<int>(open_.kept_first[s], rules_.decks[d].first);
      if (!game_.backs_differ) others_[rules_.decks[0].later > 0 ? 0 : 1] += held[0] - open_.kept_first[s];
    }
  }

  void check_sums() {
    int pool = 0, placed = all_others_;
    for (int d = 0; d < decks(); ++d) {
      const int unseen = (game_.deck_tickets[d] - known_).count(), unknown_under = open_.piles[d].under - known_under_[d];
      const int needed = others_[d] + unknown_under + open_.piles[d].bag;
      fault_.must(needed <= unseen, "ticket deck ", d, " needs ", needed, " tickets that are not in sight; there are ", unseen);
      pool += unseen;
      placed += unknown_under + open_.piles[d].bag;
    }
    const int aside = pool - placed + discarded_;
    const auto* keep = std::get_if<KeepSome>(&rules_.tickets);
    if (!keep || keep->not_kept_first == NotKept::reshuffle) {
      fault_.must(open_.tickets_aside == aside, "tickets_aside is ", open_.tickets_aside, ", but ", aside, " tickets are nowhere else");
      return;
    }
    fault_.must(open_.tickets_aside == 0, "no tickets are put aside on this board");
    int most = 0;  // all that were offered at the start and not kept
    for (const auto& deck : rules_.decks) most += game_.seats * (rules_.split ? 0 : deck.first);
    if (rules_.split) most = game_.seats * *rules_.split;
    for (const auto kept : open_.kept_first) most -= kept;
    fault_.must(aside <= most, "some tickets are nowhere");
  }

  const Game& game_;
  const Ruleset& rules_;
  const PlayerView& view_;
  const Public& open_;
  const Private& mine_;
  ViewFault& fault_;
  TicketSet known_, open_tickets_;
  PerDeck<int> known_under_{}, others_{};
  int discarded_ = 0, all_others_ = 0;
};

}  // namespace

void check_tickets(const Game& game, const PlayerView& view, ViewFault& fault) { TicketCheck(game, view, fault).run(); }

}  // namespace perron
