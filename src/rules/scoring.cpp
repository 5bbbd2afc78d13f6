#include "rules/scoring.h"

#include <utility>

namespace perron {

namespace {

// What decides between seats with equal totals [E14] [G9]: greater is better.
int tie_value(const SeatScore& seat, TieBreak rule) {
  switch (rule) {
    case TieBreak::most_completed: return seat.completed;
    case TieBreak::fewest_stations: return -seat.stations_built;
    case TieBreak::longest_line: return seat.express > 0;
    case TieBreak::most_passengers: return seat.passengers_taken;
  }
  return 0;
}

// Keeps of the set of seats those with the greatest value.
template <class F>
unsigned best_of(unsigned seats, F&& value) {
  int best = -1 << 20;
  unsigned out = 0;
  for (const auto s : ids<Seat>(kSeats)) {
    if (!(seats >> index(s) & 1)) continue;
    const int v = value(s);
    if (v > best) {
      best = v;
      out = 0;
    }
    if (v == best) out |= 1u << index(s);
  }
  return out;
}

// Unrolled: every playout ends with it.
template <std::size_t... part>
int sum_of_parts(const SeatScore& seat, std::index_sequence<part...>) {
  return (0 + ... + (kScorePartTable[part].adds_up() ? seat.*kScorePartTable[part].points : 0));
}

}  // namespace

Scores final_scores(const Game& game, const State& state) {
  Scores scores{};
  for (const auto* module : game.modules)
    if (module->tally) module->tally(game, state, scores);
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  for (const auto s : seats_of(game)) {
    auto& seat = scores.seat[s];
    seat.total =
        static_cast<std::int16_t>(sum_of_parts(seat, std::make_index_sequence<kScorePartTable.size()>()) + (race ? seat.completed : 0));
  }
  if (state.open.winner_by_goal != kNoSeat) {  // [F7]
    scores.winners = static_cast<std::uint8_t>(1u << index(state.open.winner_by_goal));
    return scores;
  }
  unsigned winners = best_of((1u << game.seats) - 1, [&](Seat s) { return scores.seat[s].total; });
  for (const auto rule : game.rules().tie_breaks) winners = best_of(winners, [&](Seat s) { return tie_value(scores.seat[s], rule); });
  scores.winners = static_cast<std::uint8_t>(winners);
  return scores;
}

std::optional<TieBreak> deciding_tie_break(const Game& game, const Scores& scores) {
  unsigned left = best_of((1u << game.seats) - 1, [&](Seat s) { return scores.seat[s].total; });
  for (const auto rule : game.rules().tie_breaks) {
    if (left == scores.winners) return std::nullopt;
    left = best_of(left, [&](Seat s) { return tie_value(scores.seat[s], rule); });
    if (left == scores.winners) return rule;
  }
  return std::nullopt;
}

}  // namespace perron
