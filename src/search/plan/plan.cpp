#include "search/plan/plan.h"

#include <algorithm>

#include "rules/graph.h"
#include "rules/stations.h"
#include "rules/turn.h"
#include "search/plan/router.h"
#include "search/plan/track_graph.h"

namespace perron::search {
namespace {

constexpr int kMaxPlanned = 24;  // tickets routed at once; a hand beyond that keeps its dearest
constexpr int kLinkEffort = 16;   // an East-West link that costs more on top of the tickets is left alone

// What is to be joined: a ticket, or the two regions of an East-West rule.
struct Goal {
  PlaceSet from, to;
  TrackSet way;
  int ticket = -1;
  int worth = 0;
  bool live = true;
};

class Planner {
 public:
  Planner(const Game& game, const Public& open, Seat seat, const PlanLimits& limits = {})
      : game_(game), open_(open), seat_(seat), limits_(limits), router_(game) {
    if (limits.hand) look_at(*limits.hand);
    for (std::size_t n = 1; n < scored_.size(); ++n)
      scored_[n] = static_cast<std::uint8_t>(limits.points * static_cast<float>(game.points_for(static_cast<int>(n))));
    const auto buildable =
        (open_to(game, open, seat) - limits.closed) & game.up_to_length[std::min<std::size_t>(open.wagons[at(seat)], kMaxLength)];
    router_.cost.fill(kClosed);
    buildable.each([&](int t) { router_.cost[static_cast<std::size_t>(t)] = effort(t); });
    open.tracks[at(seat)].each([&](int t) { router_.cost[static_cast<std::size_t>(t)] = 0; });
    if (game.rules().stations) open_loans();
  }

  // What the plan costs its seat, cards in hand considered.
  int run(const TicketSet& tickets, bool dearest_first, Plan& plan) {
    plan = {};
    collect(tickets, plan);
    if (!dearest_first) std::reverse(order_.begin(), order_.begin() + count_);
    add_east_west();
    route_all(plan);
    if (limits_.rounds > 0 || at_stations_.any() || race() || too_much()) {
      for (int i = 0; i < count_; ++i) widen(goals_[order_[i]]);
      improve(limits_.rounds);
      drop_costly_link();
      while (too_much() && give_one_up(plan)) improve(limits_.rounds);
    }
    finish(plan);
    return effort_sum(plan.tracks | plan.loans);
  }

  void progress(std::array<TicketProgress, kTickets>& out) {
    const auto joined = joined_by(game_, open_.tracks[at(seat_)]);
    for (std::size_t t = 0; t < game_.tickets.size(); ++t) {
      auto& to = out[t] = {};
      const auto& line = game_.tickets[t];
      to.done = completes(game_, joined, static_cast<int>(t));
      if (to.done) continue;
      TrackSet way;
      to.effort = router_.route(ends(line.from, line.from_count), ends(line.to, line.to_count), way);
      to.closed = to.effort == kUnreached;
      way.each([&](int track) {
        const auto& facts = game_.tracks[static_cast<std::size_t>(track)];
        if (facts.color == Color::none || foreign_.test(track)) return;
        to.colors[at(facts.color)] = static_cast<std::uint8_t>(to.colors[at(facts.color)] + facts.length);
      });
    }
  }

  // What one more ticket would cost on top of a plan.
  MarginalCost add(const Plan& plan, int ticket) {
    const auto& line = game_.tickets[static_cast<std::size_t>(ticket)];
    lay(plan.tracks | plan.loans);
    TrackSet way;
    const int cost = router_.route(ends(line.from, line.from_count), ends(line.to, line.to_count), way);
    return {cost == kUnreached, cost == kUnreached ? 0 : cost, wagons_of(way - foreign_)};
  }

 private:
  // Tracks of others, for the use of stations: those at a station of ours for next to nothing, others for a new one.
  void open_loans() {
    const auto& built = open_.stations[at(seat_)];
    const int n = stations_built(open_, seat_);
    stations_left_ = game_.rules().stations->each - n;
    for (std::size_t s = 0; s < static_cast<std::size_t>(game_.seats); ++s)
      if (s != at(seat_)) foreign_ |= open_.tracks[s];
    loan_effort_ = static_cast<std::uint8_t>(limits_.loan + 2 * n);
    if (stations_left_ > 0) foreign_.each([&](int t) { router_.cost[static_cast<std::size_t>(t)] = loan_effort_; });
    for (int i = 0; i < n; ++i)
      for (const auto track : game_.tracks_at[static_cast<std::size_t>(index(built[static_cast<std::size_t>(i)]))])
        if (foreign_.test(index(track))) {
          router_.cost[static_cast<std::size_t>(index(track))] = 1;
          at_stations_.set(index(track));
        }
  }

  std::uint8_t effort(int track) const {
    if (foreign_.test(track)) return at_stations_.test(track) ? 1 : loan_effort_;
    const auto& line = game_.tracks[static_cast<std::size_t>(track)];
    const int useful = std::min<int>(held_[line.color == Color::none ? kPlainColors : at(line.color)], line.length - line.locomotives);
    return static_cast<std::uint8_t>(std::max(1, effort_of(line) - saved_[static_cast<std::size_t>(useful)] - scored_[line.length]));
  }

  // The same cards may be counted for several tracks.
  void look_at(const Cards& hand) {
    held_ = hand;
    held_[kPlainColors] = *std::max_element(hand.begin(), hand.begin() + kPlainColors);  // for grey tracks
    for (std::size_t n = 0; n < saved_.size(); ++n) saved_[n] = static_cast<std::uint8_t>(limits_.held * static_cast<float>(n));
  }

  void improve(int rounds) {
    while (rounds-- > 0 && reroute()) {
    }
  }

  bool too_much() const {
    const auto all = all_ways(-1);
    return wagons_of(all - foreign_) > open_.wagons[at(seat_)] || ((all & foreign_) - at_stations_).count() > stations_left_;
  }

  PlaceSet ends(std::uint8_t begin, std::uint8_t count) const {
    PlaceSet set;
    for (std::size_t i = begin; i < static_cast<std::size_t>(begin + count); ++i) set.set(index(game_.ends[i]));
    return set;
  }

  // Dearest first: they make the backbone to which the others are joined.
  void collect(const TicketSet& tickets, Plan& plan) {
    const auto joined = joined_by(game_, open_.tracks[at(seat_)]);
    tickets.each([&](int t) {
      const int worth = worth_of(game_, t);
      if (completes(game_, joined, t)) return plan.done.set(t);
      if (count_ == kMaxPlanned && goals_[order_[kMaxPlanned - 1]].worth >= worth) return;
      const int slot = count_ == kMaxPlanned ? order_[kMaxPlanned - 1] : count_++;
      const auto& line = game_.tickets[static_cast<std::size_t>(t)];
      goals_[slot] = {ends(line.from, line.from_count), ends(line.to, line.to_count), {}, t, worth, true};
      insert_by_worth(slot);
    });
  }

  void insert_by_worth(int slot) {
    int i = count_ - 1;
    for (; i > 0 && goals_[order_[i - 1]].worth < goals_[slot].worth; --i) order_[i] = order_[i - 1];
    order_[i] = static_cast<std::uint8_t>(slot);
  }

  // The two regions of an East-West rule are one more goal, the first to be given up.
  void add_east_west() {
    if (!game_.rules().east_west || open_.east_west[at(seat_)] > 0 || count_ == kMaxPlanned) return;
    goals_[count_] = {game_.region[0], game_.region[1], {}, -1, kRaceTicketWorth, true};
    order_[count_] = static_cast<std::uint8_t>(count_);
    ++count_;
  }

  void drop_costly_link() {
    for (int i = 0; i < count_; ++i) {
      auto& goal = goals_[order_[i]];
      if (goal.ticket >= 0 || !goal.live) continue;
      const auto alone = goal.way - all_ways(order_[i]);
      if (effort_sum(alone) <= kLinkEffort) continue;
      lift(alone);
      goal.live = false;
    }
  }

  void lay(const TrackSet& way) {
    way.each([&](int t) { router_.cost[static_cast<std::size_t>(t)] = 0; });
  }
  void lift(const TrackSet& way) {
    way.each([&](int t) { router_.cost[static_cast<std::size_t>(t)] = effort(t); });
  }

  void route_all(Plan& plan) {
    for (int i = 0; i < count_; ++i) {
      auto& goal = goals_[order_[i]];
      const int cost = router_.route(goal.from, goal.to, goal.way);
      if (cost == kUnreached) give_up(goal, plan);
      else lay(goal.way);
    }
  }

  // The ways were found with others' tracks for nothing; each goal's own way, over all that is planned, is what it needs.
  void widen(Goal& goal) {
    if (!goal.live) return;
    const auto all = all_ways(-1);
    const auto cost = router_.cost;
    router_.cost.fill(kClosed);
    lay(open_.tracks[at(seat_)]);
    lift(all);
    TrackSet way;
    router_.route(goal.from, goal.to, way);
    goal.way = way;
    router_.cost = cost;
  }

  TrackSet all_ways(int without) const {
    TrackSet all;
    for (int i = 0; i < count_; ++i)
      if (order_[i] != without && goals_[order_[i]].live) all |= goals_[order_[i]].way;
    return all;
  }

  int effort_sum(const TrackSet& tracks) const {
    int sum = 0;
    tracks.each([&](int t) { sum += effort(t); });
    return sum;
  }
  int wagons_of(const TrackSet& tracks) const {
    int sum = 0;
    tracks.each([&](int t) { sum += game_.tracks[static_cast<std::size_t>(t)].length; });
    return sum;
  }

  // Takes each goal's way out and routes it again with the others laid; true: something got cheaper.
  bool reroute() {
    bool better = false;
    for (int i = 0; i < count_ && count_ > 1; ++i) {
      auto& goal = goals_[order_[i]];
      if (!goal.live) continue;
      const auto others = all_ways(order_[i]);
      const auto alone = goal.way - others;
      if (alone.none()) continue;
      lift(alone);
      TrackSet way;
      const int cost = router_.route(goal.from, goal.to, way);
      if (cost < effort_sum(alone)) {
        lay(way);
        goal.way = way;
        widen(goal);
        better = true;
      } else {
        lay(alone);
      }
    }
    return better;
  }

  void give_up(Goal& goal, Plan& plan) {
    goal.live = false;
    if (goal.ticket < 0) return;
    plan.lost.set(goal.ticket);
    plan.lost_worth += goal.worth;
  }

  // Not enough wagons: gives up the goal with the least worth for the wagons that it frees.
  bool give_one_up(Plan& plan) {
    int worst = -1;
    double least = 0;
    for (int i = 0; i < count_; ++i) {
      const auto& goal = goals_[order_[i]];
      if (!goal.live) continue;
      const int freed = effort_sum(goal.way - all_ways(order_[i]));
      if (freed == 0) continue;
      const double ratio = static_cast<double>(goal.worth) / freed;
      if (worst < 0 || ratio < least) worst = order_[i], least = ratio;
    }
    if (worst < 0) worst = last_live();
    if (worst < 0) return false;
    lift(goals_[worst].way - all_ways(worst));
    give_up(goals_[worst], plan);
    return true;
  }

  int last_live() const {
    for (int i = count_; i-- > 0;)
      if (goals_[order_[i]].live) return order_[i];
    return -1;
  }

  bool race() const { return std::holds_alternative<Race>(game_.rules().tickets); }

  TrackSet nearest() const {
    TrackSet way;
    int least = kUnreached;
    for (int i = 0; i < count_; ++i) {
      const auto& goal = goals_[order_[i]];
      if (!goal.live) continue;
      const int cost = effort_sum(goal.way);
      if (cost < least) least = cost, way = goal.way;
    }
    return way;
  }

  void finish(Plan& plan) const {
    plan.tracks = all_ways(-1) - foreign_;
    plan.loans = (all_ways(-1) & foreign_) - at_stations_;
    plan.wagons = wagons_of(plan.tracks);
    if (race()) plan.next = nearest();
    (plan.tracks | plan.loans).each([&](int t) {
      plan.effort += foreign_.test(t) ? effort(t) : effort_of(game_.tracks[static_cast<std::size_t>(t)]);
    });
    for (int i = 0; i < count_; ++i) {
      const auto& goal = goals_[order_[i]];
      if (!goal.live || goal.ticket < 0) continue;
      if (at_stations_.any() && (goal.way - at_stations_).none()) plan.done.set(goal.ticket);
      else plan.live.set(goal.ticket), plan.worth += goal.worth;
    }
  }

  const Game& game_;
  const Public& open_;
  Seat seat_;
  PlanLimits limits_;
  Cards held_{};                                       // by colour; in the last place those that grey tracks take
  std::array<std::uint8_t, kMaxLength + 1> saved_{};   // half cards that so many cards in hand take off a track
  std::array<std::uint8_t, kMaxLength + 1> scored_{};  // half cards that its points take off a track
  Router router_;
  TrackSet foreign_, at_stations_;
  int stations_left_ = 0;
  std::uint8_t loan_effort_ = 0;
  int count_ = 0;
  std::array<Goal, kMaxPlanned> goals_;
  std::array<std::uint8_t, kMaxPlanned> order_;
};

}  // namespace

int effort_of(const TrackLine& line) { return 2 * line.length + 4 + (line.tunnel ? 2 : 0) + 2 * line.locomotives; }

TrackSet open_to(const Game& game, const Public& open, Seat seat) {
  auto out = open.free;
  (open.tracks[at(seat)] & game.with_parallel).each([&](int t) { out -= game.parallel[static_cast<std::size_t>(t)]; });
  return out;
}

MarginalCost marginal_cost(const Game& game, const Public& open, Seat seat, const Plan& plan, int ticket) {
  return Planner(game, open, seat).add(plan, ticket);
}

void make_plan(const Game& game, const Public& open, Seat seat, const TicketSet& tickets, const PlanLimits& limits, Plan& plan) {
  Planner planner(game, open, seat, limits), again(planner);
  const int effort = planner.run(tickets, true, plan);
  if (limits.rounds < 2 || (plan.live | plan.lost).count() < 2) return;
  Plan other;
  if (again.run(tickets, false, other) < effort && other.lost_worth <= plan.lost_worth) plan = other;
}

void ticket_progress(const Game& game, const Public& open, Seat seat, std::array<TicketProgress, kTickets>& out) {
  Planner(game, open, seat).progress(out);
}

void initial_efforts(const Game& game, std::array<std::int16_t, kTickets>& out) {
  Router router(game);
  for (std::size_t t = 0; t < game.tracks.size(); ++t) router.cost[t] = static_cast<std::uint8_t>(effort_of(game.tracks[t]));
  for (std::size_t t = 0; t < game.tickets.size(); ++t) {
    const auto ends = ends_of(game, static_cast<int>(t));
    TrackSet way;
    out[t] = static_cast<std::int16_t>(router.route(ends.from, ends.to, way));
  }
}

}  // namespace perron::search
