#include <algorithm>

#include "search/policy/decision.h"

namespace perron::search {
namespace {

// Cards that the next planned track of each colour lacks; 0: none does.
PerPlainColor<int> least_missing(const Decision& d) {
  PerPlainColor<int> least{};
  d.cache.plan.tracks.each([&](Track track) {
    const auto& entry = d.game.tracks[track];
    if (entry.color == Color::none) return;
    const int missing = entry.length - d.hand(entry.color);
    auto& so_far = least[entry.color];
    if (missing > 0 && (so_far == 0 || missing < so_far)) so_far = missing;
  });
  return least;
}

// How much a card of a colour helps.
PerColor<float> card_values(const Decision& d) {
  PerColor<float> value;
  const float plan = std::max(d.per_wagon, 0.6f * d.card_demand);
  int best_surplus = -100;
  auto best = Color{};
  for (const auto c : ids<Color>(kPlainColors)) {
    const int missing = d.cache.need[c] - d.hand(c);
    value[c] = missing > 0 ? d.weights.needed * plan
                           : d.card_demand * (d.weights.surplus + d.weights.set * static_cast<float>(std::min(d.hand(c), 6)));
    if (-missing > best_surplus) best_surplus = -missing, best = c;
  }
  if (d.weights.finish > 0) {
    const auto least = least_missing(d);
    for (const auto c : ids<Color>(kPlainColors))
      if (least[c] > 0) value[c] += d.weights.finish * plan / static_cast<float>(least[c]);
  }
  if (d.cache.grey > 0 && best_surplus < d.cache.grey) value[best] = std::max(value[best], 0.8f * d.weights.needed * plan);
  value[Color::locomotive] = d.weights.wild * plan;
  if (d.cache.need[Color::locomotive] > d.wilds()) value[Color::locomotive] += 0.4f * plan;
  return value;
}

// The expected value of the next blind card, by the cards that this seat has not seen.
float blind_value(const Decision& d, const PerColor<float>& value) {
  float sum = 0;
  int n = 0;
  for (const auto c : ids<Color>(kColors)) {
    int left = d.game.rules().cards[c] - d.hand(c) - d.open.discard[c];
    for (const auto card : d.open.row) left -= card == c;
    left = std::max(left, 0);
    sum += value[c] * static_cast<float>(left);
    n += left;
  }
  return n > 0 ? sum / static_cast<float>(n) : d.weights.surplus;
}

}  // namespace

void score_draws(Decision& d) {
  const auto value = card_values(d);
  const bool second = d.open.phase == Phase::second_draw;
  const bool deck = d.open.deck_size + d.open.discard_size > 0;
  const float blind = blind_value(d, value);
  // The second card of the turn is drawn too, unless the first is a locomotive of the row.
  const float next = second ? 0.0f : blind * 1.1f;
  if (deck) d.push({Kind::draw_blind, 0, 0, 0}, blind + next);
  if (!d.game.rules().row) return;
  unsigned seen = 0;
  for (std::uint8_t i = 0; i < d.game.rules().row->places; ++i) {
    const auto card = d.open.row[i];
    if (card == Color::none || (seen >> index(card) & 1) != 0) continue;
    if (card == Color::locomotive && second) continue;
    seen |= 1u << index(card);
    float v = value[card];
    if (v > blind) v += d.weights.known * std::max(d.per_wagon, 0.3f);
    d.push({Kind::draw_row, i, 0, 0}, v + (card == Color::locomotive ? 0.0f : next));
  }
}

}  // namespace perron::search
