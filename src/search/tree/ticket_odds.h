// Estimates which tickets the others hold, from what they have built and the cards they are known to hold.
#pragma once

#include "rules/engine.h"

namespace perron::search {

// Odds for every seat, the caller's own included, so that a search can also see its own tickets as the others do. Must depend on
// public facts only.
TicketOdds estimate_ticket_odds(const Game& game, const Public& open);

// The inputs of the estimate: a seat's progress on each ticket (costlier than on the empty board by much, by a little, then tenths of
// the path, joined, closed), and how many quarters of its wagons are used.
inline constexpr int kProgressBuckets = 14;
PerTicket<std::uint8_t> progress_buckets(const Game& game, const Public& open, Seat seat);
int used_quarter(const Game& game, const Public& open, Seat seat);

}  // namespace perron::search
