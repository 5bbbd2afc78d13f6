#include "search/baselines/ladder.h"

#include <bit>
#include <cmath>

#include "search/baselines/heuristics.h"
#include "search/baselines/ladder_plan.h"

namespace perron::search {

namespace {

// The h1 of the 2026 ladder: the payable track with most points; else cards; keeps the fewest and shortest tickets.
// Ties go to the lowest action.
class GreedyPlayer final : public Player {
 public:
  Action choose(const Game& game, const PlayerView& view, Rng&) override {
    legal(game, view.open, view.mine, list_);
    int best = 0;
    for (int i = 1; i < list_.size(); ++i)
      if (worth(game, view, list_[i]) > worth(game, view, list_[best])) best = i;
    return list_[best];
  }

 private:
  // Kinds in tiers, and within a tier what is better.
  static int worth(const Game& game, const PlayerView& view, Action action) {
    switch (action.kind) {
      case Kind::claim: {
        const auto& entry = game.tracks[action.track()];
        return 10000 + 100 * entry.points + 8 * entry.length - action.c;
      }
      case Kind::draw_row: {
        const auto card = view.open.row[action.a];
        return card == Color::locomotive ? 5500 : 5000 + view.mine.hand[card];
      }
      case Kind::draw_blind: return game.rules().row ? 4000 : 5000;
      case Kind::draw_tickets: return (tickets_held(view) < 4 ? 3000 : 1) + action.a;  // the first deck of a split is the shorter
      case Kind::swap_tickets: return 2000;
      case Kind::build_station: return 1000 - action.c;
      case Kind::keep_tickets: return 5000 - keep_cost(game, view, action.a);
      case Kind::pay_tunnel: return 200 - action.c;
      case Kind::take_passenger: return 10;
      default: return 0;
    }
  }

  static int tickets_held(const PlayerView& view) {
    const auto& held = view.open.tickets_held[view.me];
    return held[0] + held[1];
  }

  static int keep_cost(const Game& game, const PlayerView& view, unsigned mask) {
    int points = 0;
    for (int i = 0; i < kOffer; ++i)
      if (mask >> i & 1) points += game.tickets[view.mine.offered[i]].points;
    return 500 * std::popcount(mask) + points;
  }

  ActionList list_;
};

// The parameters of the ladder, in points unless noted otherwise.
constexpr double kWagonPrice = 1.4;      // what a wagon must earn
constexpr double kDistancePower = 1.35;  // a plan is worth less the farther it is from done
constexpr double kDetourWeight = 0.8;    // for each extra wagon of the detour
constexpr double kDoubleBonus = 1.5;     // half of an open double closes the other
constexpr double kLocomotive = 1.6;      // in plan wagons
constexpr double kSurplus = 0.15;        // in plan wagons
constexpr double kKnownCard = 0.45;      // in plan wagons
constexpr double kTouching = 0.35;       // for each wagon that extends the seat's network
constexpr double kGreyWaste = 0.5;       // in plan wagons, for each card of a colour that the plan lacks
constexpr double kEndgame = 0.18;        // of all wagons
constexpr double kEndgameUrgency = 2;    // factor
constexpr double kEvenUse = 0.75;        // of the wagons left: the plan is as likely as not to be completed
constexpr double kTicketWagons = 0.55;   // of all wagons: below it no more tickets are drawn
constexpr double kDeadTicket = 2;        // of its points
constexpr double kThreatWeight = 0.7;
constexpr double kThreatPower = 1.3;
constexpr double kCrowding = 0.5;

// The probability that a plan is completed.
double completion_odds(double plan_wagons, double wagons_left) {
  if (plan_wagons <= 0) return 1;
  if (wagons_left <= 0) return 0;
  return 1 / (1 + std::pow(plan_wagons / wagons_left / kEvenUse, 3));
}

class LadderPlayer final : public Player {
 public:
  explicit LadderPlayer(int rung) : rung_(rung) {}

  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    legal(game, view.open, view.mine, list_);
    if (const auto action = routine_action(game, view, list_)) return *action;
    plan_ = &planner_.plan(game, view);
    if (const auto swap = hopeless_swap(game, view, planner_.usable(), list_, rng)) return *swap;
    prepare(game, view);
    if (list_[0].kind == Kind::keep_tickets) return keep(game, view);
    return best_action(game, view);
  }

 private:
  // ---- Values that all actions of a decision share.
  void prepare(const Game& game, const PlayerView& view) {
    wagons_ = view.open.wagons[view.me];
    per_wagon_ = plan_->tracks.none() ? 0 : 2.0 * plan_->points / std::pow(std::max(1, plan_->wagons), kDistancePower);
    update_need(game, view);
    update_wagon_price(game);
    endgame_ = wagons_ < kEndgame * game.rules().wagons;
    own_places_ = places_of(game, view.open.tracks[view.me]);
    if (rung_ >= 4) update_rivals(game, view);
  }

  // Cards that the plan lacks, by colour; of parallel tracks the one that the hand comes closest to.
  void update_need(const Game& game, const PlayerView& view) {
    PerPlainColor<int> need{};
    int grey = 0;
    plan_->tracks.each([&](Track track) {
      const auto& entry = game.tracks[track];
      auto color = entry.color;
      (game.parallel[track] & planner_.usable().open).each([&](Track beside) {
        const auto other = game.tracks[beside].color;
        if (other == Color::none || color == Color::none) color = Color::none;
        else if (view.mine.hand[other] > view.mine.hand[color]) color = other;
      });
      if (color == Color::none) grey += entry.length - entry.locomotives;
      else need[color] += entry.length;
    });
    int surplus = view.mine.hand[Color::locomotive];
    for (const auto c : ids<Color>(kPlainColors)) {
      lacking_[c] = std::max(0, need[c] - view.mine.hand[c]);
      surplus += std::max(0, view.mine.hand[c] - need[c]);
    }
    grey_unmet_ = grey > surplus;
  }

  // With an empty plan the price of a wagon falls to what the best open track earns with it. Otherwise nothing would be claimed
  // once the long tracks are gone. In a race only tickets count, so wagons have no price.
  void update_wagon_price(const Game& game) {
    price_ = is_race(game) ? 0 : kWagonPrice;
    if (plan_->tracks.any()) return;
    double best = 0;
    planner_.usable().open.each([&](Track track) { best = std::max(best, double(game.tracks[track].points) / game.tracks[track].length); });
    price_ = std::min(price_, best - 0.05);
  }

  static PlaceSet places_of(const Game& game, const TrackSet& tracks) {
    PlaceSet out;
    tracks.each([&](Track track) {
      out.set(game.tracks[track].a);
      out.set(game.tracks[track].b);
    });
    return out;
  }

  bool touches(const TrackEntry& entry) const { return own_places_.test(entry.a) || own_places_.test(entry.b); }

  Action best_action(const Game& game, const PlayerView& view) {
    const auto station = station_choice(game, view, planner_.usable(), list_);
    const auto tickets = ticket_draw(game, view, list_);
    Action best = list_[0];
    double most = -1e9;
    auto track = kNoTrack;
    double claim = 0;
    for (const auto action : list_) {
      double worth = -1e6;
      if (action.kind == Kind::claim) {
        if (action.track() != track) claim = claim_worth(game, view, track = action.track());
        worth = claim + payment_worth(game, view, action);
        if (worth > 0) worth *= tunnel_odds(game, view, action);
      } else if (action.kind == Kind::draw_blind || action.kind == Kind::draw_row) {
        worth = draw_worth(game, view, action);
      } else if (tickets && action == *tickets) {
        worth = tickets_worth(game, view, action);
      } else if (station && action == station->action) {
        worth = station->gain;
      }
      if (worth <= most) continue;
      most = worth;
      best = action;
    }
    return best;
  }

  // ---- Claims.
  double claim_worth(const Game& game, const PlayerView& view, Track track) {
    const auto& entry = game.tracks[track];
    double worth = entry.points - price_ * entry.length;
    const auto planned = plan_->tracks & game.parallel[track];
    const bool on_plan = planned.any() && entry.length <= game.tracks[planned.nth(0)].length;
    if (on_plan) {
      worth += per_wagon_ * entry.length * plan_factor();
      worth += kDetourWeight * planner_.detour(game, planned.nth(0), wagons_);
      const auto open_beside = game.parallel[track] & view.open.free;
      if (game.parallels_close && open_beside.count() > 1) worth += kDoubleBonus;
    }
    if (game.rules().passengers)
      for (const auto place : entry.visits) worth += passengers_worth_at(game, view, place);
    if (rung_ >= 3 && touches(entry)) worth += kTouching * entry.length;
    if (rung_ >= 4 && (on_plan || touches(entry))) worth += threat_worth(game, view, track);
    return worth;
  }

  // In the endgame a plan counts double if it can be finished, otherwise nothing.
  double plan_factor() const {
    if (rung_ < 3 || !endgame_) return 1;
    return plan_->wagons <= wagons_ ? kEndgameUrgency : 0;
  }

  // What a payment costs the plan: cards of colours that it lacks, and locomotives, which stand for any colour.
  double payment_worth(const Game& game, const PlayerView&, Action claim) const {
    if (rung_ < 3) return 0;
    const auto& entry = game.tracks[claim.track()];
    double worth = -(kLocomotive - 1) * per_wagon_ * (claim.c - entry.locomotives);
    if (entry.color == Color::none && claim.color() != Color::locomotive)
      worth -= kGreyWaste * per_wagon_ * std::min<int>(entry.length - claim.c, lacking_[claim.color()]);
    return worth;
  }

  // ---- Cards.
  double card_worth(Color color) const {
    if (color == Color::locomotive) return kLocomotive * per_wagon_;
    return (lacking_[color] > 0 || grey_unmet_ ? 1 : kSurplus) * per_wagon_;
  }

  double draw_worth(const Game& game, const PlayerView& view, Action action) const {
    if (action.kind == Kind::draw_row) {
      const auto color = view.open.row[action.a];
      const bool known = rung_ >= 3 && color != Color::locomotive && lacking_[color] > 0;
      return card_worth(color) + (known ? kKnownCard * per_wagon_ : 0);
    }
    const auto unseen = unseen_cards(game, view);
    double sum = 0;
    for (const auto c : ids<Color>(kColors)) sum += unseen[c] * card_worth(c);
    return total(unseen) > 0 ? sum / total(unseen) : 0;
  }

  // ---- Tickets.
  // The average over the tickets that may be drawn: those that the seat has not seen, in the decks of the draw.
  double tickets_worth(const Game& game, const PlayerView& view, Action draw) const {
    if (wagons_ < kTicketWagons * game.rules().wagons) return -1e6;
    auto known = view.mine.tickets;
    for (const auto& seen : view.mine.seen)
      if (seen.ticket != kNoTicket && seen.where == kLeftGame) known.set(seen.ticket);
    const auto& decks = game.rules().decks;
    double points = 0, wagons = 0, count = 0, deal = 0;
    for (const int d : decks.ids()) {
      const int drawn = game.rules().split ? (d == 0 ? draw.a : draw.b) : decks[d].later;
      deal += drawn;
      if (drawn == 0) continue;
      (game.deck_tickets[d] - known).each([&](Ticket ticket) {
        points += drawn * worth_of(game, ticket);
        wagons += drawn * std::min(planner_.wagons_for(game, ticket), int(game.rules().wagons));
        count += drawn;
      });
    }
    if (count == 0) return -1e6;
    // One must be kept; the cheapest of n offered costs about 2 / (n + 1) of the mean.
    const double kept = std::get<KeepSome>(game.rules().tickets).later;
    const double after = plan_->wagons + kept * wagons / count * 2 / (deal + 1);
    return points / count * (2 * completion_odds(after, wagons_) - 1) * kept;
  }

  Action keep(const Game& game, const PlayerView& view) {
    const std::vector<Ticket> offered(view.mine.offered.begin(), view.mine.offered.begin() + view.open.offered[view.me]);
    const auto wagons = planner_.wagons_with(game, offered);
    Action best = list_[0];
    double most = -1e9;
    for (const auto action : list_) {
      double points = plan_->points, dead = 0;
      for (std::size_t i = 0; i < offered.size(); ++i) {
        if (!(action.a >> i & 1)) continue;
        const bool within_reach = planner_.wagons_for(game, offered[i]) <= wagons_;
        (within_reach ? points : dead) += worth_of(game, offered[i]);
      }
      double worth = -kDeadTicket * dead;
      if (rung_ == 2) worth -= wagons[action.a] + std::popcount(action.a);
      else worth += points * (2 * completion_odds(wagons[action.a], wagons_) - 1);
      if (worth <= most) continue;
      most = worth;
      best = action;
    }
    return best;
  }

  // ---- Rivals: a track that would join two components of another seat's network.
  struct Rival {
    Joined joined{kPlaces};
    PerPlace<int> wagons{};  // by component
    int chances = 0;         // tracks that would join two components
  };

  void update_rivals(const Game& game, const PlayerView& view) {
    rivals_.assign(game.seats, Rival{});
    int spaces = 0, points = 0, fewest = 255;
    for (const auto& entry : game.tracks) {
      spaces += entry.length;
      points += entry.points;
    }
    for (const auto s : seats_of(game)) {
      fewest = std::min<int>(fewest, view.open.wagons[s]);
      auto& rival = rivals_[s];
      rival.joined = joined_by(game, view.open.tracks[s]);
      view.open.tracks[s].each([&](Track track) { rival.wagons[rival.joined.root(game.tracks[track].a)] += game.tracks[track].length; });
      view.open.free.each([&](Track track) { rival.chances += smaller_component(game, rival, track) > 0; });
    }
    const double progress = 1 - static_cast<double>(fewest) / game.rules().wagons;
    threat_scale_ = kThreatWeight * progress * points / std::max(1, spaces) / std::max(1, game.seats - 1);
  }

  // Wagons of the smaller of the two components that a track would join; 0: it joins none, or a parallel track would do as well.
  static int smaller_component(const Game& game, const Rival& rival, Track track) {
    const auto& entry = game.tracks[track];
    if (entry.has_parallel && !game.parallels_close) return 0;
    const auto a = rival.joined.root(entry.a), b = rival.joined.root(entry.b);
    return a == b ? 0 : std::min(rival.wagons[a], rival.wagons[b]);
  }

  double threat_worth(const Game& game, const PlayerView& view, Track track) const {
    double most = 0;
    for (const auto s : seats_of(game)) {
      if (s == view.me) continue;
      const int wagons = smaller_component(game, rivals_[s], track);
      if (wagons == 0 || !could_pay(game, view, s, track)) continue;
      const double cut = std::pow(wagons + game.tracks[track].length, kThreatPower);
      most = std::max(most, cut / (1 + kCrowding * (rivals_[s].chances - 1)));
    }
    return most * threat_scale_;
  }

  // Unknown cards in hand count as any colour.
  static bool could_pay(const Game& game, const PlayerView& view, Seat seat, Track track) {
    const auto& entry = game.tracks[track];
    const auto& known = view.open.at_least[seat];
    int most = 0;
    for (const auto c : ids<Color>(kPlainColors))
      if (entry.color == Color::none || entry.color == c) most = std::max<int>(most, known[c]);
    const int cards = most + known[Color::locomotive] + view.open.hand_size[seat] - total(known);
    return view.open.wagons[seat] >= entry.length && cards >= entry.length;
  }

  int rung_;
  ActionList list_;
  LadderPlanner planner_;
  const LadderPlan* plan_ = nullptr;
  int wagons_ = 0;
  double per_wagon_ = 0;  // points for a wagon of the plan
  double price_ = 0;
  PerPlainColor<int> lacking_{};
  bool grey_unmet_ = false, endgame_ = false;
  PlaceSet own_places_;
  IdVector<Seat, Rival> rivals_;
  double threat_scale_ = 0;
};

}  // namespace

std::unique_ptr<Player> make_ladder_player(int rung) {
  if (rung == 1) return std::make_unique<GreedyPlayer>();
  return std::make_unique<LadderPlayer>(rung);
}

}  // namespace perron::search
