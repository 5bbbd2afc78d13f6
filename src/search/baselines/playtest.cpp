#include "search/baselines/playtest.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "search/baselines/heuristics.h"
#include "search/baselines/two_trees.h"

namespace perron::search {

namespace {

// The descriptions give numbers of wagons for boards with 45.
int of_wagons(const Game& game, int of_45) { return of_45 * game.rules().wagons / 45; }

// What the four players share. They decide which tickets to keep and what to do in a turn; shared heuristics decide the rest.
class Playtester : public Player {
 public:
  Action choose(const Game& game, const PlayerView& view, Rng& rng) final {
    legal(game, view.open, view.mine, list_);
    if (const auto action = routine_action(game, view, list_)) return *action;
    usable_ = usable_tracks(game, view.open, view.me);
    wagons_ = view.open.wagons[view.me];
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
    for (int i = 0; i < kOffer; ++i)
      if (mask >> i & 1) points += worth_of(game, view.mine.offered[i]);
    return points;
  }
  Action keep_all() const { return list_[list_.size() - 1]; }  // the greatest bit set
  // The `count` tickets of fewest points, or the closest number that may be kept.
  Action keep_cheapest(const Game& game, const PlayerView& view, int count) const {
    const auto cost = [&](Action action) {
      return std::pair(std::abs(std::popcount(action.a) - count), offered_points(game, view, action.a));
    };
    return *std::min_element(list_.begin(), list_.end(), [&](Action a, Action b) { return cost(a) < cost(b); });
  }

  // ---- Claims. A tunnel is tried if it is at least as likely to succeed as not, or if there is nothing to draw.
  bool can_draw() const { return list_[0].kind == Kind::draw_blind || list_[0].kind == Kind::draw_row; }
  std::optional<Action> claim(const Game& game, const PlayerView& view, Track track) const {
    auto action = cheapest_claim(view, list_, track);
    if (action && can_draw() && tunnel_odds(game, view, *action) < 0.5) action.reset();
    return action;
  }
  // A claim of the track or of one parallel to it: the first that the hand can pay for.
  std::optional<Action> claim_any_parallel(const Game& game, const PlayerView& view, Track track) const {
    std::optional<Action> out;
    (game.parallel[track] & usable_.open).each([&](Track parallel) {
      if (!out) out = claim(game, view, parallel);
    });
    return out;
  }
  std::optional<Action> claim_longest(const Game& game, const PlayerView& view) const {
    std::optional<Action> best;
    auto track = kNoTrack;
    for (const auto action : list_) {
      if (action.kind != Kind::claim || action.track() == track) continue;
      track = action.track();
      if (best && game.tracks[track].length <= game.tracks[best->track()].length) continue;
      if (const auto here = claim(game, view, track)) best = here;
    }
    return best;
  }

  // ---- Cards.
  std::optional<Action> draw_color(const PlayerView& view, Color color) const {
    for (const auto action : list_)
      if (action.kind == Kind::draw_row && view.open.row[action.a] == color) return action;
    return std::nullopt;
  }
  std::optional<Action> draw_blind() const {
    for (const auto action : list_)
      if (action.kind == Kind::draw_blind) return action;
    return std::nullopt;
  }
  // Where the player's description has no answer: any card, else the longest claim, else the first action.
  Action fallback(const Game& game, const PlayerView& view) const {
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
    auto target = ticket_target(game, view);
    if (target == kNoTrack) {
      if (const auto draw = ticket_draw(game, view, list_); draw && wants_tickets(game, view)) return *draw;
      target = longest_target(game, view);
    }
    if (target == kNoTrack) return fallback(game, view);
    if (const auto action = claim_any_parallel(game, view, target)) return *action;
    return draw_for(game, view, target);
  }

  virtual bool wants_tickets(const Game& game, const PlayerView& view) const {
    for (const auto s : seats_of(game))
      if (view.open.wagons[s] < of_wagons(game, 8)) return false;
    return true;
  }
  virtual UsableTracks graph(const Game&) const { return usable_; }

 private:
  Track ticket_target(const Game& game, const PlayerView& view) const {
    const auto usable = graph(game);
    auto target = kNoTrack;
    int most = -1;
    unfinished(game, view).each([&](Ticket ticket) {
      if (worth_of(game, ticket) <= most) return;
      const auto path = cheapest_path(game, usable, Metric::hops, ticket);
      if (!path.exists || path.wagons > wagons_) return;
      most = worth_of(game, ticket);
      target = path.first;
    });
    return target;
  }

  Track longest_target(const Game& game, const PlayerView& view) const {
    if (const auto now = claim_longest(game, view)) return now->track();
    auto target = kNoTrack;
    usable_.open.each([&](Track track) {
      if (target == kNoTrack || game.tracks[track].length > game.tracks[target].length) target = track;
    });
    return target;
  }

  // A card of the suitable colour of which the hand has most; then a locomotive; then a blind card.
  Action draw_for(const Game& game, const PlayerView& view, Track target) const {
    auto wanted = Color::none;
    (game.parallel[target] & usable_.open).each([&](Track track) {
      const auto color = game.tracks[track].color;
      for (const auto c : ids<Color>(kPlainColors)) {
        if (color != Color::none && color != c) continue;
        if (wanted == Color::none || view.mine.hand[c] > view.mine.hand[wanted]) wanted = c;
      }
    });
    const auto& entry = game.tracks[target];
    if (entry.locomotives > view.mine.hand[Color::locomotive])
      if (const auto locomotive = draw_color(view, Color::locomotive)) return *locomotive;
    if (const auto card = draw_color(view, wanted)) return *card;
    if (const auto locomotive = draw_color(view, Color::locomotive)) return *locomotive;
    return fallback(game, view);
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
    PerTrack<int> priority{};
    TrackSet wanted;
    unfinished(game, view).each([&](Ticket ticket) {
      const auto path = cheapest_path(game, usable_, Metric::hops, ticket);
      if (!path.exists || path.wagons > wagons_) return;
      wanted |= path.tracks;
      path.tracks.each(
          [&](Track track) { priority[track] = std::max(priority[track], game.tracks[track].points + 2 * worth_of(game, ticket)); });
    });
    if (wanted.none()) {
      const auto longest = claim_longest(game, view);
      return longest ? *longest : fallback(game, view);
    }
    std::vector<Track> order;
    wanted.each([&](Track track) { order.push_back(track); });
    std::ranges::stable_sort(order, [&](Track a, Track b) { return priority[a] > priority[b]; });
    for (const auto track : order)
      if (const auto action = claim_any_parallel(game, view, track)) return *action;
    return fallback(game, view);
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
    for (int i = 0; i < kOffer; ++i)
      if (mask >> i & 1) tickets.set(view.mine.offered[i]);
    int points = 0, wagons = 0;
    const auto reached = tickets_within_reach(game, tickets);
    tickets.each([&](Ticket ticket) { points += reached.test(ticket) ? worth_of(game, ticket) : -worth_of(game, ticket); });
    const auto plan = two_tree_plan(game, usable_, reached);
    wagons = wagons_of(game, plan);
    const bool all_reached = reached == tickets;
    if (!all_reached || wagons > wagons_ - of_wagons(game, 5)) return {false, -wagons - (all_reached ? 0.0 : 1000.0), -points};
    plan.each([&](Track track) { points += game.tracks[track].points; });
    return {true, points / std::max(1.0, static_cast<double>(wagons)), 0};
  }

  // Cached while the tracks and tickets stay the same.
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
    tickets.each([&](Ticket ticket) {
      const auto path = cheapest_path(game, usable_, Metric::wagons, ticket);
      if (path.exists && path.wagons <= wagons_) out.set(ticket);
    });
    return out;
  }

  static PerPlainColor<int> need_of(const Game& game, const TrackSet& plan) {
    PerPlainColor<int> need{};
    plan.each([&](Track track) {
      if (game.tracks[track].color != Color::none) need[game.tracks[track].color] += game.tracks[track].length;
    });
    return need;
  }

  std::optional<Action> claim_planned(const Game& game, const PlayerView& view, const TrackSet& plan) const {
    const auto need = need_of(game, plan);
    std::optional<Action> out;
    plan.each([&](Track planned) {
      (game.parallel[planned] & usable_.open).each([&](Track track) {
        if (out) return;
        out = claim(game, view, track);
        if (out && game.tracks[track].color == Color::none) out = spare_claim(game, view, track, need);
      });
    });
    return out;
  }

  // A payment in cards that the plan has no other use for; any payment when there is nothing to draw.
  std::optional<Action> spare_claim(const Game& game, const PlayerView& view, Track track, const PerPlainColor<int>& need) const {
    std::optional<Action> best;
    for (const auto action : list_) {
      if (action.kind != Kind::claim || action.track() != track) continue;
      const int cards = game.tracks[track].length - action.c;
      const bool spared = action.color() == Color::locomotive || need[action.color()] == 0 ||
                          view.mine.hand[action.color()] - cards >= need[action.color()];
      if (can_draw() && (!spared || tunnel_odds(game, view, action) < 0.5)) continue;
      if (!best || action.c < best->c) best = action;
    }
    return best;
  }

  Action draw_for(const Game& game, const PlayerView& view, const TrackSet& plan) const {
    const auto need = need_of(game, plan);
    auto wanted = Color::none;
    for (const auto c : ids<Color>(kPlainColors)) {
      if (need[c] <= view.mine.hand[c] || !draw_color(view, c)) continue;
      if (wanted == Color::none || need[c] > need[wanted]) wanted = c;
    }
    if (wanted != Color::none) return *draw_color(view, wanted);
    int printed = 0;
    plan.each([&](Track track) { printed = std::max<int>(printed, game.tracks[track].locomotives); });
    if (printed > view.mine.hand[Color::locomotive])
      if (const auto locomotive = draw_color(view, Color::locomotive)) return *locomotive;
    return fallback(game, view);
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
