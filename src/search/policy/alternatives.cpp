#include "search/policy/alternatives.h"

#include <algorithm>

#include "search/plan/track_graph.h"

namespace perron::search {
namespace {

// Of a win, as playouts of such plans came out on average (bench/players/plans.cpp).
constexpr double kOtherWay = 0.01, kHalfCard = 0.005, kGivenUp = 0.03;

bool same(const Plan& a, const Plan& b) { return a.tracks == b.tracks && a.loans == b.loans && a.live == b.live; }

}  // namespace

std::vector<Alternative> other_plans(const Game& game, const PlayerView& view, const Taste& taste, const Mind& mind, std::size_t most) {
  std::vector<Alternative> out;
  const auto consider = [&](const TicketSet& tickets, const PlanLimits& limits, double penalty) {
    Alternative other{mind, penalty};
    make_plan(game, view.open, view.me, tickets, limits, other.mind.plan);
    auto& plan = other.mind.plan;
    (mind.plan.live - tickets).each([&](int t) {
      plan.lost.set(t);
      plan.lost_worth += worth_of(game, t);
    });
    if (same(plan, mind.plan) || std::ranges::any_of(out, [&](const Alternative& known) { return same(plan, known.mind.plan); })) return;
    if (tickets == view.mine.tickets) other.penalty += kHalfCard * std::max(0, plan.effort - mind.plan.effort);
    recount(game, view.open, view.me, taste, other.mind);
    out.push_back(other);
  };
  const PlanLimits usual{2, &view.mine.hand, taste.held, taste.way_points, {}, static_cast<int>(taste.loan)};
  consider(view.mine.tickets, usual, 0);
  auto limits = usual;
  limits.hand = nullptr;
  consider(view.mine.tickets, limits, kOtherWay);
  mind.plan.tracks.each([&](int t) {
    limits = usual;
    limits.closed.set(t);
    consider(view.mine.tickets, limits, kOtherWay);
  });
  mind.plan.live.each([&](int t) {
    auto tickets = view.mine.tickets;
    tickets.reset(t);
    consider(tickets, usual, kGivenUp);
  });
  std::ranges::stable_sort(out, {}, &Alternative::penalty);
  if (out.size() > most) out.resize(most);
  return out;
}

}  // namespace perron::search
