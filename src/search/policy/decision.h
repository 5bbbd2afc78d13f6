// One decision as the parts of the policy see it. Internal to the policy: its users include policy.h.
#pragma once

#include "search/policy/passengers.h"
#include "search/policy/policy.h"

namespace perron::search {

struct Payment {
  Color color;  // none: it can't be paid
  std::uint8_t locomotives;
  float price;
  int spare;  // usable cards left over, for tunnels
};

// The cheapest payments for grey tracks, by length and printed locomotives; computed on demand.
struct GreyPayments {
  std::array<std::uint8_t, kMaxLength + 1> known{};  // bit set by printed locomotives
  std::array<std::array<Payment, 5>, kMaxLength + 1> payment;
};

inline constexpr float kNoMinimum = -1e9f;

// The inputs of one decision, and the values that its parts share.
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
  float turns;        // still to come
  float wagon_price;  // falls to 0 when there is no time left to use the wagons
  float card_demand;  // value of cards that no plan asks for: falls with the size of the hand
  float lead_bonus;   // for each wagon of any claim, by the lead in points
  float per_wagon;    // worth of a wagon of the plan
  float urgency;      // added for each wagon of the plan when time is short
  float min_value;    // claims off the plan that cannot reach it are skipped

  GreyPayments& grey;
  FigureGains figures{};  // what one more of each colour is worth

  int wagons() const { return open.wagons[me]; }
  int hand(Color color) const { return mine.hand[color]; }
  int wilds() const { return mine.hand[Color::locomotive]; }
  void push(Action action, float value) { out.push({action, value}); }
};

// The cheapest way to pay; Color::none: there is none. `own_need`: the plan needs the colour for this very track.
Payment cheapest(const Decision& d, int cards, Color color, int least_wilds, bool own_need);

// Each of these adds the sensible actions of one kind with their scores.
void score_claims(Decision& d);
void score_stations(Decision& d);
void score_tunnel(Decision& d);
void score_draws(Decision& d);
void score_keeps(Decision& d);
void score_splits(Decision& d, float value);  // value: of a full draw
void score_ticket_draw(Decision& d);
void score_swap(Decision& d);

}  // namespace perron::search
