// Guesses of which tickets the others hold, from what they have built and the cards they are known to hold.
#pragma once

#include "rules/engine.h"

namespace perron::search {

// Odds for every seat but the one that guesses; computed from what everyone sees, so that one seat can also judge what
// the others may think of its own tickets.
TicketOdds estimate_ticket_odds(const Game& game, const Public& open);

// What the guess looks at: how far a seat's network has come on each ticket's way (longer than on the empty board by
// much, by a little, then tenths of the way, joined, closed), and how many quarters of its wagons are used.
inline constexpr int kProgressBuckets = 14;
std::array<std::uint8_t, kTickets> progress_buckets(const Game& game, const Public& open, Seat seat);
std::size_t used_quarter(const Game& game, const Public& open, Seat seat);

}  // namespace perron::search
