#include "search/policy/alternatives.h"

#include <algorithm>

#include "search/plan/track_graph.h"

namespace perron::search {
namespace {

// In win probability: the average loss in rollouts of such plans (bench/players/plans.cpp).
constexpr double kOtherPath = 0.01, kHalfCard = 0.005, kGivenUp = 0.03;

bool same(const Plan& a, const Plan& b) { return a.tracks == b.tracks && a.loans == b.loans && a.live == b.live; }

}  // namespace

std::vector<Alternative> alternative_plans(const Game& game, const PlayerView& view, const PolicyWeights& weights, const PlanCache& cache,
                                           std::size_t most) {
  std::vector<Alternative> out;
  const auto consider = [&](const TicketSet& tickets, const PlanLimits& limits, double penalty) {
    Alternative other{cache, penalty};
    make_plan(game, view.open, view.me, tickets, limits, other.cache.plan);
    auto& plan = other.cache.plan;
    (cache.plan.live - tickets).each([&](Ticket ticket) {
      plan.lost.set(ticket);
      plan.lost_worth += worth_of(game, ticket);
    });
    if (same(plan, cache.plan) || std::ranges::any_of(out, [&](const Alternative& known) { return same(plan, known.cache.plan); })) return;
    if (tickets == view.mine.tickets) other.penalty += kHalfCard * std::max(0, plan.effort - cache.plan.effort);
    update_needs(game, view.open, view.me, weights, other.cache);
    out.push_back(other);
  };
  const PlanLimits usual{2, &view.mine.hand, weights.held, weights.way_points, {}, static_cast<int>(weights.loan)};
  consider(view.mine.tickets, usual, 0);
  auto limits = usual;
  limits.hand = nullptr;
  consider(view.mine.tickets, limits, kOtherPath);
  cache.plan.tracks.each([&](Track track) {
    limits = usual;
    limits.closed.set(track);
    consider(view.mine.tickets, limits, kOtherPath);
  });
  cache.plan.live.each([&](Ticket ticket) {
    auto tickets = view.mine.tickets;
    tickets.reset(ticket);
    consider(tickets, usual, kGivenUp);
  });
  std::ranges::stable_sort(out, {}, &Alternative::penalty);
  if (out.size() > most) out.resize(most);
  return out;
}

}  // namespace perron::search
