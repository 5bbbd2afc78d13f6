#include "search/guess.h"

namespace perron {

TicketOdds guess_tickets(const Game&, const Public&) {
  TicketOdds odds;
  for (auto& seat : odds.weight) seat.fill(1);
  return odds;
}

}  // namespace perron
