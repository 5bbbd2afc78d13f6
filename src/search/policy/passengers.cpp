#include "search/policy/passengers.h"

#include <algorithm>
#include <cmath>

#include "rules/turn.h"

namespace perron::search {
namespace {

constexpr int kMaxLead = 12, kMaxLeft = 16;

// Chance to end ahead of one rival, by the present lead and the figures of the colour still on the board.
struct LeadOdds {
  std::array<std::array<float, kMaxLeft + 1>, 2 * kMaxLead + 1> ahead;
  LeadOdds() {
    for (int lead = -kMaxLead; lead <= kMaxLead; ++lead)
      for (int left = 0; left <= kMaxLeft; ++left) {
        const double spread = std::sqrt(0.25 + 0.7 * left);
        const double odds = left == 0 ? (lead > 0 ? 1 : lead < 0 ? 0 : 0.9) : 1 / (1 + std::exp(-1.7 * (lead + 0.1) / spread));
        ahead[static_cast<std::size_t>(lead + kMaxLead)][static_cast<std::size_t>(left)] = static_cast<float>(odds);
      }
  }
  float of(int lead, int left) const {
    return ahead[static_cast<std::size_t>(std::clamp(lead, -kMaxLead, kMaxLead) + kMaxLead)]
                [static_cast<std::size_t>(std::min(left, kMaxLeft))];
  }
};

const LeadOdds& lead_odds() {
  static const LeadOdds table;
  return table;
}

// Expected points of one colour for a seat that holds `mine` figures of it.
float expected(const Game& game, const Public& open, Seat seat, std::size_t color, int mine, int left) {
  const auto& rule = *game.rules().passengers;
  float most = 1, second = 0;
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) {
    if (s == at(seat)) continue;
    const float ahead = lead_odds().of(mine - open.taken[s][color], left);
    second = second * ahead + most * (1 - ahead);
    most *= ahead;
  }
  const float some = mine > 0 ? 1.0f : left > 0 ? 0.6f : 0.0f;
  return some * (most * static_cast<float>(rule.points_most) + second * static_cast<float>(rule.points_second));
}

int figures_left(const Game& game, const Public& open, std::size_t color) {
  int left = game.rules().passengers->figures[color];
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) left -= open.taken[s][color];
  return left;
}

}  // namespace

float expected_passenger_points(const Game& game, const Public& open, Seat seat) {
  float sum = 0;
  for (std::size_t c = 0; c < kPlainColors; ++c)
    if (game.rules().passengers->figures[c] > 0) sum += expected(game, open, seat, c, open.taken[at(seat)][c], figures_left(game, open, c));
  return sum;
}

float figure_gain(const Game& game, const Public& open, Seat seat, std::size_t color) {
  const int left = figures_left(game, open, color);
  const int mine = open.taken[at(seat)][color];
  return expected(game, open, seat, color, mine + 1, left - 1) - expected(game, open, seat, color, mine, left);
}

FigureGains figure_gains(const Game& game, const Public& open, Seat seat) {
  FigureGains out{};
  for (std::size_t c = 0; c < kPlainColors; ++c)
    if (figures_left(game, open, c) > 0) out[c] = figure_gain(game, open, seat, c);
  return out;
}

float passenger_gain(const Game& game, const Public& open, const FigureGains& gains, const TrackLine& line) {
  float sum = 0;
  for (const auto place : line.visits) {
    float best = 0;
    each_waiting(game, open, place, [&](std::size_t color) { best = std::max(best, gains[color]); });
    sum += best;
  }
  return sum;
}

}  // namespace perron::search
