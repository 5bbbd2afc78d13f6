// What is going on in a view: the phase, what is owed, and the numbers that belong to them.
#include <algorithm>

#include "rules/check_view/view_faults.h"
#include "rules/tickets.h"

namespace perron {
namespace {

bool no_cards(const Cards& cards) { return total(cards) == 0; }

class PhaseCheck {
 public:
  PhaseCheck(const Game& game, const Public& open, ViewFault& fault) : game_(game), rules_(game.rules()), open_(open), fault_(fault) {}

  void run() {
    check_counters();
    if (open_.owed == Owed::nothing) check_decision();
    else check_debt();
    check_offers();
    check_step();
  }

 private:
  bool race() const { return std::holds_alternative<Race>(rules_.tickets); }
  bool in(std::initializer_list<Phase> phases) const { return std::ranges::find(phases, open_.phase) != phases.end(); }
  int mover() const { return index(open_.to_move); }

  void check_counters() {
    const auto phase = open_.phase;
    fault_.must(open_.turns_left <= rules_.end.turns_each * game_.seats, "turns_left is too high");
    fault_.must(open_.passes < game_.seats + (phase == Phase::over), "so many passes in a row end the game");
    fault_.must(phase == Phase::second_draw ? open_.draws_left < rules_.draw_cards : open_.draws_left == 0,
                "draws_left does not fit the phase");
    fault_.must(open_.visit == 0 || (phase == Phase::passengers && open_.visit == 1), "visit does not fit the phase");
    const bool tunnel = phase == Phase::tunnel;
    fault_.must(tunnel || (no_cards(open_.turned_up) && open_.tunnel_extra == 0), "cards are turned up, but there is no tunnel");
    fault_.must(phase == Phase::over || open_.winner_by_goal == kNoSeat, "the game has a winner, but it is not over");
    fault_.must(race() || open_.winner_by_goal == kNoSeat, "there is no goal to win by");
    const bool first = in({Phase::first_split, Phase::first_keep});
    fault_.must(!first || !race(), "there are no tickets to choose from in a race");
    fault_.must(!in({Phase::keep}) || !race(), "there are no tickets to choose from in a race");
    fault_.must(phase != Phase::first_split || rules_.split, "this board has no split");
    fault_.must(phase != Phase::swap || race(), "this board has no swap");
    fault_.must(phase != Phase::second_draw || rules_.row, "this board has one draw a turn");
  }

  void check_decision() {
    fault_.must(open_.owed_left == 0 && open_.owed_tickets == PerDeck<std::uint8_t>{}, "nothing is owed, but something is still to come");
    fault_.must(!in({Phase::setup, Phase::swap, Phase::claimed, Phase::turn_end}), "nobody can act in this phase, and nothing is owed");
    if (open_.phase == Phase::tunnel) check_tunnel();
    if (open_.phase == Phase::passengers) check_visit();
    if (open_.phase == Phase::second_draw) {
      fault_.must(open_.draws_left > 0, "draws_left is 0, but a card is to be drawn");
      const auto can_take = [](Color card) { return card != Color::none && card != Color::locomotive; };
      fault_.must(cards_left(open_) > 0 || std::ranges::any_of(open_.row, can_take), "there is no second card to draw");
    }
    if (open_.phase == Phase::turn && rules_.row && cards_left(open_) > 0)
      for (int i = 0; i < rules_.row->places; ++i)
        fault_.must(open_.row[i] != Color::none, "row place ", i, " is empty, but there are cards");
  }

  // The claim that waits for its extra has been paid for, and could be made.
  void check_tunnel() {
    const auto& claim = open_.claim;
    if (!fault_.must(rules_.tunnels && claim.kind == Kind::claim && game_.tracks[claim.track()].tunnel, "no tunnel is being claimed"))
      return;
    const auto seat = open_.to_move;
    fault_.must(open_.free.test(claim.track()) && (open_.tracks[seat] & game_.parallel[claim.track()]).none(), "the tunnel is not free");
    fault_.must(open_.wagons[seat] >= game_.tracks[claim.track()].length, "there are not enough wagons for the tunnel");
    const int cards = rules_.tunnels->cards, up = total(open_.turned_up);
    if (open_.owed == Owed::tunnel) {
      fault_.must(up + open_.owed_left == cards && open_.tunnel_extra == 0, "a tunnel turns up ", cards, " cards");
      return;
    }
    int extra = open_.turned_up[Color::locomotive];
    if (claim.color() != Color::locomotive) extra += open_.turned_up[claim.color()];
    fault_.must(up <= cards && extra > 0 && extra == open_.tunnel_extra, "the tunnel's extra is not what the cards turned up say");
  }

  void check_visit() {
    const auto& claim = open_.claim;
    if (!fault_.must(rules_.passengers && claim.kind == Kind::claim && open_.tracks[open_.to_move].test(claim.track()),
                     "passengers wait for who has just claimed a track"))
      return;
    const auto place = game_.tracks[claim.track()].visits[open_.visit];
    fault_.must(game_.slot_begin[place] < game_.slot_end(place) && open_.passengers[game_.slot_begin[place]] != Color::none,
                "no passenger waits at the place that is asked about");
  }

  void check_debt() {
    fault_.must(open_.phase != Phase::over, "the game is over, but something is owed");
    fault_.must(game_.debt_owner[open_.owed] != nullptr, "this board owes nothing of that kind");
    if (!fault_.none()) return;
    fault_.must(open_.owed == Owed::ticket || open_.owed_tickets == PerDeck<std::uint8_t>{}, "tickets are to come, but not owed");
    switch (open_.owed) {
      case Owed::hand: return check_hand_debt();
      case Owed::row: return check_row_debt();
      case Owed::tunnel:
        fault_.must(open_.phase == Phase::tunnel && open_.owed_at == 0 && open_.deck_size > 0, "no card can be turned up now");
        if (fault_.none()) check_tunnel();
        return;
      case Owed::ticket: return check_ticket_debt();
      case Owed::passenger: return check_passenger_debt();
      case Owed::nothing: return;
    }
  }

  void check_hand_debt() {
    const bool setup = open_.phase == Phase::setup;
    fault_.must(setup || open_.phase == (rules_.row ? Phase::second_draw : Phase::turn_end), "no card can be drawn in this phase");
    fault_.must(setup ? open_.owed_at < game_.seats : open_.owed_at == mover(), "a card is owed to the wrong seat");
    const int most = setup ? rules_.opening_cards : rules_.row ? 1 : rules_.draw_cards;
    fault_.must(open_.owed_left >= 1 && open_.owed_left <= most && open_.deck_size > 0, "so many cards can't be owed");
  }

  void check_row_debt() {
    fault_.must(in({Phase::setup, Phase::second_draw, Phase::turn_end}), "no card comes into the row in this phase");
    fault_.must(open_.owed_left == 1 && open_.deck_size > 0, "so many cards can't be owed");
    fault_.must(open_.owed_at < rules_.row->places && open_.row[open_.owed_at] == Color::none, "the row place to fill is not empty");
  }

  void check_passenger_debt() {
    const Place place{open_.owed_at};
    fault_.must(open_.phase == Phase::setup, "passengers are dealt at the start only");
    if (!fault_.must(index(place) < game_.board.places.size(), "a passenger is owed to no place")) return;
    const int slots = game_.slot_end(place) - game_.slot_begin[place];
    fault_.must(open_.owed_left >= 1 && open_.owed_left <= slots, "so many passengers can't be owed");
  }

  void check_ticket_debt() {
    const auto& owed = open_.owed_tickets;
    fault_.must(open_.owed_left == 0 && owed[0] + owed[1] > 0, "no ticket is owed");
    for (int d = 0; d < kDecks; ++d) fault_.must(owed[d] <= tickets_left(open_, d), "more tickets are owed than there are");
    if (!fault_.must(open_.owed_at < game_.seats, "a ticket is owed to no seat")) return;
    const int has = open_.offered[Seat(open_.owed_at)];
    if (race()) {
      const int open = std::get<Race>(rules_.tickets).open;
      fault_.must(in({Phase::setup, Phase::claimed, Phase::swap}), "no ticket comes in this phase");
      fault_.must(owed[0] == 1, "tickets come one by one in a race");
      fault_.must(open_.phase == Phase::swap ? has >= open && has < 2 * open : has < open, "a seat would get too many tickets");
    } else {
      fault_.must(in({Phase::first_keep, Phase::keep}), "no ticket comes in this phase");
      fault_.must(has + owed[0] + owed[1] <= most_offered(), "a seat would get too many tickets");
    }
    const bool any_seat = open_.phase == Phase::setup || (open_.phase == Phase::first_keep && !rules_.split);
    fault_.must(any_seat || open_.owed_at == mover(), "a ticket is owed to the wrong seat");
  }

  int most_offered() const {
    if (rules_.split) return *rules_.split;
    int first = 0, later = 0;
    for (const auto& deck : rules_.decks) first += deck.first, later += deck.later;
    return open_.phase == Phase::keep ? later : first;
  }

  // Which seats may have tickets on offer now, and how many.
  void check_offers() {
    for (const auto seat : seats_of(game_)) {
      const int s = index(seat), has = open_.offered[seat];
      if (race()) {
        const int open = std::get<Race>(rules_.tickets).open;
        const bool swaps = in({Phase::swap, Phase::over}) && s == mover();  // the goal may be reached within a swap
        fault_.must(has <= (swaps ? 2 * open - 1 : open), "seat ", s, " has too many tickets open");
        fault_.must(!(open_.phase == Phase::setup && s > last_dealt()) || has == 0, "seat ", s, " has tickets before its turn");
        continue;
      }
      const bool opening = open_.phase == Phase::first_keep && !rules_.split;
      const bool may = opening ? s >= mover() && s <= last_dealt() : in({Phase::first_keep, Phase::keep}) && s == mover();
      fault_.must(has == 0 || may, "seat ", s, " has tickets on offer that it can't have now");
      fault_.must(has <= most_offered(), "seat ", s, " has too many tickets on offer");
    }
    const bool dealing = open_.phase == Phase::first_keep && !rules_.split && open_.owed == Owed::ticket;
    fault_.must(!dealing || mover() == 0, "seat 0 chooses first");
  }

  // Opening tickets are dealt seat by seat.
  int last_dealt() const {
    if (open_.owed == Owed::ticket) return open_.owed_at;
    return open_.phase == Phase::setup ? -1 : kSeats;
  }

  // The next hook.
  void check_step() {
    if (!fault_.none()) return;
    const auto after = [](const std::vector<Hook>& hooks, Hook hook) {
      return static_cast<int>(std::ranges::find(hooks, hook) - hooks.begin()) + 1;
    };
    int least = 0, most = 0;
    const auto* owner = game_.debt_owner[open_.owed];
    switch (open_.phase) {
      case Phase::setup: least = most = after(game_.setup, owner->setup); break;
      case Phase::first_split:
      case Phase::first_keep: least = most = static_cast<int>(game_.setup.size()); break;
      case Phase::claimed: least = most = after(game_.after_claim, owner->after_claim); break;
      case Phase::passengers: least = most = after(game_.after_claim, game_.kind_owner[Kind::take_passenger]->after_claim); break;
      case Phase::turn_end: most = static_cast<int>(game_.turn_end.size()); break;
      case Phase::over: most = static_cast<int>(game_.after_claim.size()); break;
      default: break;
    }
    fault_.must(open_.step >= least && open_.step <= most, "step is ", open_.step, ", which does not fit the phase");
  }

  const Game& game_;
  const Ruleset& rules_;
  const Public& open_;
  ViewFault& fault_;
};

}  // namespace

void check_phase(const Game& game, const PlayerView& view, ViewFault& fault) { PhaseCheck(game, view.open, fault).run(); }

}  // namespace perron
