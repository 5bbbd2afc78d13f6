// Tickets that are offered, kept and scored at the end [C16] [C18] [E2] [E3] [G2] [G3].
#include <bit>

#include "rules/graph.h"
#include "rules/module.h"
#include "rules/scoring.h"
#include "rules/stations.h"
#include "rules/tickets.h"

namespace perron {
namespace {

const KeepSome& rule_of(const Game& game) { return std::get<KeepSome>(game.rules().tickets); }

void owe_opening(const Game& game, State& state, Seat seat) {
  const auto& decks = game.rules().decks;
  owe_tickets(state, seat, decks[0].first, decks.size() > 1 ? decks[1].first : 0);
}

void setup(const Game& game, State& state) {
  auto& open = state.open;
  if (game.rules().split) {  // [G2] in turn order, one after the other
    open.phase = Phase::first_split;
    open.to_move = open.first;
    return;
  }
  open.phase = Phase::first_keep;
  open.to_move = Seat{0};
  owe_opening(game, state, Seat{0});
}

// With all opening tickets dealt, the seats choose in order [E2].
void dealt(const Game& game, State& state) {
  auto& open = state.open;
  if (open.phase != Phase::first_keep || game.rules().split) return;
  const int next = open.owed_at + 1;
  if (next < game.seats) owe_opening(game, state, Seat(next));
}

bool split_draws(const Game& game, const Public& open, int first, int second) {
  return first + second == *game.rules().split && std::min(first, tickets_left(open, 0)) + std::min(second, tickets_left(open, 1)) > 0;
}

int must_keep(const Game& game, const Public& open) {
  const auto& rule = rule_of(game);
  return std::min<int>(open.phase == Phase::keep ? rule.later : rule.first, open.offered[open.to_move]);
}

bool can_draw(const Game& game, const Public& open) {
  const auto& decks = game.rules().decks;
  for (const int d : decks.ids())
    if ((game.rules().split || decks[d].later > 0) && tickets_left(open, d) > 0) return true;
  return false;
}

void offer(const Game& game, const Public& open, const Private&, ActionList& out) {
  if (open.phase == Phase::keep || open.phase == Phase::first_keep) {
    const unsigned count = open.offered[open.to_move];
    const int least = must_keep(game, open);
    for (unsigned mask = 0; mask < (1u << count); ++mask)
      if (std::popcount(mask) >= least) out.push({Kind::keep_tickets, static_cast<std::uint8_t>(mask), 0, 0});
  } else if (const auto split = game.rules().split) {
    for (int first = 0; first <= *split; ++first)
      if (split_draws(game, open, first, *split - first))
        out.push({Kind::draw_tickets, static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(*split - first), 0});
  } else if (can_draw(game, open)) {
    out.push({Kind::draw_tickets, 0, 0, 0});
  }
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private&, Action action) {
  const bool choosing = open.phase == Phase::keep || open.phase == Phase::first_keep;
  if (action.kind == Kind::keep_tickets) {
    if (!choosing) return open.phase == Phase::first_split ? Refusal::choose_split_first : Refusal::nothing_offered;
    if (action.a >> open.offered[open.to_move]) return Refusal::not_offered;
    if (std::popcount(action.a) < must_keep(game, open)) return Refusal::keep_more;
    return std::nullopt;
  }
  if (choosing) return Refusal::finish_tickets;
  if (!can_draw(game, open)) return Refusal::no_tickets_left;
  if (game.rules().split ? !split_draws(game, open, action.a, action.b) : (action.a | action.b) != 0) return Refusal::wrong_split;
  return std::nullopt;
}

void keep(const Game& game, State& state, unsigned mask) {
  auto& open = state.open;
  const auto seat = open.to_move;
  auto& own = state.own[seat];
  const bool first = open.phase == Phase::first_keep;
  const bool leaves = rule_of(game).not_kept_first == NotKept::leave_game;
  for (unsigned i = 0; i < open.offered[seat]; ++i) {
    const auto ticket = own.offered[i];
    own.offered[i] = kNoTicket;
    if (mask >> i & 1) {
      own.tickets.set(ticket);
      ++open.tickets_held[seat][game.backs_differ ? game.tickets[ticket].deck : 0];
      if (first) ++open.kept_first[seat];
    } else if (first) {
      state.hidden.aside.set(ticket);
      remember(own, ticket, leaves ? kLeftGame : kDiscarded);
      if (!leaves) ++open.tickets_aside;
    } else {
      put_under(game, state, seat, ticket);
    }
  }
  open.offered[seat] = open.offered_first[seat] = 0;
}

void play(const Game& game, State& state, Action action) {
  auto& open = state.open;
  if (action.kind == Kind::draw_tickets) {
    const bool first = open.phase == Phase::first_split;
    open.phase = first ? Phase::first_keep : Phase::keep;
    const auto& decks = game.rules().decks;
    if (game.rules().split) owe_tickets(state, open.to_move, action.a, action.b);
    else owe_tickets(state, open.to_move, decks[0].later, decks.size() > 1 ? decks[1].later : 0);
    return;
  }
  keep(game, state, action.a);
  if (open.phase == Phase::keep) return end_turn(state);
  const auto next = seat_after(game, open.to_move);
  const bool split = game.rules().split.has_value();
  if (next != (split ? open.first : Seat{0})) {
    open.to_move = next;
    if (split) open.phase = Phase::first_split;
    return;
  }
  if (rule_of(game).not_kept_first == NotKept::reshuffle) shuffle_aside_into_decks(game, state);
  open.phase = Phase::setup;
}

void tally(const Game& game, const State& state, Scores& scores) {
  for (const auto s : seats_of(game)) {
    auto& score = scores.seat[s];
    const auto result = score_tickets(game, state, s);
    score.tickets = static_cast<std::int16_t>(result.points);
    score.completed = static_cast<std::uint8_t>(score.completed + result.completed);
  }
}

constexpr Phase phases[] = {Phase::turn, Phase::first_split, Phase::first_keep, Phase::keep};
constexpr Kind kinds[] = {Kind::draw_tickets, Kind::keep_tickets};
constexpr Owed debts[] = {Owed::ticket};

}  // namespace

const Module keep_module = {.name = "keep",
                            .present = [](const Ruleset& rules) { return std::holds_alternative<KeepSome>(rules.tickets); },
                            .kinds = kinds,
                            .debts = debts,
                            .phases = phases,
                            .setup = setup,
                            .offer = offer,
                            .why_not = why_not,
                            .play = play,
                            .outcomes = ticket_outcomes,
                            .deal = deal_ticket,
                            .dealt = dealt,
                            .tally = tally};

}  // namespace perron
