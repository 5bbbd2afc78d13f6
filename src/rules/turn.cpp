#include "rules/turn.h"

#include "base/check.h"
#include "model/kinds.h"

namespace perron {

bool ensure_deck(State& state) {
  auto& open = state.open;
  if (open.deck_size > 0) return true;
  if (open.discard_size == 0) return false;
  state.hidden.deck = open.discard;
  open.refill_left = open.discard;  // everyone has seen what goes into the new deck
  open.discard = {};
  open.deck_size = open.discard_size;
  open.discard_size = 0;
  ++open.shuffles;
  return true;
}

void owe_cards(State& state, Owed owed, int where, int count) {
  if (count == 0 || !ensure_deck(state)) return;
  state.open.owed = owed;
  state.open.owed_at = static_cast<std::uint8_t>(where);
  state.open.owed_left = static_cast<std::uint8_t>(count);
}

void card_outcomes(const Game&, const State& state, OutcomeList& out) {
  const auto kind = deal_for(state.open.owed);
  for (const auto c : ids<Color>(kColors))
    if (const auto count = state.hidden.deck[c]; count > 0) out.push({{kind, state.open.owed_at, static_cast<std::uint8_t>(c), 0}, count});
}

void take_from_deck(State& state, Color card) {
  auto& open = state.open;
  --state.hidden.deck[card];
  --open.deck_size;
  if (--open.owed_left > 0 && ensure_deck(state)) return;
  open.owed_left = 0;
  open.owed = Owed::nothing;
}

void turn_up_from_deck(State& state, Color card) {
  --state.open.refill_left[card];
  take_from_deck(state, card);
}

void leave_hand(State& state, Seat seat, Color color, int plain, int locomotives) {
  auto& hand = state.own[seat].hand;
  auto& known = state.open.at_least[seat];
  const auto take = [&](Color c, int n) {
    hand[c] = static_cast<std::uint8_t>(hand[c] - n);
    known[c] = static_cast<std::uint8_t>(known[c] > n ? known[c] - n : 0);
  };
  if (plain > 0) take(color, plain);
  if (locomotives > 0) take(Color::locomotive, locomotives);
  state.open.hand_size[seat] = static_cast<std::uint8_t>(state.open.hand_size[seat] - plain - locomotives);
}

void back_to_hand(State& state, Seat seat, Color color, int plain, int locomotives) {
  auto& hand = state.own[seat].hand;
  auto& known = state.open.at_least[seat];
  const auto give = [&](Color c, int n) {
    hand[c] = static_cast<std::uint8_t>(hand[c] + n);
    known[c] = static_cast<std::uint8_t>(known[c] + n);
  };
  if (plain > 0) give(color, plain);
  if (locomotives > 0) give(Color::locomotive, locomotives);
  state.open.hand_size[seat] = static_cast<std::uint8_t>(state.open.hand_size[seat] + plain + locomotives);
}

void discard_cards(State& state, Color color, int plain, int locomotives) {
  auto& discard = state.open.discard;
  if (plain > 0) discard[color] = static_cast<std::uint8_t>(discard[color] + plain);
  discard[Color::locomotive] = static_cast<std::uint8_t>(discard[Color::locomotive] + locomotives);
  state.open.discard_size = static_cast<std::uint8_t>(state.open.discard_size + plain + locomotives);
}

void end_turn(State& state) {
  state.open.phase = Phase::turn_end;
  state.open.step = 0;
}

void finish_claim(const Game& game, State& state) {
  auto& open = state.open;
  const auto seat = open.to_move;
  const auto track = open.claim.track();
  const auto& entry = game.tracks[track];
  discard_cards(state, open.claim.color(), entry.length - open.claim.c, open.claim.c);
  open.wagons[seat] = static_cast<std::uint8_t>(open.wagons[seat] - entry.length);
  open.points[seat] = static_cast<std::int16_t>(open.points[seat] + entry.points);  // [C15] [E9] by spaces
  open.tracks[seat].set(track);
  if (game.parallels_close) open.free -= game.parallel[track];  // [C14]
  else open.free.reset(track);
  open.phase = Phase::claimed;
  open.step = 0;
}

namespace {

bool draw_possible(const Public& open, bool second) {
  if (cards_left(open) > 0) return true;
  for (auto card : open.row)
    if (card != Color::none && !(second && card == Color::locomotive)) return true;
  return false;
}

void first_turn(State& state) {
  state.open.phase = Phase::turn;
  state.open.step = 0;
  state.open.to_move = state.open.first;
}

void next_turn(const Game& game, State& state) {
  auto& open = state.open;
  open.step = 0;
  const auto& end = game.rules().end;
  if (open.turns_left > 0) {
    if (--open.turns_left == 0) {
      open.phase = Phase::over;
      return;
    }
  } else if (open.wagons[open.to_move] <= end.wagons_left) {  // [C17] [F8]
    if (end.turns_each == 0) {
      open.phase = Phase::over;
      return;
    }
    open.turns_left = static_cast<std::uint8_t>(end.turns_each * game.seats);
  }
  if (open.passes == game.seats) {  // [X5]
    open.phase = Phase::over;
    return;
  }
  open.phase = Phase::turn;
  open.to_move = seat_after(game, open.to_move);
}

}  // namespace

void resume(const Game& game, State& state) {
  auto& open = state.open;
  while (open.owed == Owed::nothing) {
    switch (open.phase) {
      case Phase::setup:
        if (open.step < game.setup.size()) game.setup[open.step++](game, state);
        else first_turn(state);
        break;
      case Phase::claimed:
        if (open.step < game.after_claim.size()) game.after_claim[open.step++](game, state);
        else end_turn(state);
        break;
      case Phase::turn_end:
        if (open.step < game.turn_end.size()) game.turn_end[open.step++](game, state);
        else next_turn(game, state);
        break;
      case Phase::second_draw:
        if (open.draws_left > 0 && draw_possible(open, true)) return;
        open.draws_left = 0;
        end_turn(state);  // [X3]
        break;
      case Phase::first_split:
      case Phase::first_keep:
      case Phase::turn:
      case Phase::keep:
      case Phase::tunnel:
      case Phase::swap:
      case Phase::passengers:
      case Phase::over: return;
    }
  }
}

}  // namespace perron
