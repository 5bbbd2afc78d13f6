// Guesses of which tickets the others hold, from what they have built and the cards they are known to hold.
#pragma once

#include "rules/engine.h"

namespace perron {

// Odds for every seat but the one that guesses; computed from what everyone sees, so that one seat can also judge what
// the others may think of its own tickets.
TicketOdds guess_tickets(const Game& game, const Public& open);

}  // namespace perron
