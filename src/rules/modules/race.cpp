// The race: a fixed number of open tickets, a completed one is replaced at once, the goal wins
// [F1] [F4] [F5] [F7] [X8]-[X10].
#include "rules/modules/race.h"

#include "rules/graph.h"
#include "rules/module.h"
#include "rules/scoring.h"
#include "rules/tickets.h"

namespace perron {

void win_at_goal(const Game& game, State& state, Seat seat) {
  const auto* race = std::get_if<Race>(&game.rules().tickets);
  if (!race || completed_in_race(state.open, seat) < race->goal) return;
  state.open.winner_by_goal = seat;
  state.open.phase = Phase::over;
}

namespace {

const Race& rule_of(const Game& game) { return std::get<Race>(game.rules().tickets); }

// One ticket to a seat; the discards are shuffled in when the deck is empty [X9]. False: none is left.
bool draw_one(const Game& game, State& state, Seat seat) {
  if (tickets_left(state.open, 0) == 0 && state.open.tickets_aside > 0) shuffle_aside_into_decks(game, state);
  owe_tickets(state, seat, 1, 0);
  return state.open.owed != Owed::nothing;
}

void remove_open(State& state, Seat seat, int place) {
  auto& own = state.own[seat];
  auto& count = state.open.offered[seat];
  own.tickets.reset(own.offered[place]);
  for (int i = place; i + 1 < count; ++i) own.offered[i] = own.offered[i + 1];
  own.offered[--count] = kNoTicket;
  --state.open.tickets_held[seat][0];
}

// Lays a ticket open [F4]; the check for the goal comes after each [X8].
void complete(const Game& game, State& state, Seat seat, int place) {
  state.open.shown[seat].set(state.own[seat].offered[place]);
  remove_open(state, seat, place);
  win_at_goal(game, state, seat);
}

void setup(const Game& game, State& state) { draw_one(game, state, Seat{0}); }

// Completes what the seat's network has joined, from this ticket on, until one must be drawn, the goal is reached or
// nothing is left to complete. True: nothing is left.
bool complete_joined(const Game& game, State& state, Seat seat, int from) {
  auto& open = state.open;
  const auto joined = joined_by(game, open.tracks[seat]);
  for (int i = from; i < open.offered[seat];) {
    if (!completes(game, joined, state.own[seat].offered[i])) {
      ++i;
      continue;
    }
    complete(game, state, seat, i);
    if (open.phase == Phase::over || draw_one(game, state, seat)) return false;
  }
  return true;
}

void after_claim(const Game& game, State& state) { complete_joined(game, state, state.open.to_move, 0); }

// The old tickets stay first in the list until the new ones are there; then they join the discards [X9].
void go_on_with_swap(const Game& game, State& state) {
  auto& open = state.open;
  const auto seat = open.to_move;
  const int old = rule_of(game).open;
  if (open.offered[seat] < 2 * old && draw_one(game, state, seat)) return;
  for (int i = 0; i < old; ++i) {
    const auto ticket = state.own[seat].offered[0];
    remove_open(state, seat, 0);
    state.hidden.aside.set(ticket);
    ++open.tickets_aside;
    remember(state.own[seat], ticket, kDiscarded);
  }
  end_turn(state);
}

void dealt(const Game& game, State& state) {
  auto& open = state.open;
  const auto seat = Seat(open.owed_at);
  auto& own = state.own[seat];
  const int last = open.offered[seat] - 1;
  own.tickets.set(own.offered[last]);
  ++open.tickets_held[seat][0];
  if (open.phase == Phase::setup) {
    if (last + 1 < rule_of(game).open) draw_one(game, state, seat);
    else if (index(seat) + 1 < game.seats) draw_one(game, state, Seat(index(seat) + 1));
    return;
  }
  if (!complete_joined(game, state, seat, last)) return;  // [X8] the new one first, in a chain
  if (open.phase == Phase::swap) go_on_with_swap(game, state);
  else complete_joined(game, state, seat, 0);
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private&, Action) {
  const auto& rule = rule_of(game);
  if (!rule.swap) return Refusal::not_in_this_game;
  if (open.offered[open.to_move] < rule.open) return Refusal::swap_needs_two;
  if (tickets_left(open, 0) + open.tickets_aside < rule.open) return Refusal::swap_too_few_left;  // [X9]
  return std::nullopt;
}

void offer(const Game& game, const Public& open, const Private& mine, ActionList& out) {
  if (!why_not(game, open, mine, {Kind::swap_tickets, 0, 0, 0})) out.push({Kind::swap_tickets, 0, 0, 0});
}

void play(const Game& game, State& state, Action) {
  state.open.phase = Phase::swap;
  go_on_with_swap(game, state);
}

void tally(const Game& game, const State& state, Scores& scores) {
  for (const auto s : seats_of(game)) {
    scores.seat[s].completed = static_cast<std::uint8_t>(scores.seat[s].completed + state.open.shown[s].count());
  }
}

constexpr Phase phases[] = {Phase::turn};
constexpr Kind kinds[] = {Kind::swap_tickets};
constexpr Owed debts[] = {Owed::ticket};

}  // namespace

const Module race_module = {.name = "race",
                            .present = [](const Ruleset& rules) { return std::holds_alternative<Race>(rules.tickets); },
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
                            .after_claim = after_claim,
                            .tally = tally};

}  // namespace perron
