#include <algorithm>
#include <bit>
#include <cmath>

#include "rules/tickets.h"
#include "search/plan/track_graph.h"
#include "search/policy/decision.h"

namespace perron::search {
namespace {

// The worth of holding a set of tickets with this plan.
float holding_worth(const Decision& d, const Plan& plan) {
  const float odds = completion_odds(d.weights, d.wagons(), d.turns, plan.wagons, plan.effort);
  float points = 0;
  plan.tracks.each([&](Track track) { points += d.game.tracks[track].points; });
  int done = 0;
  plan.done.each([&](Ticket ticket) { done += worth_of(d.game, ticket); });
  const float live = static_cast<float>(plan.worth) * (2.0f * odds - 1.0f);
  return static_cast<float>(done) + live - static_cast<float>(plan.lost_worth) + d.weights.ticket_track * odds * points -
         d.weights.ticket_effort * static_cast<float>(plan.effort);
}

Plan plan_with(const Decision& d, unsigned mask) {
  auto tickets = d.mine.tickets;
  for (int i = 0; i < kOffer; ++i)
    if (mask >> i & 1) tickets.set(d.mine.offered[i]);
  Plan plan;
  make_plan(d.game, d.open, d.me, tickets,
            {d.mode == PolicyMode::decision ? 2 : 0, nullptr, 0, d.weights.way_points, {}, static_cast<int>(d.weights.loan)}, plan);
  return plan;
}

// Scores each ticket on its own, on top of the plan for those held. Keeps those worth more than 0, and at least the required number.
void score_keeps_greedily(Decision& d, int n, int least) {
  refresh(d.game, d.open, d.mine, d.me, d.weights, d.mode, d.cache);
  std::array<float, kOffer> worth;
  for (int i = 0; i < n; ++i) {
    const auto ticket = d.mine.offered[i];
    const auto more = marginal_cost(d.game, d.open, d.me, d.cache.plan, ticket);
    const auto points = static_cast<float>(worth_of(d.game, ticket));
    const float odds =
        completion_odds(d.weights, d.wagons(), d.turns, d.cache.plan.wagons + more.wagons, d.cache.plan.effort + more.effort);
    worth[i] = more.impossible ? -points : points * (2.0f * odds - 1.0f) - 0.6f * d.weights.ticket_effort * static_cast<float>(more.effort);
  }
  unsigned mask = 0;
  for (int kept = 0; kept < n; ++kept) {
    int best = -1;
    for (int i = 0; i < n; ++i)
      if ((mask >> i & 1) == 0 && (best < 0 || worth[i] > worth[best])) best = i;
    if (kept >= least && worth[best] <= 0) break;
    mask |= 1u << best;
  }
  d.push({Kind::keep_tickets, static_cast<std::uint8_t>(mask), 0, 0}, 0);
}

}  // namespace

void score_keeps(Decision& d) {
  const int n = d.open.offered[d.me];
  const auto& keep = std::get<KeepSome>(d.game.rules().tickets);
  const int least = std::min<int>(n, d.open.phase == Phase::first_keep ? keep.first : keep.later);
  const auto push = [&](unsigned mask) {
    const float worth = holding_worth(d, plan_with(d, mask));
    d.push({Kind::keep_tickets, static_cast<std::uint8_t>(mask), 0, 0}, worth);
    return worth;
  };
  if (d.mode == PolicyMode::decision) {
    for (unsigned mask = 1; mask < 1u << n; ++mask)
      if (std::popcount(mask) >= least) push(mask);
    return;
  }
  score_keeps_greedily(d, n, least);
}

// Splits by deck: the more wagons are left, the more long tickets.
void score_splits(Decision& d, float value) {
  const int all = *d.game.rules().split;
  const bool first = d.open.phase == Phase::first_split;
  const float target =
      first ? d.weights.longs : 0.5f * d.weights.longs * static_cast<float>(d.wagons()) / static_cast<float>(d.game.rules().wagons);
  const int left[] = {tickets_left(d.open, 0), tickets_left(d.open, 1)};
  for (int second = 0; second <= all; ++second) {
    const Action action{Kind::draw_tickets, static_cast<std::uint8_t>(all - second), static_cast<std::uint8_t>(second), 0};
    if (why_not(d.game, d.open, d.mine, d.me, action)) continue;
    const int got = std::min(left[0], all - second) + std::min(left[1], second);
    d.push(action, value * static_cast<float>(got) / static_cast<float>(all) - 0.6f * std::abs(static_cast<float>(second) - target));
  }
}

void score_ticket_draw(Decision& d) {
  const float fresh = static_cast<float>(d.wagons() - d.cache.plan.wagons) / static_cast<float>(d.game.rules().wagons);
  const float time = (d.turns - static_cast<float>(d.cache.plan.effort) / 4.0f) / 8.0f;
  const float room = std::min({1.0f, fresh * 1.6f, time});
  float value = d.weights.ticket_draw * (room > d.weights.ticket_room ? room : room - 1.0f);
  value += room * d.weights.ticket_net * static_cast<float>(d.cache.reached.count()) / static_cast<float>(d.game.board.places.size());
  if (d.cache.plan.tracks.none()) value += room * d.weights.ticket_free;
  if (d.game.rules().split) return score_splits(d, value);
  const Action action{Kind::draw_tickets, 0, 0, 0};
  if (!why_not(d.game, d.open, d.mine, d.me, action)) d.push(action, value);
}

void score_swap(Decision& d) {
  const Action action{Kind::swap_tickets, 0, 0, 0};
  if (why_not(d.game, d.open, d.mine, d.me, action)) return;
  const bool hopeless = d.cache.plan.live.none();
  const float value = hopeless ? 8.0f : static_cast<float>(d.cache.plan.effort) * d.weights.swap_effort - d.weights.swap;
  d.push(action, value);
}

}  // namespace perron::search
