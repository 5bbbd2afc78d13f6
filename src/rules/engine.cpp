#include "rules/engine.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"
#include "model/kinds.h"
#include "rules/turn.h"

namespace perron {

std::uint64_t hash_of(const State& state) {
  Hash hash;
  hash.add_bytes(&state, sizeof state);
  return hash.value();
}

State start(const Game& game, Seat first) {
  State state{};
  const auto& rules = game.rules();
  auto& open = state.open;
  open.phase = Phase::setup;
  open.first = open.to_move = first;
  open.winner_by_goal = kNoSeat;
  open.row.fill(Color::none);
  open.passengers.fill(Color::none);
  for (auto& seat : open.stations) seat.fill(kNoPlace);
  for (const auto t : game.tracks.ids()) open.free.set(t);
  for (const auto s : seats_of(game)) open.wagons[s] = rules.wagons;
  state.hidden.deck = open.refill_left = rules.cards;
  open.deck_size = static_cast<std::uint8_t>(total(rules.cards));
  open.shuffles = 1;
  state.hidden.under.fill(kNoTicket);
  for (const int d : rules.decks.ids()) {
    state.hidden.bag |= game.deck_tickets[d];
    open.piles[d] = {game.deck_count[d], 0, 0, 1};
  }
  for (auto& own : state.own) {
    own.offered.fill(kNoTicket);
    own.seen.fill({});
  }
  resume(game, state);
  return state;
}

void legal(const Game& game, const Public& open, const Private& mine, ActionList& out) {
  out.clear();
  if (open.owed != Owed::nothing) return;
  for (const auto* module : game.offering[open.phase]) module->offer(game, open, mine, out);
  if (out.empty() && open.phase == Phase::turn) out.push({Kind::pass, 0, 0, 0});  // [X5]
}

bool can_act(const Game& game, const Public& open, const Private& mine) {
  if (cards_left(open) > 0) return true;
  ActionList out;
  for (const auto* module : game.offering[open.phase]) {
    module->offer(game, open, mine, out);
    if (!out.empty()) return true;
  }
  return false;
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private& mine, Seat seat, Action action) {
  if (open.phase == Phase::over) return Refusal::game_over;
  if (open.owed != Owed::nothing) return Refusal::dealing;
  if (static_cast<int>(action.kind) >= kKinds || is_deal(action.kind)) return Refusal::not_a_move;
  if (seat != open.to_move) return Refusal::not_your_turn;
  const auto* owner = game.kind_owner[action.kind];
  if (!owner || !has_unused_clear(action)) return Refusal::not_in_this_game;
  if (std::ranges::find(owner->phases, open.phase) == owner->phases.end())
    return row_of(kPhaseTable, open.phase).unfinished.value_or(owner->out_of_phase);
  return owner->why_not(game, open, mine, action);
}

void outcomes(const Game& game, const State& state, OutcomeList& out) {
  out.clear();
  game.debt_owner[state.open.owed]->outcomes(game, state, out);
}

bool can_be_dealt(const Game& game, const State& state, Action deal) {
  if (!is_chance(state.open)) return false;
  OutcomeList list;
  outcomes(game, state, list);
  return std::ranges::find(list, deal, &Outcome::action) != list.end();
}

void apply(const Game& game, State& state, Action action) {
  if (is_deal(action.kind)) {
    const auto* owner = game.debt_owner[state.open.owed];
    owner->deal(game, state, action);
    if (state.open.owed == Owed::nothing) owner->dealt(game, state);
  } else {
    if (action.kind != Kind::pass) state.open.passes = 0;
    game.kind_owner[action.kind]->play(game, state, action);
  }
  resume(game, state);
}

Action random_deal(const Game& game, const State& state, Rng& rng) {
  OutcomeList list;
  outcomes(game, state, list);
  std::uint32_t sum = 0;
  for (const auto& outcome : list) sum += outcome.weight;
  auto pick = rng.below(sum);
  for (const auto& outcome : list) {
    if (pick < outcome.weight) return outcome.action;
    pick -= outcome.weight;
  }
  return list[0].action;
}

Action random_action(const Game& game, const Public& open, const Private& mine, Rng& rng, ActionList& scratch) {
  const auto& modules = game.offering[open.phase];
  std::array<const Module*, 8> left;
  auto count = static_cast<std::uint32_t>(modules.size());
  std::ranges::copy(modules, left.begin());
  while (count > 0) {
    const auto i = count == 1 ? 0 : rng.below(count);
    if (left[i]->pick) {
      if (const auto action = left[i]->pick(game, open, mine, rng)) return *action;
    } else {
      scratch.clear();
      left[i]->offer(game, open, mine, scratch);
      if (!scratch.empty()) return scratch[static_cast<int>(rng.below(static_cast<std::uint32_t>(scratch.size())))];
    }
    left[i] = left[--count];
  }
  return {Kind::pass, 0, 0, 0};
}

}  // namespace perron
