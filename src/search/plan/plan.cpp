#include "search/plan/plan.h"

#include <algorithm>

#include "rules/graph.h"
#include "rules/stations.h"
#include "search/plan/router.h"
#include "search/plan/track_graph.h"

namespace perron::search {
namespace {

constexpr int kMaxPlanned = 24;  // tickets routed at once; a hand beyond that keeps its dearest
constexpr int kLinkEffort = 16;  // an East-West link that costs more on top of the tickets is left alone

// What is to be joined: a ticket, or the two regions of an East-West rule.
struct Goal {
  PlaceSet from, to;
  TrackSet path;
  Ticket ticket = kNoTicket;
  int worth = 0;
  bool live = true;
};

class Planner {
 public:
  Planner(const Game& game, const Public& open, Seat seat, const PlanLimits& limits = {})
      : game_(game), open_(open), seat_(seat), limits_(limits), router_(game) {
    if (limits.hand) count_hand(*limits.hand);
    for (int n = 1; n <= kMaxLength; ++n) scored_[n] = static_cast<std::uint8_t>(limits.points * static_cast<float>(game.points_for(n)));
    const auto buildable = (open_to(game, open, seat) - limits.closed) & game.up_to_length[std::min<int>(open.wagons[seat], kMaxLength)];
    router_.cost.fill(kClosed);
    buildable.each([&](Track track) { router_.cost[track] = effort(track); });
    open.tracks[seat].each([&](Track track) { router_.cost[track] = 0; });
    if (game.rules().stations) open_loans();
  }

  // What the plan costs its seat, cards in hand considered.
  int run(const TicketSet& tickets, bool dearest_first, Plan& plan) {
    plan = {};
    collect(tickets, plan);
    if (!dearest_first) std::reverse(order_.begin(), order_.begin() + count_);
    add_east_west();
    route_all(plan);
    if (limits_.rounds > 0 || at_stations_.any() || race() || exceeds_supply()) {
      for (int i = 0; i < count_; ++i) widen(goals_[order_[i]]);
      improve(limits_.rounds);
      drop_costly_link();
      while (exceeds_supply() && give_up_worst(plan)) improve(limits_.rounds);
    }
    finish(plan);
    return effort_sum(plan.tracks | plan.loans);
  }

  void progress(PerTicket<TicketProgress>& out) {
    const auto joined = joined_by(game_, open_.tracks[seat_]);
    for (const auto ticket : ids<Ticket>(game_.tickets.size())) {
      auto& to = out[ticket] = {};
      to.done = completes(game_, joined, ticket);
      if (to.done) continue;
      const auto ends = ends_of(game_, ticket);
      TrackSet path;
      to.effort = router_.route(ends.from, ends.to, path);
      to.closed = to.effort == kUnreached;
      path.each([&](Track track) {
        const auto& entry = game_.tracks[track];
        if (entry.color == Color::none || foreign_.test(track)) return;
        to.colors[entry.color] = static_cast<std::uint8_t>(to.colors[entry.color] + entry.length);
      });
    }
  }

  // What one more ticket would cost on top of a plan.
  MarginalCost add(const Plan& plan, Ticket ticket) {
    const auto ends = ends_of(game_, ticket);
    lay(plan.tracks | plan.loans);
    TrackSet path;
    const int cost = router_.route(ends.from, ends.to, path);
    return {cost == kUnreached, cost == kUnreached ? 0 : cost, wagons_of(path - foreign_)};
  }

 private:
  // Tracks of others that stations may lend: nearly free at a station that stands, at the price of a new station elsewhere.
  void open_loans() {
    const auto& built = open_.stations[seat_];
    const int n = stations_built(open_, seat_);
    stations_left_ = game_.rules().stations->each - n;
    for (const auto s : seats_of(game_))
      if (s != seat_) foreign_ |= open_.tracks[s];
    loan_effort_ = static_cast<std::uint8_t>(limits_.loan + 2 * n);
    if (stations_left_ > 0) foreign_.each([&](Track track) { router_.cost[track] = loan_effort_; });
    for (int i = 0; i < n; ++i)
      for (const auto track : game_.tracks_at[built[i]])
        if (foreign_.test(track)) {
          router_.cost[track] = 1;
          at_stations_.set(track);
        }
  }

  std::uint8_t effort(Track track) const {
    if (foreign_.test(track)) return at_stations_.test(track) ? 1 : loan_effort_;
    const auto& entry = game_.tracks[track];
    const int useful = std::min<int>(entry.color == Color::none ? held_most_ : held_[entry.color], entry.length - entry.locomotives);
    return static_cast<std::uint8_t>(std::max(1, effort_of(entry) - saved_[useful] - scored_[entry.length]));
  }

  // The same cards may be counted for several tracks.
  void count_hand(const Cards& hand) {
    held_ = hand;
    held_most_ = *std::max_element(hand.begin(), hand.begin() + kPlainColors);
    for (int n = 0; n <= kMaxLength; ++n) saved_[n] = static_cast<std::uint8_t>(limits_.held * static_cast<float>(n));
  }

  void improve(int rounds) {
    while (rounds-- > 0 && reroute()) {
    }
  }

  bool exceeds_supply() const {
    const auto all = all_paths(-1);
    return wagons_of(all - foreign_) > open_.wagons[seat_] || ((all & foreign_) - at_stations_).count() > stations_left_;
  }

  // Tickets of most points first: their paths are the backbone that the others join.
  void collect(const TicketSet& tickets, Plan& plan) {
    const auto joined = joined_by(game_, open_.tracks[seat_]);
    tickets.each([&](Ticket ticket) {
      const int worth = worth_of(game_, ticket);
      if (completes(game_, joined, ticket)) return plan.done.set(ticket);
      if (count_ == kMaxPlanned && goals_[order_[kMaxPlanned - 1]].worth >= worth) return;
      const int slot = count_ == kMaxPlanned ? order_[kMaxPlanned - 1] : count_++;
      const auto ends = ends_of(game_, ticket);
      goals_[slot] = {ends.from, ends.to, {}, ticket, worth, true};
      insert_by_worth(slot);
    });
  }

  void insert_by_worth(int slot) {
    int i = count_ - 1;
    for (; i > 0 && goals_[order_[i - 1]].worth < goals_[slot].worth; --i) order_[i] = order_[i - 1];
    order_[i] = static_cast<std::uint8_t>(slot);
  }

  // The two regions of an East-West rule are one more goal.
  void add_east_west() {
    if (!game_.rules().east_west || open_.east_west[seat_] > 0 || count_ == kMaxPlanned) return;
    goals_[count_] = {game_.region[0], game_.region[1], {}, kNoTicket, kRaceTicketWorth, true};
    order_[count_] = static_cast<std::uint8_t>(count_);
    ++count_;
  }

  void drop_costly_link() {
    for (int i = 0; i < count_; ++i) {
      auto& goal = goals_[order_[i]];
      if (goal.ticket != kNoTicket || !goal.live) continue;
      const auto alone = goal.path - all_paths(order_[i]);
      if (effort_sum(alone) <= kLinkEffort) continue;
      lift(alone);
      goal.live = false;
    }
  }

  void lay(const TrackSet& path) {
    path.each([&](Track track) { router_.cost[track] = 0; });
  }
  void lift(const TrackSet& path) {
    path.each([&](Track track) { router_.cost[track] = effort(track); });
  }

  void route_all(Plan& plan) {
    for (int i = 0; i < count_; ++i) {
      auto& goal = goals_[order_[i]];
      const int cost = router_.route(goal.from, goal.to, goal.path);
      if (cost == kUnreached) give_up(goal, plan);
      else lay(goal.path);
    }
  }

  // A path was found while the tracks laid for other goals cost nothing. Replaces it with the goal's cheapest path over all
  // planned tracks, each at its full effort.
  void widen(Goal& goal) {
    if (!goal.live) return;
    const auto all = all_paths(-1);
    const auto cost = router_.cost;
    router_.cost.fill(kClosed);
    lay(open_.tracks[seat_]);
    lift(all);
    TrackSet path;
    router_.route(goal.from, goal.to, path);
    goal.path = path;
    router_.cost = cost;
  }

  TrackSet all_paths(int without) const {
    TrackSet all;
    for (int i = 0; i < count_; ++i)
      if (order_[i] != without && goals_[order_[i]].live) all |= goals_[order_[i]].path;
    return all;
  }

  int effort_sum(const TrackSet& tracks) const {
    int sum = 0;
    tracks.each([&](Track track) { sum += effort(track); });
    return sum;
  }
  int wagons_of(const TrackSet& tracks) const {
    int sum = 0;
    tracks.each([&](Track track) { sum += game_.tracks[track].length; });
    return sum;
  }

  // Removes each goal's path and routes it again with the others laid. True: something became cheaper.
  bool reroute() {
    bool better = false;
    for (int i = 0; i < count_ && count_ > 1; ++i) {
      auto& goal = goals_[order_[i]];
      if (!goal.live) continue;
      const auto others = all_paths(order_[i]);
      const auto alone = goal.path - others;
      if (alone.none()) continue;
      lift(alone);
      TrackSet path;
      const int cost = router_.route(goal.from, goal.to, path);
      if (cost < effort_sum(alone)) {
        lay(path);
        goal.path = path;
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
    if (goal.ticket == kNoTicket) return;
    plan.lost.set(goal.ticket);
    plan.lost_worth += goal.worth;
  }

  // Not enough wagons: gives up the goal with the least worth for the effort that it frees.
  bool give_up_worst(Plan& plan) {
    int worst = -1;
    double least = 0;
    for (int i = 0; i < count_; ++i) {
      const auto& goal = goals_[order_[i]];
      if (!goal.live) continue;
      const int freed = effort_sum(goal.path - all_paths(order_[i]));
      if (freed == 0) continue;
      const double ratio = static_cast<double>(goal.worth) / freed;
      if (worst < 0 || ratio < least) worst = order_[i], least = ratio;
    }
    if (worst < 0) worst = last_live();
    if (worst < 0) return false;
    lift(goals_[worst].path - all_paths(worst));
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
    TrackSet path;
    int least = kUnreached;
    for (int i = 0; i < count_; ++i) {
      const auto& goal = goals_[order_[i]];
      if (!goal.live) continue;
      const int cost = effort_sum(goal.path);
      if (cost < least) least = cost, path = goal.path;
    }
    return path;
  }

  void finish(Plan& plan) const {
    plan.tracks = all_paths(-1) - foreign_;
    plan.loans = (all_paths(-1) & foreign_) - at_stations_;
    plan.wagons = wagons_of(plan.tracks);
    if (race()) plan.next = nearest();
    (plan.tracks | plan.loans).each([&](Track track) {
      plan.effort += foreign_.test(track) ? effort(track) : effort_of(game_.tracks[track]);
    });
    for (int i = 0; i < count_; ++i) {
      const auto& goal = goals_[order_[i]];
      if (!goal.live || goal.ticket == kNoTicket) continue;
      if (at_stations_.any() && (goal.path - at_stations_).none()) plan.done.set(goal.ticket);
      else plan.live.set(goal.ticket), plan.worth += goal.worth;
    }
  }

  const Game& game_;
  const Public& open_;
  Seat seat_;
  PlanLimits limits_;
  Cards held_{};                                       // all 0 where the hand does not count
  std::uint8_t held_most_ = 0;                         // of one colour: for grey tracks
  std::array<std::uint8_t, kMaxLength + 1> saved_{};   // by useful cards in hand: half cards off a track
  std::array<std::uint8_t, kMaxLength + 1> scored_{};  // by length: half cards that its points take off
  Router router_;
  TrackSet foreign_, at_stations_;
  int stations_left_ = 0;
  std::uint8_t loan_effort_ = 0;
  int count_ = 0;
  std::array<Goal, kMaxPlanned> goals_;
  std::array<std::uint8_t, kMaxPlanned> order_;
};

}  // namespace

int effort_of(const TrackEntry& entry) { return 2 * entry.length + 4 + (entry.tunnel ? 2 : 0) + 2 * entry.locomotives; }

TrackSet open_to(const Game& game, const Public& open, Seat seat) {
  auto out = open.free;
  (open.tracks[seat] & game.with_parallel).each([&](Track track) { out -= game.parallel[track]; });
  return out;
}

MarginalCost marginal_cost(const Game& game, const Public& open, Seat seat, const Plan& plan, Ticket ticket) {
  return Planner(game, open, seat).add(plan, ticket);
}

void make_plan(const Game& game, const Public& open, Seat seat, const TicketSet& tickets, const PlanLimits& limits, Plan& plan) {
  Planner planner(game, open, seat, limits), again(planner);
  const int effort = planner.run(tickets, true, plan);
  if (limits.rounds < 2 || (plan.live | plan.lost).count() < 2) return;
  Plan other;
  if (again.run(tickets, false, other) < effort && other.lost_worth <= plan.lost_worth) plan = other;
}

void ticket_progress(const Game& game, const Public& open, Seat seat, PerTicket<TicketProgress>& out) {
  Planner(game, open, seat).progress(out);
}

void initial_efforts(const Game& game, PerTicket<std::int16_t>& out) {
  Router router(game);
  for (const auto track : ids<Track>(game.tracks.size())) router.cost[track] = static_cast<std::uint8_t>(effort_of(game.tracks[track]));
  for (const auto ticket : ids<Ticket>(game.tickets.size())) {
    const auto ends = ends_of(game, ticket);
    TrackSet path;
    out[ticket] = static_cast<std::int16_t>(router.route(ends.from, ends.to, path));
  }
}

}  // namespace perron::search
