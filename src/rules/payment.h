// Payments: a number of cards of one colour, locomotives standing for any [C10] [C11] [X7]. One formula for tracks of any
// kind and for stations.
#pragma once

#include <algorithm>
#include <optional>

#include "model/refusal.h"
#include "model/view.h"

namespace perron {

struct Price {
  int cards;
  Color color;      // none: any one colour
  int locomotives;  // the least number of them [E4]
};

// Calls f(Color, int locomotives) for each payment that the hand can make: colours in order, few locomotives first.
template <class F>
void each_payment(const Cards& hand, const Price& price, F&& f) {
  const int wilds = hand[Color::locomotive];
  const auto with = [&](Color color) {
    const int most = std::min(price.cards - 1, wilds);
    for (int n = std::max(price.locomotives, price.cards - hand[color]); n <= most; ++n) f(color, n);
  };
  if (price.color != Color::none) {
    with(price.color);
  } else {
    for (const auto color : ids<Color>(kPlainColors))
      if (hand[color] > 0) with(color);
  }
  if (wilds >= price.cards) f(Color::locomotive, price.cards);
}

// Checks an untrusted payment.
inline std::optional<Refusal> why_not_pay(const Cards& hand, const Price& price, Color color, int locomotives) {
  if (index(color) >= kColors) return Refusal::wrong_color;
  if (locomotives > price.cards) return Refusal::wrong_payment;
  const bool all_wild = color == Color::locomotive;
  if (all_wild != (locomotives == price.cards)) return Refusal::wrong_payment;
  if (!all_wild && price.color != Color::none && color != price.color) return Refusal::wrong_color;
  if (locomotives < price.locomotives) return Refusal::ferry_locomotives;
  if (hand[Color::locomotive] < locomotives) return Refusal::cannot_pay;
  if (!all_wild && hand[color] < price.cards - locomotives) return Refusal::cannot_pay;
  return std::nullopt;
}

}  // namespace perron
