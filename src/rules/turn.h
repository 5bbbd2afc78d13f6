// The turn machine, shared by the modules: owing cards, paying, and what comes next. Internal to rules/.
#pragma once

#include "rules/game.h"

namespace perron {

inline int cards_left(const Public& open) { return open.deck_size + open.discard_size; }

// Owes cards to a seat or place. Set the phase that follows first. With no card left nothing is owed.
void owe_cards(State& state, Owed owed, int where, int count);
// Puts the discards under shuffle when the deck is empty [C8]; false: there is no card at all.
bool ensure_deck(State& state);
// Each card of the deck, by how many there are.
void card_outcomes(const Game& game, const State& state, OutcomeList& out);
// One owed card leaves the deck; the debt ends early when no card is left.
void take_from_deck(State& state, Color card);
// The same, seen by all.
void turn_up_from_deck(State& state, Color card);

// Cards leave a hand: plain ones of a colour, and locomotives. Everyone sees them, so the known part of the hand shrinks first.
void leave_hand(State& state, Seat seat, Color color, int plain, int locomotives);
void back_to_hand(State& state, Seat seat, Color color, int plain, int locomotives);
void discard_cards(State& state, Color color, int plain, int locomotives);

// Runs the phases until a decision, a chance node or the end of the game.
void resume(const Game& game, State& state);
void end_turn(State& state);
// The track in State::open.claim has been paid for and laid.
void finish_claim(const Game& game, State& state);

// Whether the seat to move has any action but passing [X5].
bool can_act(const Game& game, const Public& open, const Private& mine);

}  // namespace perron
