#include "search/tree/ticket_odds.h"

#include <algorithm>

#include "search/plan/plan.h"

namespace perron::search {
namespace {

// How likely a ticket is held, relative to a ticket of which nothing is known, in sixteenths. By quarters of wagons used and by
// progress, see ticket_odds.h. Counted over games of several kinds of players (bench/players/ticket_odds.cpp).
using Table = std::array<std::array<std::uint16_t, kProgressBuckets>, 4>;
constexpr Table kPlain = {{{2, 5, 11, 27, 44, 56, 103, 150, 140, 140, 140, 200, 420, 8},
                           {2, 3, 4, 9, 13, 22, 39, 66, 96, 105, 105, 400, 426, 5},
                           {2, 2, 2, 3, 4, 6, 14, 21, 40, 36, 36, 190, 388, 3},
                           {1, 1, 1, 1, 1, 3, 5, 6, 10, 9, 12, 160, 307, 3}}};
constexpr Table kHunt = {{{10, 11, 14, 20, 29, 30, 52, 50, 50, 55, 55, 60, 105, 20},
                          {9, 8, 10, 13, 16, 22, 30, 30, 32, 34, 40, 45, 80, 18},
                          {6, 7, 8, 8, 10, 15, 18, 20, 29, 30, 30, 30, 94, 14},
                          {7, 7, 6, 7, 9, 9, 15, 14, 16, 24, 20, 20, 84, 10}}};
constexpr Table kRace = {{{7, 6, 11, 13, 30, 42, 83, 102, 150, 150, 150, 150, 1, 8},
                          {5, 7, 7, 8, 12, 19, 32, 45, 61, 70, 70, 70, 1, 8},
                          {6, 9, 9, 9, 8, 15, 24, 25, 34, 43, 43, 43, 1, 11},
                          {3, 9, 9, 13, 14, 11, 15, 24, 31, 31, 31, 31, 1, 14}}};

const Table& table_of(const Game& game) {
  return game.rules().passengers ? kHunt : std::holds_alternative<Race>(game.rules().tickets) ? kRace : kPlain;
}

std::uint8_t bucket_of(const TicketProgress& progress, int on_empty_board) {
  if (progress.done) return 12;
  if (progress.closed) return 13;
  const int effort = progress.effort;
  if (effort > on_empty_board) return 10 * effort > 13 * on_empty_board ? 0 : 1;
  return static_cast<std::uint8_t>(2 + std::min(9, 10 - (10 * effort + on_empty_board - 1) / on_empty_board));
}

// Known cards in hand that the rest of the path asks for make the ticket a little more likely.
std::uint32_t with_cards(std::uint32_t weight, const Cards& known, const Cards& asked) {
  std::uint32_t all = 0, fit = 0;
  for (const auto c : ids<Color>(kPlainColors)) all += known[c], fit += std::min(known[c], asked[c]);
  return all < 2 ? weight : weight * (10 * all + 3 * fit) / (11 * all);
}

}  // namespace

int used_quarter(const Game& game, const Public& open, Seat seat) {
  const int used = game.rules().wagons - open.wagons[seat];
  return std::clamp(4 * used / game.rules().wagons, 0, 3);
}

PerTicket<std::uint8_t> progress_buckets(const Game& game, const Public& open, Seat seat) {
  PerTicket<std::int16_t> initial;
  initial_efforts(game, initial);
  PerTicket<TicketProgress> progress;
  ticket_progress(game, open, seat, progress);
  PerTicket<std::uint8_t> buckets{};
  for (const auto ticket : ids<Ticket>(game.tickets.size())) buckets[ticket] = bucket_of(progress[ticket], initial[ticket]);
  return buckets;
}

TicketOdds estimate_ticket_odds(const Game& game, const Public& open) {
  TicketOdds odds;
  PerTicket<std::int16_t> initial;
  initial_efforts(game, initial);
  for (const auto seat : seats_of(game)) {
    PerTicket<TicketProgress> progress;
    ticket_progress(game, open, seat, progress);
    const auto& row = table_of(game)[used_quarter(game, open, seat)];
    for (const auto ticket : ids<Ticket>(game.tickets.size())) {
      const auto weight = with_cards(row[bucket_of(progress[ticket], initial[ticket])], open.at_least[seat], progress[ticket].colors);
      odds.weight[seat][ticket] = static_cast<std::uint16_t>(std::max<std::uint32_t>(1, weight));
    }
  }
  return odds;
}

}  // namespace perron::search
