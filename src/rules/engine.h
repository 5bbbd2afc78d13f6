// The engine: all that there is to call. Every function takes the Game first; none keeps anything between calls.
#pragma once

#include <optional>

#include "base/rng.h"
#include "model/refusal.h"
#include "rules/game.h"
#include "rules/scoring.h"
#include "rules/state.h"

namespace perron {

// The position before the first card is dealt: a chance node.
State start(const Game& game, Seat first);

inline bool is_over(const Public& open) { return open.phase == Phase::over; }
inline bool is_chance(const Public& open) { return open.owed != Owed::nothing; }

// What the seat to move may do, sorted, without duplicates; nothing at a chance node or when the game is over. Takes no
// secret but the mover's own. The list is filled from its beginning.
void legal(const Game& game, const Public& open, const Private& mine, ActionList& out);

// Why this action of this seat is refused; nothing if it may be played. The only door for strangers: any bytes may come.
std::optional<Refusal> why_not(const Game& game, const Public& open, const Private& mine, Seat seat, Action action);

// What may be dealt now, with integer odds. Requires a chance node.
void outcomes(const Game& game, const State& state, OutcomeList& out);
bool can_be_dealt(const Game& game, const State& state, Action deal);

// Plays a legal action or a possible deal.
void apply(const Game& game, State& state, Action action);

// A State that the view cannot rule out, drawn by the odds of what the view leaves open.
State sample(const Game& game, const PlayerView& view, Rng& rng);

// Relative odds of which tickets each seat holds, as a player guesses them; at least 1 each.
struct TicketOdds {
  PerSeat<PerTicket<std::uint16_t>> weight;
};
// The same with tickets in hand drawn by those odds.
State sample(const Game& game, const PlayerView& view, const TicketOdds& odds, Rng& rng);

// Picks an outcome of a chance node by its odds: for playouts that need no comparable deck.
Action random_deal(const Game& game, const State& state, Rng& rng);

// Picks a kind of action that the mover has, each as likely, then one of that kind: a track or city, then a payment for
// it. For random players and playouts: it lists next to nothing.
Action random_action(const Game& game, const Public& open, const Private& mine, Rng& rng, ActionList& scratch);

}  // namespace perron
