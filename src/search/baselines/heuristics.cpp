#include "search/baselines/heuristics.h"

#include <algorithm>
#include <cstdlib>

#include "rules/engine.h"
#include "rules/stations.h"

namespace perron::search {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

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

double thrift(const PlayerView& view, Action action) { return (action.b < kPlainColors ? view.mine.hand[action.b] : 0) - 100.0 * action.c; }

double mean_points(const Game& game, std::size_t deck) {
  int sum = 0, count = 0;
  for (const auto& line : game.tickets)
    if (line.deck == deck) {
      sum += line.points;
      ++count;
    }
  return count > 0 ? static_cast<double>(sum) / count : 0;
}

// Near the end: it has begun, or a seat may bring it about with one or two claims.
bool is_late(const Game& game, const Public& open) {
  if (open.turns_left > 0) return true;
  int fewest = 255;
  for (int s = 0; s < game.seats; ++s) fewest = std::min<int>(fewest, open.wagons[at(s)]);
  return fewest <= game.rules().end.wagons_left + 4;
}

// Tickets that the own tracks will not complete: too far, or it is too late to be sure.
bool station_needed(const Game& game, const PlayerView& view, const UsableTracks& usable, const TicketSet& open_tickets) {
  if (is_late(game, view.open)) return open_tickets.any();
  bool out_of_reach = false;
  open_tickets.each([&](int t) {
    if (out_of_reach) return;
    const auto way = cheapest_path(game, usable, Metric::wagons, t);
    out_of_reach = !way.exists || way.wagons > view.open.wagons[at(index(view.me))];
  });
  return out_of_reach;
}

// Cities where a track of another seat ends, so that a station there lends one.
PlaceSet lending_places(const Game& game, const PlayerView& view) {
  PlaceSet out;
  for (int s = 0; s < game.seats; ++s) {
    if (Seat(s) == view.me) continue;
    view.open.tracks[at(s)].each([&](int t) {
      out.set(index(game.tracks[at(t)].a));
      out.set(index(game.tracks[at(t)].b));
    });
  }
  return out;
}

// The position as far as the count of the own tickets needs it.
State own_state(const PlayerView& view) {
  State state{};
  state.open = view.open;
  state.own[at(index(view.me))] = view.mine;
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
      return best_of(list, Kind::take_passenger, [&](Action action) { return passenger_worth(game, view, Color(action.b)); });
    default: return std::nullopt;
  }
}

std::optional<Action> ticket_draw(const Game& game, const PlayerView& view, const ActionList& list) {
  const auto split = game.rules().split;
  if (!split) return best_of(list, Kind::draw_tickets, [](Action) { return 0; });
  // Half of the longer deck at first, fewer as wagons go.
  const int wagons = view.open.wagons[at(index(view.me))], all = game.rules().wagons;
  const int longer = (*split * wagons + all) / (2 * all);
  const bool first_is_longer = mean_points(game, 0) > mean_points(game, 1);
  const int of_first = first_is_longer ? longer : *split - longer;
  return best_of(list, Kind::draw_tickets, [&](Action action) { return -std::abs(action.a - of_first); });
}

std::optional<Action> cheapest_claim(const PlayerView& view, const ActionList& list, int track) {
  std::optional<Action> best;
  for (const auto action : list)
    if (action.kind == Kind::claim && action.a == track && (!best || thrift(view, action) > thrift(view, *best))) best = action;
  return best;
}

std::optional<StationChoice> station_choice(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list) {
  if (!game.rules().stations || is_race(game)) return std::nullopt;
  const bool offered = std::any_of(list.begin(), list.end(), [](Action action) { return action.kind == Kind::build_station; });
  if (!offered || !station_needed(game, view, usable, unfinished(game, view))) return std::nullopt;
  auto state = own_state(view);
  const int before = count_tickets(game, state, view.me).points;
  auto& next = state.open.stations[at(index(view.me))][at(stations_built(view.open, view.me))];
  const auto lending = lending_places(game, view);
  std::optional<StationChoice> best;
  int place = -1, gain = 0;
  for (const auto action : list) {
    if (action.kind != Kind::build_station || !lending.test(action.a)) continue;
    if (action.a != place) {
      place = action.a;
      next = Place(place);
      gain = count_tickets(game, state, view.me).points - before - game.rules().stations->points_unused;
    }
    if (gain <= 0 || (best && gain < best->gain)) continue;
    if (!best || gain > best->gain || (best->action.a == place && thrift(view, action) > thrift(view, best->action))) best = {action, gain};
  }
  return best;
}

bool tickets_hopeless(const Game& game, const PlayerView& view, const UsableTracks& usable) {
  bool hopeless = true;
  unfinished(game, view).each([&](int t) {
    if (!hopeless) return;
    const auto way = cheapest_path(game, usable, Metric::wagons, t);
    hopeless = !way.exists || way.wagons > view.open.wagons[at(index(view.me))];
  });
  return hopeless;
}

std::optional<Action> hopeless_swap(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list, Rng& rng) {
  const auto swap = best_of(list, Kind::swap_tickets, [](Action) { return 0; });
  if (!swap || !tickets_hopeless(game, view, usable) || rng.below(4) == 0) return std::nullopt;
  return swap;
}

double tunnel_odds(const Game& game, const PlayerView& view, Action claim) {
  const auto& line = game.tracks[claim.a];
  if (!line.tunnel || !game.rules().tunnels) return 1;
  const auto unseen = unseen_cards(game, view);
  const bool all_wild = claim.b == kPlainColors;
  const int spare_wilds = view.mine.hand[kPlainColors] - claim.c;
  const int spare = spare_wilds + (all_wild ? 0 : view.mine.hand[claim.b] - (line.length - claim.c));
  const int hits = unseen[kPlainColors] + (all_wild ? 0 : unseen[claim.b]);
  const int turned = std::min<int>(game.rules().tunnels->cards, view.open.deck_size + view.open.discard_size);
  const double chance = total(unseen) > 0 ? static_cast<double>(hits) / total(unseen) : 0;
  // P(at most `spare` of the cards turned up cost extra), each card by itself.
  double odds = 0, ways = 1;
  for (int k = 0; k <= std::min(spare, turned); ++k) {
    double here = ways;
    for (int i = 0; i < turned; ++i) here *= i < k ? chance : 1 - chance;
    odds += here;
    ways = ways * (turned - k) / (k + 1);
  }
  return odds;
}

double passenger_worth(const Game& game, const PlayerView& view, Color color) {
  const auto& rule = *game.rules().passengers;
  const auto c = at(index(color));
  const int mine = view.open.taken[at(index(view.me))][c];
  int rival = 0;
  for (int s = 0; s < game.seats; ++s)
    if (Seat(s) != view.me) rival = std::max<int>(rival, view.open.taken[at(s)][c]);
  const int left = static_cast<int>(std::ranges::count(view.open.passengers, color));
  if (mine > rival + left || mine + left < rival) return 0;  // won or lost already
  // Full worth where one more decides, less with each step that it is away from there.
  return rule.points_most * 0.15 / (1 + std::abs(rival - mine));
}

double passengers_worth_at(const Game& game, const PlayerView& view, Place place) {
  double best = 0;
  for (auto slot = game.slot_begin[at(index(place))]; slot < game.slot_begin[at(index(place) + 1)]; ++slot)
    if (view.open.passengers[slot] != Color::none) best = std::max(best, passenger_worth(game, view, view.open.passengers[slot]));
  return best;
}

Cards unseen_cards(const Game& game, const PlayerView& view) {
  Cards out{};
  for (std::size_t c = 0; c < kColors; ++c) {
    int left = game.rules().cards[c] - view.mine.hand[c] - view.open.discard[c] - view.open.turned_up[c];
    for (const auto card : view.open.row) left -= index(card) == static_cast<int>(c);
    for (int s = 0; s < game.seats; ++s)
      if (Seat(s) != view.me) left -= view.open.at_least[at(s)][c];
    if (view.open.deck_size > 0) left = std::min<int>(left, view.open.refill_left[c]);
    else left = view.open.discard[c];  // the next deck
    out[c] = static_cast<std::uint8_t>(std::max(0, left));
  }
  return out;
}

}  // namespace perron::search
