#include "search/baselines/playtest.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "search/baselines/heuristics.h"
#include "search/baselines/two_trees.h"

namespace perron::search {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Numbers of wagons in the description are for boards with 45.
int of_wagons(const Game& game, int of_45) { return of_45 * game.rules().wagons / 45; }

// What the four share: they ask for tickets to keep and for a turn; everything else is habit.
class Playtester : public Player {
 public:
  Action choose(const Game& game, const PlayerView& view, Rng& rng) final {
    legal(game, view.open, view.mine, list_);
    if (const auto action = routine_action(game, view, list_)) return *action;
    usable_ = usable_tracks(game, view.open, view.me);
    wagons_ = view.open.wagons[at(index(view.me))];
    if (list_[0].kind == Kind::keep_tickets) return keep(game, view);
    if (const auto swap = hopeless_swap(game, view, usable_, list_, rng)) return *swap;
    if (const auto station = station_choice(game, view, usable_, list_)) return station->action;
    return turn(game, view);
  }

 protected:
  virtual Action keep(const Game& game, const PlayerView& view) = 0;
  virtual Action turn(const Game& game, const PlayerView& view) = 0;

  // ---- Tickets.
  static int offered_points(const Game& game, const PlayerView& view, unsigned mask) {
    int points = 0;
    for (std::size_t i = 0; i < kOffer; ++i)
      if (mask >> i & 1) points += worth_of(game, index(view.mine.offered[i]));
    return points;
  }
  Action keep_all() const { return list_[list_.size() - 1]; }  // the greatest bit set
  // The so many tickets of fewest points, or the next greater number that may be kept.
  Action keep_cheapest(const Game& game, const PlayerView& view, int count) const {
    const auto cost = [&](Action action) {
      return std::pair(std::abs(std::popcount(action.a) - count), offered_points(game, view, action.a));
    };
    return *std::min_element(list_.begin(), list_.end(), [&](Action a, Action b) { return cost(a) < cost(b); });
  }

  // ---- Claims. A tunnel is tried when it will rather succeed than not, or when there is nothing to draw.
  bool can_draw() const { return list_[0].kind == Kind::draw_blind || list_[0].kind == Kind::draw_row; }
  std::optional<Action> claim(const Game& game, const PlayerView& view, int track) const {
    auto action = cheapest_claim(view, list_, track);
    if (action && can_draw() && tunnel_odds(game, view, *action) < 0.5) action.reset();
    return action;
  }
  // The track or one beside it, by the first that can be paid for.
  std::optional<Action> claim_any_beside(const Game& game, const PlayerView& view, int track) const {
    std::optional<Action> out;
    (game.parallel[at(track)] & usable_.open).each([&](int t) {
      if (!out) out = claim(game, view, t);
    });
    return out;
  }
  std::optional<Action> claim_longest(const Game& game, const PlayerView& view) const {
    std::optional<Action> best;
    int track = -1;
    for (const auto action : list_) {
      if (action.kind != Kind::claim || action.a == track) continue;
      track = action.a;
      if (best && game.tracks[at(track)].length <= game.tracks[best->a].length) continue;
      if (const auto here = claim(game, view, track)) best = here;
    }
    return best;
  }

  // ---- Cards.
  std::optional<Action> draw_color(const PlayerView& view, int color) const {
    for (const auto action : list_)
      if (action.kind == Kind::draw_row && index(view.open.row[action.a]) == color) return action;
    return std::nullopt;
  }
  std::optional<Action> draw_blind() const {
    for (const auto action : list_)
      if (action.kind == Kind::draw_blind) return action;
    return std::nullopt;
  }
  // When the rules of the player have no answer: a card, whatever it is, else the longest claim, else the first action.
  Action anything(const Game& game, const PlayerView& view) const {
    if (const auto blind = draw_blind()) return *blind;
    if (can_draw()) return list_[0];
    if (const auto longest = claim_longest(game, view)) return *longest;
    return list_[0];
  }

  ActionList list_;
  UsableTracks usable_;
  int wagons_ = 0;
};

// The next track of the most valuable ticket that can still be completed.
class OneStep : public Playtester {
 protected:
  Action keep(const Game& game, const PlayerView& view) override {
    return view.open.phase == Phase::first_keep ? keep_all() : keep_cheapest(game, view, 1);
  }

  Action turn(const Game& game, const PlayerView& view) override {
    int target = ticket_target(game, view);
    if (target < 0) {
      if (const auto draw = ticket_draw(game, view, list_); draw && wants_tickets(game, view)) return *draw;
      target = longest_target(game, view);
    }
    if (target < 0) return anything(game, view);
    if (const auto action = claim_any_beside(game, view, target)) return *action;
    return draw_for(game, view, target);
  }

  virtual bool wants_tickets(const Game& game, const PlayerView& view) const {
    for (int s = 0; s < game.seats; ++s)
      if (view.open.wagons[at(s)] < of_wagons(game, 8)) return false;
    return true;
  }
  virtual UsableTracks graph(const Game&) const { return usable_; }

 private:
  int ticket_target(const Game& game, const PlayerView& view) const {
    const auto usable = graph(game);
    int target = -1, most = -1;
    unfinished(game, view).each([&](int t) {
      if (worth_of(game, t) <= most) return;
      const auto way = cheapest_path(game, usable, Metric::hops, t);
      if (!way.exists || way.wagons > wagons_) return;
      most = worth_of(game, t);
      target = index(way.first);
    });
    return target;
  }

  int longest_target(const Game& game, const PlayerView& view) const {
    if (const auto now = claim_longest(game, view)) return now->a;
    int target = -1;
    usable_.open.each([&](int t) {
      if (target < 0 || game.tracks[at(t)].length > game.tracks[at(target)].length) target = t;
    });
    return target;
  }

  // Of the colours that would do the one most held; then a locomotive; then a blind card.
  Action draw_for(const Game& game, const PlayerView& view, int target) const {
    int wanted = -1;
    (game.parallel[at(target)] & usable_.open).each([&](int t) {
      const auto color = game.tracks[at(t)].color;
      for (int c = 0; c < kPlainColors; ++c)
        if ((color == Color::none || index(color) == c) && (wanted < 0 || view.mine.hand[at(c)] > view.mine.hand[at(wanted)])) wanted = c;
    });
    const auto& line = game.tracks[at(target)];
    if (line.locomotives > view.mine.hand[kPlainColors])
      if (const auto locomotive = draw_color(view, kPlainColors)) return *locomotive;
    if (const auto card = draw_color(view, wanted)) return *card;
    if (const auto locomotive = draw_color(view, kPlainColors)) return *locomotive;
    return anything(game, view);
  }
};

// As OneStep, over long tracks, with the tickets of the beginning.
class LongRoute final : public OneStep {
 protected:
  Action keep(const Game& game, const PlayerView& view) override { return keep_cheapest(game, view, 2); }
  bool wants_tickets(const Game&, const PlayerView&) const override { return false; }
  // Where claims score nothing, short tracks are as good as long ones.
  UsableTracks graph(const Game& game) const override {
    auto out = usable_;
    if (!game.rules().claim_points.empty()) out.open -= game.up_to_length[2];
    return out;
  }
};

// All tracks of all tickets at once, in the order of their points.
class Path final : public Playtester {
 protected:
  Action keep(const Game& game, const PlayerView& view) override {
    return view.open.phase == Phase::first_keep ? keep_all() : keep_cheapest(game, view, 1);
  }

  Action turn(const Game& game, const PlayerView& view) override {
    std::array<int, kTracks> priority{};
    TrackSet wanted;
    unfinished(game, view).each([&](int ticket) {
      const auto way = cheapest_path(game, usable_, Metric::hops, ticket);
      if (!way.exists || way.wagons > wagons_) return;
      wanted |= way.tracks;
      way.tracks.each([&](int t) { priority[at(t)] = std::max(priority[at(t)], game.tracks[at(t)].points + 2 * worth_of(game, ticket)); });
    });
    if (wanted.none()) {
      const auto longest = claim_longest(game, view);
      return longest ? *longest : anything(game, view);
    }
    std::vector<int> order;
    wanted.each([&](int t) { order.push_back(t); });
    std::ranges::stable_sort(order, [&](int a, int b) { return priority[at(a)] > priority[at(b)]; });
    for (const int t : order)
      if (const auto action = claim_any_beside(game, view, t)) return *action;
    return anything(game, view);
  }
};

// As many tickets as one plan for all of them can take.
class Hungry final : public Playtester {
 protected:
  Action keep(const Game& game, const PlayerView& view) override {
    Action best = list_[0];
    auto best_rank = rank(game, view, best.a);
    for (const auto action : list_)
      if (const auto here = rank(game, view, action.a); here > best_rank) {
        best = action;
        best_rank = here;
      }
    return best;
  }

  Action turn(const Game& game, const PlayerView& view) override {
    const auto plan = current_plan(game, view);
    if (wagons_of(game, plan) < wagons_ - of_wagons(game, 8))
      if (const auto draw = ticket_draw(game, view, list_)) return *draw;
    if (plan.none()) {
      if (const auto longest = claim_longest(game, view)) return *longest;
    } else if (const auto planned = claim_planned(game, view, plan)) {
      return *planned;
    }
    return draw_for(game, view, plan);
  }

 private:
  // With wagons to spare: points for each wagon of the plan. Else the fewest wagons, then the fewest points.
  struct Rank {
    bool fits;
    double value;
    int points;
    auto operator<=>(const Rank&) const = default;
  };

  Rank rank(const Game& game, const PlayerView& view, unsigned mask) const {
    auto tickets = unfinished(game, view);
    for (std::size_t i = 0; i < kOffer; ++i)
      if (mask >> i & 1) tickets.set(index(view.mine.offered[i]));
    int points = 0, wagons = 0;
    const auto reached = tickets_within_reach(game, tickets);
    tickets.each([&](int t) { points += reached.test(t) ? worth_of(game, t) : -worth_of(game, t); });
    const auto plan = two_tree_plan(game, usable_, reached);
    wagons = wagons_of(game, plan);
    const bool all_reached = reached == tickets;
    if (!all_reached || wagons > wagons_ - of_wagons(game, 5)) return {false, -wagons - (all_reached ? 0.0 : 1000.0), -points};
    plan.each([&](int t) { points += game.tracks[at(t)].points; });
    return {true, points / std::max(1.0, static_cast<double>(wagons)), 0};
  }

  // Kept while the tracks and tickets stay the same.
  const TrackSet& current_plan(const Game& game, const PlayerView& view) {
    const auto tickets = unfinished(game, view);
    const bool same =
        game_ == &game && board_ == game.board.id && planned_on_ == usable_ && planned_for_ == tickets && planned_with_ == wagons_;
    if (same) return plan_;
    game_ = &game;
    board_ = game.board.id;
    planned_on_ = usable_;
    planned_for_ = tickets;
    planned_with_ = wagons_;
    return plan_ = two_tree_plan(game, usable_, tickets_within_reach(game, tickets));
  }

  TicketSet tickets_within_reach(const Game& game, const TicketSet& tickets) const {
    TicketSet out;
    tickets.each([&](int t) {
      const auto way = cheapest_path(game, usable_, Metric::wagons, t);
      if (way.exists && way.wagons <= wagons_) out.set(t);
    });
    return out;
  }

  static std::array<int, kPlainColors> need_of(const Game& game, const TrackSet& plan) {
    std::array<int, kPlainColors> need{};
    plan.each([&](int t) {
      if (game.tracks[at(t)].color != Color::none) need[at(index(game.tracks[at(t)].color))] += game.tracks[at(t)].length;
    });
    return need;
  }

  std::optional<Action> claim_planned(const Game& game, const PlayerView& view, const TrackSet& plan) const {
    const auto need = need_of(game, plan);
    std::optional<Action> out;
    plan.each([&](int planned) {
      (game.parallel[at(planned)] & usable_.open).each([&](int t) {
        if (out) return;
        out = claim(game, view, t);
        if (out && game.tracks[at(t)].color == Color::none) out = spare_claim(game, view, t, need);
      });
    });
    return out;
  }

  // A payment in cards that the plan has no other use for; any payment when there is nothing to draw.
  std::optional<Action> spare_claim(const Game& game, const PlayerView& view, int track, const std::array<int, kPlainColors>& need) const {
    std::optional<Action> best;
    for (const auto action : list_) {
      if (action.kind != Kind::claim || action.a != track) continue;
      const int cards = game.tracks[at(track)].length - action.c;
      const bool spared = action.b == kPlainColors || need[action.b] == 0 || view.mine.hand[action.b] - cards >= need[action.b];
      if (can_draw() && (!spared || tunnel_odds(game, view, action) < 0.5)) continue;
      if (!best || action.c < best->c) best = action;
    }
    return best;
  }

  Action draw_for(const Game& game, const PlayerView& view, const TrackSet& plan) const {
    const auto need = need_of(game, plan);
    int wanted = -1;
    for (int c = 0; c < kPlainColors; ++c)
      if (need[at(c)] > view.mine.hand[at(c)] && draw_color(view, c) && (wanted < 0 || need[at(c)] > need[at(wanted)])) wanted = c;
    if (wanted >= 0) return *draw_color(view, wanted);
    int printed = 0;
    plan.each([&](int t) { printed = std::max<int>(printed, game.tracks[at(t)].locomotives); });
    if (printed > view.mine.hand[kPlainColors])
      if (const auto locomotive = draw_color(view, kPlainColors)) return *locomotive;
    return anything(game, view);
  }

  const Game* game_ = nullptr;
  std::string board_;
  UsableTracks planned_on_;
  TicketSet planned_for_;
  int planned_with_ = 0;
  TrackSet plan_;
};

}  // namespace

std::unique_ptr<Player> make_playtest_player(std::string_view name) {
  if (name == "hungry") return std::make_unique<Hungry>();
  if (name == "onestep") return std::make_unique<OneStep>();
  if (name == "longroute") return std::make_unique<LongRoute>();
  if (name == "path") return std::make_unique<Path>();
  return nullptr;
}

}  // namespace perron::search
