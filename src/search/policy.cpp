#include "search/policy.h"

#include <algorithm>
#include <cmath>

#include "rules/payment.h"
#include "rules/stations.h"
#include "rules/tickets.h"
#include "rules/turn.h"
#include "search/passengers.h"
#include "search/track_graph.h"

namespace perron {
namespace {

// Chance that the cards turned up for a tunnel can be paid, by spare cards in hand.
constexpr float kTunnelOdds[] = {0.49f, 0.87f, 0.98f, 1.0f};

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

// All that one decision looks at.
struct Desk {
  const Game& game;
  const Public& open;
  const Private& mine;
  const Taste& taste;
  Care care;
  Mind& mind;
  ScoredList& out;
  Seat me;
  std::size_t s;
  float turns;        // still to come
  float wagon_price;  // falls to nothing when there is no time to lay them
  float want;         // of cards that no plan asks for: less the more are in hand

  GreyPayments& grey;
  FigureGains figures{};  // what one more of each colour is worth

  int wagons() const { return open.wagons[s]; }
  int hand(std::size_t color) const { return mine.hand[color]; }
  int wilds() const { return mine.hand[kPlainColors]; }
  void push(Action action, float value) { out.push({action, value}); }
};

void count_needs(const Game& game, const Public& open, Seat seat, const Taste& taste, Mind& mind) {
  mind.need = {};
  mind.grey = 0;
  // In a race the nearest ticket comes first.
  (mind.plan.next.any() && taste.focus > 0.25f ? mind.plan.next & mind.plan.tracks : mind.plan.tracks).each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    if (line.color == Color::none) {
      mind.grey += line.length - line.locomotives;
      mind.need[kPlainColors] = static_cast<std::uint8_t>(mind.need[kPlainColors] + line.locomotives);
    } else {
      mind.need[at(line.color)] = static_cast<std::uint8_t>(mind.need[at(line.color)] + line.length);
    }
  });
  const auto wagons = static_cast<float>(std::max(1, mind.plan.wagons));
  mind.per_wagon = mind.plan.tracks.any() ? taste.plan * static_cast<float>(mind.plan.worth) / std::pow(wagons, taste.plan_power) : 0.0f;
  // A plan that uses nearly all wagons may come too late.
  const float share = static_cast<float>(mind.plan.wagons) / static_cast<float>(std::max<int>(1, open.wagons[at(seat)]));
  if (share > 0.8f) mind.per_wagon *= 0.8f;
}

// What a payment of n plain cards of a colour costs in points.
float price_of(const Desk& d, std::size_t color, int plain, int wilds) {
  const int left = d.hand(color) - plain;
  const int eaten = std::clamp(d.mind.need[color] - left, 0, plain);
  return d.taste.locomotive * static_cast<float>(wilds) + d.taste.card * d.want * static_cast<float>(plain) +
         d.taste.eaten * static_cast<float>(eaten);
}

// The cheapest way to pay; color 255: there is none. `own_need`: the track is itself what the colour is needed for.
Payment cheapest(const Desk& d, int cards, Color color, int least_wilds, bool own_need) {
  Payment best{255, 0, 1e9f, 0};
  const auto consider = [&](std::size_t c) {
    const int plain = std::min(d.hand(c), cards - least_wilds), wilds = cards - plain;
    if (wilds > d.wilds() || plain == 0) return;
    float price = price_of(d, c, plain, wilds);
    if (own_need) price -= d.taste.eaten * static_cast<float>(std::clamp(d.mind.need[c] - (d.hand(c) - plain), 0, plain));
    if (price >= best.price) return;
    best = {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(wilds), price, d.hand(c) + d.wilds() - cards};
  };
  if (color != Color::none) consider(at(color));
  else
    for (std::size_t c = 0; c < kPlainColors; ++c)
      if (d.hand(c) > 0) consider(c);
  if (best.color == 255 && d.wilds() >= cards)
    best = {static_cast<std::uint8_t>(kPlainColors), static_cast<std::uint8_t>(cards), d.taste.locomotive * static_cast<float>(cards),
            d.wilds() - cards};
  return best;
}

// Tracks that the hand can pay, without a look at each.
TrackSet payable(const Desk& d) {
  TrackSet out;
  const auto reach = [](int n) { return static_cast<std::size_t>(std::min(n, kMaxLength)); };
  int most = 0;
  for (std::size_t c = 0; c < kPlainColors; ++c) {
    const int n = d.hand(c) + d.wilds();
    if (n == 0) continue;
    out |= d.game.payable[c][reach(n)];
    most = std::max(most, n);
  }
  out |= d.game.payable[kPlainColors][reach(std::max(most, d.wilds()))];
  if (d.wilds() > 0) out |= d.game.ferries;
  out &= open_to(d.game, d.open, d.me);
  return out & d.game.up_to_length[reach(d.wagons())];
}

// A planned track, or a parallel of one.
bool planned(const Desk& d, int track) {
  return d.mind.plan.tracks.test(track) || (d.game.tracks[static_cast<std::size_t>(track)].has_parallel &&
                                            (d.game.parallel[static_cast<std::size_t>(track)] & d.mind.plan.tracks).any());
}

// The same for a track.
Payment cheapest_for(Desk& d, const TrackLine& line, bool on_plan) {
  const auto length = static_cast<std::size_t>(line.length), wilds = static_cast<std::size_t>(line.locomotives);
  if (line.color != Color::none || wilds >= 5) return cheapest(d, line.length, line.color, line.locomotives, on_plan);
  if ((d.grey.known[length] >> wilds & 1) == 0) {
    d.grey.known[length] = static_cast<std::uint8_t>(d.grey.known[length] | 1u << wilds);
    d.grey.payment[length][wilds] = cheapest(d, line.length, line.color, line.locomotives, false);
  }
  return d.grey.payment[length][wilds];
}

void weigh_claim(Desk& d, int track) {
  const auto& line = d.game.tracks[static_cast<std::size_t>(track)];
  const bool on_plan = planned(d, track);
  const float gain = d.game.rules().passengers ? passenger_gain(d.game, d.open, d.figures, line) : 0.0f;
  const auto length = static_cast<float>(line.length);
  if (!on_plan && d.care == Care::playout && static_cast<float>(line.points) + gain - d.wagon_price * length < 0) return;  // never the best
  const auto pay = cheapest_for(d, line, on_plan);
  if (pay.color == 255) return;
  float value = static_cast<float>(line.points) + gain - d.wagon_price * length - pay.price;
  if (on_plan) {
    const bool next = (d.game.parallel[static_cast<std::size_t>(track)] & d.mind.plan.next).any();
    value += (d.mind.per_wagon * (next ? 1.0f + d.taste.focus : 1.0f) + d.wagon_price) * length;
  }
  if (line.tunnel) value = value * kTunnelOdds[std::min(pay.spare, 3)] - d.taste.tunnel;
  d.push({Kind::claim, static_cast<std::uint8_t>(track), pay.color, pay.locomotives}, value);
}

void weigh_claims(Desk& d) {
  if (d.game.rules().passengers) d.figures = figure_gains(d.game, d.open, d.me);
  payable(d).each([&](int t) { weigh_claim(d, t); });
}

// How much a card of a colour helps.
std::array<float, kColors> card_values(const Desk& d) {
  std::array<float, kColors> value;
  const float plan = std::max(d.mind.per_wagon, 0.6f * d.want);
  int best_surplus = -100;
  std::size_t best = 0;
  for (std::size_t c = 0; c < kPlainColors; ++c) {
    const int missing = d.mind.need[c] - d.hand(c);
    value[c] = missing > 0 ? d.taste.needed * plan : d.want * (d.taste.surplus + d.taste.set * static_cast<float>(std::min(d.hand(c), 6)));
    if (-missing > best_surplus) best_surplus = -missing, best = c;
  }
  if (d.mind.grey > 0 && best_surplus < d.mind.grey) value[best] = std::max(value[best], 0.8f * d.taste.needed * plan);
  value[kPlainColors] = d.taste.wild * plan;
  if (d.mind.need[kPlainColors] > d.wilds()) value[kPlainColors] += 0.4f * plan;
  return value;
}

// Cards that may lie in the deck, for all that this seat knows, as odds of the next blind card.
float blind_value(const Desk& d, const std::array<float, kColors>& value) {
  float sum = 0;
  int n = 0;
  for (std::size_t c = 0; c < kColors; ++c) {
    int left = d.game.rules().cards[c] - d.hand(c) - d.open.discard[c];
    for (const auto card : d.open.row) left -= card == Color(c);
    left = std::max(left, 0);
    sum += value[c] * static_cast<float>(left);
    n += left;
  }
  return n > 0 ? sum / static_cast<float>(n) : d.taste.surplus;
}

void weigh_draws(Desk& d) {
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
    float v = value[at(card)];
    if (v > blind) v += d.taste.known * std::max(d.mind.per_wagon, 0.3f);
    d.push({Kind::draw_row, i, 0, 0}, v + (card == Color::locomotive ? 0.0f : next));
  }
}

// The worth of holding a set of tickets with this plan.
float holding_worth(const Desk& d, const Plan& plan) {
  const float odds = completion_odds(d.taste, d.wagons(), d.turns, plan.wagons, plan.effort);
  float points = 0;
  plan.tracks.each([&](int t) { points += d.game.tracks[static_cast<std::size_t>(t)].points; });
  int done = 0;
  plan.done.each([&](int t) { done += worth_of(d.game, t); });
  const float live = static_cast<float>(plan.worth) * (2.0f * odds - 1.0f);
  return static_cast<float>(done) + live - static_cast<float>(plan.lost_worth) + d.taste.ticket_track * odds * points -
         d.taste.ticket_effort * static_cast<float>(plan.effort);
}

Plan plan_with(const Desk& d, unsigned mask) {
  auto tickets = d.mine.tickets;
  for (std::size_t i = 0; i < kOffer; ++i)
    if (mask >> i & 1) tickets.set(index(d.mine.offered[i]));
  Plan plan;
  make_plan(d.game, d.open, d.me, tickets, {d.care == Care::player ? 2 : 0}, plan);
  return plan;
}

// Each ticket judged on its own, on top of the plan for those held; the good ones are kept, or as many as must be.
void weigh_keeps_quickly(Desk& d, int n, int least) {
  refresh(d.game, d.open, d.mine, d.me, d.taste, d.care, d.mind);
  std::array<float, kOffer> worth;
  for (int i = 0; i < n; ++i) {
    const int ticket = index(d.mine.offered[static_cast<std::size_t>(i)]);
    const auto more = add_to_plan(d.game, d.open, d.me, d.mind.plan, ticket);
    const auto points = static_cast<float>(worth_of(d.game, ticket));
    const float odds = completion_odds(d.taste, d.wagons(), d.turns, d.mind.plan.wagons + more.wagons, d.mind.plan.effort + more.effort);
    worth[static_cast<std::size_t>(i)] =
        more.impossible ? -points : points * (2.0f * odds - 1.0f) - 0.6f * d.taste.ticket_effort * static_cast<float>(more.effort);
  }
  unsigned mask = 0;
  for (int kept = 0; kept < n; ++kept) {
    int best = -1;
    for (int i = 0; i < n; ++i)
      if ((mask >> i & 1) == 0 && (best < 0 || worth[static_cast<std::size_t>(i)] > worth[static_cast<std::size_t>(best)])) best = i;
    if (kept >= least && worth[static_cast<std::size_t>(best)] <= 0) break;
    mask |= 1u << best;
  }
  d.push({Kind::keep_tickets, static_cast<std::uint8_t>(mask), 0, 0}, 0);
}

void weigh_keeps(Desk& d) {
  const int n = d.open.offered[d.s];
  const auto& keep = std::get<KeepSome>(d.game.rules().tickets);
  const int least = std::min<int>(n, d.open.phase == Phase::first_keep ? keep.first : keep.later);
  const auto push = [&](unsigned mask) {
    const float worth = holding_worth(d, plan_with(d, mask));
    d.push({Kind::keep_tickets, static_cast<std::uint8_t>(mask), 0, 0}, worth);
    return worth;
  };
  if (d.care == Care::player) {
    for (unsigned mask = 1; mask < 1u << n; ++mask)
      if (std::popcount(mask) >= least) push(mask);
    return;
  }
  weigh_keeps_quickly(d, n, least);
}

// Splits by deck: more of the long ones the more wagons there are.
void weigh_splits(Desk& d, float value) {
  const int all = *d.game.rules().split;
  const bool first = d.open.phase == Phase::first_split;
  const float wish =
      first ? d.taste.longs : 0.5f * d.taste.longs * static_cast<float>(d.wagons()) / static_cast<float>(d.game.rules().wagons);
  const int left[] = {tickets_left(d.open, 0), tickets_left(d.open, 1)};
  for (int second = 0; second <= all; ++second) {
    const Action action{Kind::draw_tickets, static_cast<std::uint8_t>(all - second), static_cast<std::uint8_t>(second), 0};
    if (why_not(d.game, d.open, d.mine, d.me, action)) continue;
    const int got = std::min(left[0], all - second) + std::min(left[1], second);
    d.push(action, value * static_cast<float>(got) / static_cast<float>(all) - 0.6f * std::abs(static_cast<float>(second) - wish));
  }
}

void weigh_ticket_draw(Desk& d) {
  const float fresh = static_cast<float>(d.wagons() - d.mind.plan.wagons) / static_cast<float>(d.game.rules().wagons);
  const float time = (d.turns - static_cast<float>(d.mind.plan.effort) / 4.0f) / 8.0f;
  const float room = std::min({1.0f, fresh * 1.6f, time});
  const float value = d.taste.ticket_draw * (room > d.taste.ticket_room ? room : room - 1.0f);
  if (d.game.rules().split) return weigh_splits(d, value);
  const Action action{Kind::draw_tickets, 0, 0, 0};
  if (!why_not(d.game, d.open, d.mine, d.me, action)) d.push(action, value);
}

void weigh_swap(Desk& d) {
  const Action action{Kind::swap_tickets, 0, 0, 0};
  if (why_not(d.game, d.open, d.mine, d.me, action)) return;
  const bool hopeless = d.mind.plan.live.none();
  const float value = hopeless ? 8.0f : static_cast<float>(d.mind.plan.effort) * d.taste.swap_effort - d.taste.swap;
  d.push(action, value);
}

// A station is built when nothing else is missing, or when time is running out.
void weigh_stations(Desk& d) {
  const auto& rule = *d.game.rules().stations;
  const int built = stations_built(d.open, d.me);
  if (built >= rule.each || d.mind.plan.loans.none()) return;
  const bool now = d.mind.plan.tracks.none() || d.turns < 2.5f;
  int worth = 0;
  d.mind.plan.live.each([&](int t) { worth += 2 * worth_of(d.game, t); });
  const float saved = static_cast<float>(worth) / static_cast<float>(d.mind.plan.loans.count()) - static_cast<float>(rule.points_unused);
  d.mind.plan.loans.each([&](int t) {
    const auto& line = d.game.tracks[static_cast<std::size_t>(t)];
    for (const auto place : {line.a, line.b}) {
      if (!d.game.cities.test(index(place))) continue;
      const auto pay = cheapest(d, built + 1, Color::none, 0, false);
      const Action action{Kind::build_station, static_cast<std::uint8_t>(place), pay.color, pay.locomotives};
      if (pay.color == 255 || why_not(d.game, d.open, d.mine, d.me, action)) continue;
      d.push(action, d.taste.station * saved * (now ? 1.0f : 0.1f) - pay.price);
    }
  });
}

void weigh_turn(Desk& d) {
  weigh_claims(d);
  weigh_draws(d);
  if (std::holds_alternative<Race>(d.game.rules().tickets)) weigh_swap(d);
  else weigh_ticket_draw(d);
  if (d.game.rules().stations) weigh_stations(d);
}

// Only what is never sensible is left: a station for nothing, a forced pass.
void weigh_what_is_left(Desk& d) {
  ActionList list;
  legal(d.game, d.open, d.mine, list);
  for (int i = 0; i < std::min(list.size(), 100); ++i) d.push(list[i], -static_cast<float>(list[i].c));
}

void weigh_tunnel(Desk& d) {
  const auto& line = d.game.tracks[d.open.claim.a];
  const float worth =
      static_cast<float>(line.points) + (planned(d, d.open.claim.a) ? d.mind.per_wagon * static_cast<float>(line.length) : 0.0f);
  d.push({Kind::decline_tunnel, 0, 0, 0}, 0.3f * static_cast<float>(line.length));
  for (int wilds = 0; wilds <= d.open.tunnel_extra; ++wilds) {
    const Action action{Kind::pay_tunnel, 0, 0, static_cast<std::uint8_t>(wilds)};
    if (why_not(d.game, d.open, d.mine, d.me, action)) continue;
    d.push(action, worth - d.taste.locomotive * static_cast<float>(wilds) - d.taste.card * static_cast<float>(d.open.tunnel_extra - wilds));
  }
}

void weigh_passengers(Desk& d) {
  const auto place = d.game.tracks[d.open.claim.a].visits[d.open.visit];
  d.push({Kind::leave_passenger, static_cast<std::uint8_t>(place), 0, 0}, 0.0f);
  each_waiting(d.game, d.open, place, [&](std::size_t color) {
    d.push({Kind::take_passenger, static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(color), 0},
           0.01f + figure_gain(d.game, d.open, d.me, color));
  });
}

// Wagons that the seat could still lay in the time left, at the usual pace.
float wagon_price(const Taste& taste, int wagons, float turns) {
  const float could = turns * 1.6f;
  const float use = wagons <= 3 ? 0.0f : wagons <= 6 ? 0.5f : 1.0f;  // the last ones make no long track any more
  return use * taste.wagon * std::clamp((could + 4.0f) / static_cast<float>(std::max(1, wagons)) - 0.2f, 0.0f, 1.0f);
}

}  // namespace

const Taste& taste_of(const Game& game) {
  static constexpr Taste plain{.wagon = 0.95f,
                               .card = 0.3f,
                               .locomotive = 0.44f,
                               .plan = 4.2f,
                               .needed = 1.9f,
                               .surplus = 0.38f,
                               .known = 0.17f,
                               .eaten = 0.37f,
                               .ticket_effort = 0.0f,
                               .ticket_track = 0.91f,
                               .ticket_risk = 1.05f,
                               .ticket_draw = 4.5f,
                               .ticket_room = 0.39f,
                               .pace = 0.74f,
                               .tunnel = 0.67f,
                               .station = 0.88f};
  static constexpr Taste hunt{.card = 0.52f,
                              .locomotive = 0.82f,
                              .plan_power = 0.7f,
                              .needed = 1.08f,
                              .wild = 1.89f,
                              .surplus = 0.33f,
                              .known = 0.17f,
                              .eaten = 0.6f,
                              .ticket_effort = 0.36f,
                              .ticket_risk = 0.79f,
                              .pace = 0.67f,
                              .longs = 2.15f};
  static constexpr Taste race{.wagon = 1.05f,
                              .card = 0.46f,
                              .locomotive = 0.94f,
                              .plan = 1.54f,
                              .plan_power = 2.0f,
                              .needed = 0.58f,
                              .wild = 0.6f,
                              .surplus = 0.3f,
                              .set = 0.05f,
                              .full_hand = 16.5f,
                              .focus = 1.05f,
                              .swap_effort = 0.066f};
  return game.rules().passengers ? hunt : std::holds_alternative<Race>(game.rules().tickets) ? race : plain;
}

float completion_odds(const Taste& taste, int wagons_left, float turns, int wagons, int effort) {
  const float use = static_cast<float>(wagons) / static_cast<float>(std::max(1, wagons_left));
  const float time = static_cast<float>(effort) / 4.0f / std::max(1.0f, turns);
  const float u = std::max(use, time) / taste.ticket_risk;
  return 1.0f / (1.0f + u * u * u);
}

float turns_left(const Game& game, const Public& open, const Taste& taste) {
  if (open.turns_left > 0) return static_cast<float>(open.turns_left) / static_cast<float>(game.seats);
  int least = 255;
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) least = std::min<int>(least, open.wagons[s]);
  return 1.0f + static_cast<float>(std::max(0, least - game.rules().end.wagons_left)) * taste.pace;
}

namespace {

// Takes what the seat has built off its plan. False: a new plan is needed.
bool keep_plan(const Game& game, const Public& open, Seat seat, const Taste& taste, Mind& mind) {
  const auto& own = open.tracks[at(seat)];
  const auto built = own - mind.own;
  auto left = mind.plan.tracks;
  bool as_planned = true;
  built.each([&](int t) {
    const auto& set = game.parallel[static_cast<std::size_t>(t)];
    as_planned &= (set & mind.plan.tracks).any();
    left -= set;
  });
  if ((left - open.free).any()) return false;  // another took it
  if (built.none()) return true;
  mind.own = own;
  if (mind.plan.live.none() && mind.plan.lost.none()) return true;
  if (!as_planned || left.none()) return false;
  (mind.plan.tracks - left).each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    mind.plan.wagons -= line.length;
    mind.plan.effort -= effort_of(line);
  });
  mind.plan.tracks = left;
  count_needs(game, open, seat, taste, mind);
  return true;
}

}  // namespace

void refresh(const Game& game, const Public& open, const Private& mine, Seat seat, const Taste& taste, Care care, Mind& mind) {
  if (mind.ready && mind.tickets == mine.tickets && keep_plan(game, open, seat, taste, mind)) return;
  make_plan(game, open, seat, mine.tickets, {care == Care::player ? 2 : 0}, mind.plan);
  mind.ready = true;
  mind.own = open.tracks[at(seat)];
  mind.tickets = mine.tickets;
  count_needs(game, open, seat, taste, mind);
}

void weigh(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind, ScoredList& out) {
  out.clear();
  const auto me = open.to_move;
  const float turns = turns_left(game, open, taste);
  GreyPayments grey;
  Desk d{game,
         open,
         mine,
         taste,
         care,
         mind,
         out,
         me,
         at(me),
         turns,
         wagon_price(taste, open.wagons[at(me)], turns),
         std::clamp(1.2f - static_cast<float>(open.hand_size[at(me)]) / taste.full_hand, 0.0f, 1.0f),
         grey};
  if (open.phase != Phase::first_keep && open.phase != Phase::keep && open.phase != Phase::passengers)
    refresh(game, open, mine, me, taste, care, mind);
  switch (open.phase) {
    case Phase::turn: weigh_turn(d); break;
    case Phase::second_draw: weigh_draws(d); break;
    case Phase::first_split: weigh_splits(d, 5.0f); break;
    case Phase::first_keep:
    case Phase::keep: weigh_keeps(d); break;
    case Phase::tunnel: weigh_tunnel(d); break;
    case Phase::passengers: weigh_passengers(d); break;
    default: break;
  }
  if (out.empty()) weigh_what_is_left(d);
}

Action best_action(const Game& game, const Public& open, const Private& mine, const Taste& taste, Care care, Mind& mind) {
  ScoredList list;
  weigh(game, open, mine, taste, care, mind, list);
  const Scored* best = list.begin();
  for (const auto& scored : list)
    if (scored.value > best->value || (scored.value == best->value && scored.action < best->action)) best = &scored;
  return best->action;
}

}  // namespace perron
