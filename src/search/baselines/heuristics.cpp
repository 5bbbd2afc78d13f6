#include "search/baselines/heuristics.h"

#include <algorithm>
#include <cstdlib>

#include "rules/engine.h"
#include "rules/stations.h"

namespace perron::search {

namespace {

// The member of the list that is worth most, the first of equals; nothing if none is of this kind.
template <class F>
std::optional<Action> best_of(const ActionList& list, Kind kind, F&& worth) {
  std::optional<Action> best;
  double most = 0;
  for (const auto action : list) {
    if (action.kind != kind) continue;
    const double here = worth(action);
    if (best && here <= most) continue;
    best = action;
    most = here;
  }
  return best;
}

// Ranks payments: few locomotives first, then the colour of which the hand has most.
double payment_rank(const PlayerView& view, Action action) {
  return (action.color() != Color::locomotive ? view.mine.hand[action.color()] : 0) - 100.0 * action.c;
}

double mean_points(const Game& game, int deck) {
  int sum = 0, count = 0;
  for (const auto& entry : game.tickets)
    if (entry.deck == deck) {
      sum += entry.points;
      ++count;
    }
  return count > 0 ? static_cast<double>(sum) / count : 0;
}

// Near the end: the last round has begun, or a seat may trigger it with one or two claims.
bool is_late(const Game& game, const Public& open) {
  if (open.turns_left > 0) return true;
  int fewest = 255;
  for (const auto s : seats_of(game)) fewest = std::min<int>(fewest, open.wagons[s]);
  return fewest <= game.rules().end.wagons_left + 4;
}

// Whether a ticket needs a station: the seat's own tracks can't complete it, or it is too late to be sure.
bool station_needed(const Game& game, const PlayerView& view, const UsableTracks& usable, const TicketSet& open_tickets) {
  if (is_late(game, view.open)) return open_tickets.any();
  bool out_of_reach = false;
  open_tickets.each([&](Ticket ticket) {
    if (out_of_reach) return;
    const auto path = cheapest_path(game, usable, Metric::wagons, ticket);
    out_of_reach = !path.exists || path.wagons > view.open.wagons[view.me];
  });
  return out_of_reach;
}

// Cities where a track of another seat ends, so that a station there lends one.
PlaceSet lending_places(const Game& game, const PlayerView& view) {
  PlaceSet out;
  for (const auto s : seats_of(game)) {
    if (s == view.me) continue;
    view.open.tracks[s].each([&](Track track) {
      out.set(game.tracks[track].a);
      out.set(game.tracks[track].b);
    });
  }
  return out;
}

// The part of the position that the score of the seat's own tickets depends on.
State own_state(const PlayerView& view) {
  State state{};
  state.open = view.open;
  state.own[view.me] = view.mine;
  return state;
}

}  // namespace

std::optional<Action> routine_action(const Game& game, const PlayerView& view, const ActionList& list) {
  if (list.size() == 1) return list[0];
  switch (view.open.phase) {
    case Phase::first_split: return ticket_draw(game, view, list);
    case Phase::tunnel: {
      const auto pay = best_of(list, Kind::pay_tunnel, [](Action action) { return -action.c; });
      return pay ? pay : list[0];
    }
    case Phase::passengers:
      return best_of(list, Kind::take_passenger, [&](Action action) { return passenger_worth(game, view, action.color()); });
    default: return std::nullopt;
  }
}

std::optional<Action> ticket_draw(const Game& game, const PlayerView& view, const ActionList& list) {
  const auto split = game.rules().split;
  if (!split) return best_of(list, Kind::draw_tickets, [](Action) { return 0; });
  // At first half of the tickets from the longer deck, fewer as wagons run out.
  const int wagons = view.open.wagons[view.me], all = game.rules().wagons;
  const int longer = (*split * wagons + all) / (2 * all);
  const bool first_is_longer = mean_points(game, 0) > mean_points(game, 1);
  const int of_first = first_is_longer ? longer : *split - longer;
  return best_of(list, Kind::draw_tickets, [&](Action action) { return -std::abs(action.a - of_first); });
}

std::optional<Action> cheapest_claim(const PlayerView& view, const ActionList& list, Track track) {
  std::optional<Action> best;
  for (const auto action : list)
    if (action.kind == Kind::claim && action.track() == track && (!best || payment_rank(view, action) > payment_rank(view, *best)))
      best = action;
  return best;
}

std::optional<StationChoice> station_choice(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list) {
  if (!game.rules().stations || is_race(game)) return std::nullopt;
  const bool offered = std::any_of(list.begin(), list.end(), [](Action action) { return action.kind == Kind::build_station; });
  if (!offered || !station_needed(game, view, usable, unfinished(game, view))) return std::nullopt;
  auto state = own_state(view);
  const int before = score_tickets(game, state, view.me).points;
  auto& next = state.open.stations[view.me][stations_built(view.open, view.me)];
  const auto lending = lending_places(game, view);
  std::optional<StationChoice> best;
  auto place = kNoPlace;
  int gain = 0;
  for (const auto action : list) {
    if (action.kind != Kind::build_station || !lending.test(action.place())) continue;
    if (action.place() != place) {
      next = place = action.place();
      gain = score_tickets(game, state, view.me).points - before - game.rules().stations->points_unused;
    }
    if (gain <= 0 || (best && gain < best->gain)) continue;
    const bool cheaper = best && best->action.place() == place && payment_rank(view, action) > payment_rank(view, best->action);
    if (!best || gain > best->gain || cheaper) best = {action, gain};
  }
  return best;
}

bool tickets_hopeless(const Game& game, const PlayerView& view, const UsableTracks& usable) {
  bool hopeless = true;
  unfinished(game, view).each([&](Ticket ticket) {
    if (!hopeless) return;
    const auto path = cheapest_path(game, usable, Metric::wagons, ticket);
    hopeless = !path.exists || path.wagons > view.open.wagons[view.me];
  });
  return hopeless;
}

std::optional<Action> hopeless_swap(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list,
                                    Rng& rng) {
  const auto swap = best_of(list, Kind::swap_tickets, [](Action) { return 0; });
  if (!swap || !tickets_hopeless(game, view, usable) || rng.below(4) == 0) return std::nullopt;
  return swap;
}

double tunnel_odds(const Game& game, const PlayerView& view, Action claim) {
  const auto& entry = game.tracks[claim.track()];
  if (!entry.tunnel || !game.rules().tunnels) return 1;
  const auto unseen = unseen_cards(game, view);
  const bool all_wild = claim.color() == Color::locomotive;
  const int spare_wilds = view.mine.hand[Color::locomotive] - claim.c;
  const int spare = spare_wilds + (all_wild ? 0 : view.mine.hand[claim.color()] - (entry.length - claim.c));
  const int hits = unseen[Color::locomotive] + (all_wild ? 0 : unseen[claim.color()]);
  const int turned = std::min<int>(game.rules().tunnels->cards, view.open.deck_size + view.open.discard_size);
  const double chance = total(unseen) > 0 ? static_cast<double>(hits) / total(unseen) : 0;
  // P(at most `spare` of the cards turned up cost extra), taking the cards as independent.
  double odds = 0, combinations = 1;
  for (int k = 0; k <= std::min(spare, turned); ++k) {
    double here = combinations;
    for (int i = 0; i < turned; ++i) here *= i < k ? chance : 1 - chance;
    odds += here;
    combinations = combinations * (turned - k) / (k + 1);
  }
  return odds;
}

double passenger_worth(const Game& game, const PlayerView& view, Color color) {
  const auto& rule = *game.rules().passengers;
  const int mine = view.open.taken[view.me][color];
  int rival = 0;
  for (const auto s : seats_of(game))
    if (s != view.me) rival = std::max<int>(rival, view.open.taken[s][color]);
  const int left = static_cast<int>(std::ranges::count(view.open.passengers, color));
  if (mine > rival + left || mine + left < rival) return 0;  // won or lost already
  // Full worth where one more passenger decides the majority, less with each step away from that.
  return rule.points_most * 0.15 / (1 + std::abs(rival - mine));
}

double passengers_worth_at(const Game& game, const PlayerView& view, Place place) {
  double best = 0;
  for (int slot = game.slot_begin[place]; slot < game.slot_end(place); ++slot)
    if (view.open.passengers[slot] != Color::none) best = std::max(best, passenger_worth(game, view, view.open.passengers[slot]));
  return best;
}

Cards unseen_cards(const Game& game, const PlayerView& view) {
  Cards out{};
  for (const auto c : ids<Color>(kColors)) {
    int left = game.rules().cards[c] - view.mine.hand[c] - view.open.discard[c] - view.open.turned_up[c];
    for (const auto card : view.open.row) left -= card == c;
    for (const auto s : seats_of(game))
      if (s != view.me) left -= view.open.at_least[s][c];
    if (view.open.deck_size > 0) left = std::min<int>(left, view.open.refill_left[c]);
    else left = view.open.discard[c];  // the next deck
    out[c] = static_cast<std::uint8_t>(std::max(0, left));
  }
  return out;
}

}  // namespace perron::search
