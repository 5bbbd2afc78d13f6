#include "search/policy/passengers.h"

#include <algorithm>
#include <cmath>

namespace perron::search {
namespace {

constexpr int kMaxLead = 12, kMaxLeft = 16;

// Chance to finish ahead of one rival, by the current lead and the figures of the colour still on the board.
struct LeadOdds {
  std::array<std::array<float, kMaxLeft + 1>, 2 * kMaxLead + 1> ahead;
  LeadOdds() {
    for (int lead = -kMaxLead; lead <= kMaxLead; ++lead)
      for (int left = 0; left <= kMaxLeft; ++left) {
        const double spread = std::sqrt(0.25 + 0.7 * left);
        const double odds = left == 0 ? (lead > 0 ? 1 : lead < 0 ? 0 : 0.9) : 1 / (1 + std::exp(-1.7 * (lead + 0.1) / spread));
        ahead[lead + kMaxLead][left] = static_cast<float>(odds);
      }
  }
  float of(int lead, int left) const { return ahead[std::clamp(lead, -kMaxLead, kMaxLead) + kMaxLead][std::min(left, kMaxLeft)]; }
};

const LeadOdds& lead_odds() {
  static const LeadOdds table;
  return table;
}

// Expected points of one colour for a seat that holds `mine` figures of it.
float expected(const Game& game, const Public& open, Seat seat, Color color, int mine, int left) {
  const auto& rule = *game.rules().passengers;
  float most = 1, second = 0;
  for (const auto s : seats_of(game)) {
    if (s == seat) continue;
    const float ahead = lead_odds().of(mine - open.taken[s][color], left);
    second = second * ahead + most * (1 - ahead);
    most *= ahead;
  }
  const float some = mine > 0 ? 1.0f : left > 0 ? 0.6f : 0.0f;
  return some * (most * static_cast<float>(rule.points_most) + second * static_cast<float>(rule.points_second));
}

int figures_left(const Game& game, const Public& open, Color color) {
  int left = game.rules().passengers->figures[color];
  for (const auto s : seats_of(game)) left -= open.taken[s][color];
  return left;
}

}  // namespace

float expected_passenger_points(const Game& game, const Public& open, Seat seat) {
  float sum = 0;
  for (const auto c : ids<Color>(kPlainColors))
    if (game.rules().passengers->figures[c] > 0) sum += expected(game, open, seat, c, open.taken[seat][c], figures_left(game, open, c));
  return sum;
}

float figure_gain(const Game& game, const Public& open, Seat seat, Color color) {
  const int left = figures_left(game, open, color);
  const int mine = open.taken[seat][color];
  return expected(game, open, seat, color, mine + 1, left - 1) - expected(game, open, seat, color, mine, left);
}

FigureGains figure_gains(const Game& game, const Public& open, Seat seat) {
  FigureGains out{};
  for (const auto c : ids<Color>(kPlainColors))
    if (figures_left(game, open, c) > 0) out[c] = figure_gain(game, open, seat, c);
  return out;
}

float passenger_gain(const Game& game, const Public& open, const FigureGains& gains, const TrackEntry& entry) {
  float sum = 0;
  for (const auto place : entry.visits) {
    float best = 0;
    each_waiting(game, open, place, [&](Color color) { best = std::max(best, gains[color]); });
    sum += best;
  }
  return sum;
}

}  // namespace perron::search
