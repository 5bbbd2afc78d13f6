#include <algorithm>

#include "rules/payment.h"
#include "rules/stations.h"
#include "search/plan/track_graph.h"
#include "search/policy/decision.h"

namespace perron::search {
namespace {

// Chance that the cards turned up for a tunnel can be paid, by spare cards in hand.
constexpr float kTunnelOdds[] = {0.49f, 0.87f, 0.98f, 1.0f};

// What a payment of n plain cards of a colour costs in points.
float price_of(const Decision& d, Color color, int plain, int wilds) {
  const int left = d.hand(color) - plain;
  const int eaten = std::clamp(d.cache.need[color] - left, 0, plain);
  return d.weights.locomotive * static_cast<float>(wilds) + d.weights.card * d.card_demand * static_cast<float>(plain) +
         d.weights.eaten * static_cast<float>(eaten);
}

// Tracks that the hand can pay for, found without visiting each.
TrackSet payable(const Decision& d) {
  TrackSet out;
  const auto reach = [](int n) { return std::min(n, kMaxLength); };
  int most = 0;
  for (const auto c : ids<Color>(kPlainColors)) {
    const int n = d.hand(c) + d.wilds();
    if (n == 0) continue;
    out |= d.game.payable[c][reach(n)];
    most = std::max(most, n);
  }
  out |= d.game.payable_grey[reach(std::max(most, d.wilds()))];
  if (d.wilds() > 0) out |= d.game.ferries;
  out &= open_to(d.game, d.open, d.me);
  return out & d.game.up_to_length[reach(d.wagons())];
}

// Planned tracks and their parallels.
TrackSet planned(const Decision& d) {
  TrackSet out = d.cache.plan.tracks;
  (out & d.game.with_parallel).each([&](Track track) { out |= d.game.parallel[track]; });
  return out;
}

// Tracks long enough that a claim off the plan can reach the minimum.
TrackSet long_enough(const Decision& d) {
  const float touched = std::max({0.0f, d.weights.block, d.weights.block + d.weights.block_both});
  const float wagon = std::max(0.0f, d.weights.extend) + touched + d.lead_bonus - d.wagon_price;
  float most = std::max(0.0f, d.weights.block_detour) * static_cast<float>(d.detours.longest()) + 0.01f;  // for rounding
  if (d.game.rules().passengers) most += 2 * *std::ranges::max_element(d.figures);
  TrackSet out;
  for (int n = 1; n <= std::min(d.wagons(), kMaxLength); ++n)
    if (static_cast<float>(d.game.points_for(n)) + wagon * static_cast<float>(n) + most >= d.min_value)
      out |= d.game.up_to_length[n] - d.game.up_to_length[n - 1];
  return out;
}

// The cheapest way to pay for a track.
Payment cheapest_for(Decision& d, const TrackEntry& entry, bool on_plan) {
  const int length = entry.length, wilds = entry.locomotives;
  if (entry.color != Color::none || wilds >= 5) return cheapest(d, entry.length, entry.color, entry.locomotives, on_plan);
  if ((d.grey.known[length] >> wilds & 1) == 0) {
    d.grey.known[length] = static_cast<std::uint8_t>(d.grey.known[length] | 1u << wilds);
    d.grey.payment[length][wilds] = cheapest(d, entry.length, entry.color, entry.locomotives, false);
  }
  return d.grey.payment[length][wilds];
}

// What the places that a track joins add to its worth: a longer line, and a path that a rival may want too.
float place_worth(const Decision& d, Track track, bool on_plan) {
  const auto& cache = d.cache;
  const auto& entry = d.game.tracks[track];
  const auto a = entry.a, b = entry.b;
  const bool end_a = cache.ends.test(a), end_b = cache.ends.test(b);
  float wagon = (end_a && (end_b || !cache.reached.test(b))) || (end_b && !cache.reached.test(a)) ? d.weights.extend : 0.0f;
  float around = on_plan ? d.weights.detour : 0.0f;
  const int touched = cache.rivals.test(a) + cache.rivals.test(b);
  if (touched > 0) {
    wagon += on_plan ? d.weights.contest : d.weights.block;
    around += on_plan ? d.weights.contest_detour : d.weights.block_detour;
  }
  if (touched > 1) wagon += on_plan ? d.weights.contest_both : d.weights.block_both;
  if (on_plan) wagon += d.urgency;
  return wagon * static_cast<float>(entry.length) + around * static_cast<float>(d.detours.of(track));
}

void score_claim(Decision& d, Track track, bool on_plan) {
  const auto& entry = d.game.tracks[track];
  const float gain = d.game.rules().passengers ? passenger_gain(d.game, d.open, d.figures, entry) : 0.0f;
  const auto length = static_cast<float>(entry.length);
  const float own_worth =
      static_cast<float>(entry.points) + gain + place_worth(d, track, on_plan) + (d.lead_bonus - d.wagon_price) * length;
  if (!on_plan && own_worth < d.min_value) return;  // payments and tunnels only take from it
  const auto pay = cheapest_for(d, entry, on_plan);
  if (pay.color == Color::none) return;
  float value = own_worth - pay.price;
  if (on_plan) {
    const bool next = (d.game.parallel[track] & d.cache.plan.next).any();
    value += (d.per_wagon * (next ? 1.0f + d.weights.focus : 1.0f) + d.wagon_price) * length;
  }
  if (entry.tunnel) value = value * kTunnelOdds[std::min(pay.spare, 3)] - d.weights.tunnel;
  d.push({Kind::claim, static_cast<std::uint8_t>(track), static_cast<std::uint8_t>(pay.color), pay.locomotives}, value);
}

}  // namespace

Payment cheapest(const Decision& d, int cards, Color color, int least_wilds, bool own_need) {
  Payment best{Color::none, 0, 1e9f, 0};
  const auto consider = [&](Color c) {
    const int plain = std::min(d.hand(c), cards - least_wilds), wilds = cards - plain;
    if (wilds > d.wilds() || plain == 0) return;
    float price = price_of(d, c, plain, wilds);
    if (own_need) price -= d.weights.eaten * static_cast<float>(std::clamp(d.cache.need[c] - (d.hand(c) - plain), 0, plain));
    if (price >= best.price) return;
    best = {c, static_cast<std::uint8_t>(wilds), price, d.hand(c) + d.wilds() - cards};
  };
  if (color != Color::none) consider(color);
  else
    for (const auto c : ids<Color>(kPlainColors))
      if (d.hand(c) > 0) consider(c);
  if (best.color == Color::none && d.wilds() >= cards)
    best = {Color::locomotive, static_cast<std::uint8_t>(cards), d.weights.locomotive * static_cast<float>(cards), d.wilds() - cards};
  return best;
}

void score_claims(Decision& d) {
  if (d.game.rules().passengers) d.figures = figure_gains(d.game, d.open, d.me);
  const auto wanted = planned(d);
  const auto worth_a_look = d.min_value > kNoMinimum ? wanted | long_enough(d) : d.game.up_to_length[kMaxLength];
  (payable(d) & worth_a_look).each([&](Track track) { score_claim(d, track, wanted.test(track)); });
}

// A station is worth building when the plan lacks nothing else, or when time is running out.
void score_stations(Decision& d) {
  const auto& rule = *d.game.rules().stations;
  const int built = stations_built(d.open, d.me);
  if (built >= rule.each || d.cache.plan.loans.none()) return;
  const bool now = d.cache.plan.tracks.none() || d.turns < 2.5f;
  int worth = 0;
  d.cache.plan.live.each([&](Ticket ticket) { worth += 2 * worth_of(d.game, ticket); });
  const float saved = static_cast<float>(worth) / static_cast<float>(d.cache.plan.loans.count()) - static_cast<float>(rule.points_unused);
  d.cache.plan.loans.each([&](Track track) {
    const auto& entry = d.game.tracks[track];
    for (const auto place : {entry.a, entry.b}) {
      if (!d.game.cities.test(place)) continue;
      const auto pay = cheapest(d, built + 1, Color::none, 0, false);
      const Action action{Kind::build_station, static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(pay.color), pay.locomotives};
      if (pay.color == Color::none || why_not(d.game, d.open, d.mine, d.me, action)) continue;
      d.push(action, d.weights.station * saved * (now ? 1.0f : 0.1f) - pay.price);
    }
  });
}

void score_tunnel(Decision& d) {
  const auto& entry = d.game.tracks[d.open.claim.track()];
  const float worth =
      static_cast<float>(entry.points) + (planned(d).test(d.open.claim.track()) ? d.per_wagon * static_cast<float>(entry.length) : 0.0f);
  d.push({Kind::decline_tunnel, 0, 0, 0}, 0.3f * static_cast<float>(entry.length));
  for (int wilds = 0; wilds <= d.open.tunnel_extra; ++wilds) {
    const Action action{Kind::pay_tunnel, 0, 0, static_cast<std::uint8_t>(wilds)};
    if (why_not(d.game, d.open, d.mine, d.me, action)) continue;
    d.push(action,
           worth - d.weights.locomotive * static_cast<float>(wilds) - d.weights.card * static_cast<float>(d.open.tunnel_extra - wilds));
  }
}

}  // namespace perron::search
