// One decision as the parts of the sense see it. Not for users of the sense: see policy.h.
#pragma once

#include "search/policy/passengers.h"
#include "search/policy/policy.h"

namespace perron::search {

struct Payment {
  std::uint8_t color, locomotives;  // color 255: it can't be paid
  float price;
  int spare;  // cards of the same use left over, for tunnels
};

// The cheapest payments for grey tracks by length and printed locomotives, once asked for.
struct GreyPayments {
  std::array<std::uint8_t, kMaxLength + 1> known{};
  std::array<std::array<Payment, 5>, kMaxLength + 1> payment;
};

inline constexpr float kNoMinimum = -1e9f;

// Everything that one decision looks at.
struct Decision {
  const Game& game;
  const Public& open;
  const Private& mine;
  const PolicyWeights& weights;
  const Detours& detours;
  PolicyMode mode;
  PlanCache& cache;
  ScoredActions& out;
  Seat me;
  std::size_t s;
  float turns;        // still to come
  float wagon_price;  // falls to nothing when there is no time to lay them
  float want;         // of cards that no plan asks for: less the more are in hand
  float hurry;        // worth of a wagon laid for its own sake
  float per_wagon;    // worth of a wagon of the plan
  float urgency;      // and more when time is short
  float least;        // worth that a claim off the plan must reach to be looked at

  GreyPayments& grey;
  FigureGains figures{};  // what one more of each colour is worth

  int wagons() const { return open.wagons[s]; }
  int hand(std::size_t color) const { return mine.hand[color]; }
  int wilds() const { return mine.hand[kPlainColors]; }
  void push(Action action, float value) { out.push({action, value}); }
};

// The cheapest way to pay; color 255: there is none. `own_need`: the track is itself what the colour is needed for.
Payment cheapest(const Decision& d, int cards, Color color, int least_wilds, bool own_need);

// Each of these adds the sensible actions of one kind with their worth.
void score_claims(Decision& d);
void score_stations(Decision& d);
void score_tunnel(Decision& d);
void score_draws(Decision& d);
void score_keeps(Decision& d);
void score_splits(Decision& d, float value);  // value: of a full draw
void score_ticket_draw(Decision& d);
void score_swap(Decision& d);

}  // namespace perron::search
