// Stations: building them, and what unused ones score [E10] [E12]. What they lend is in rules/stations.h.
#include "rules/stations.h"

#include "rules/module.h"
#include "rules/payment.h"
#include "rules/scoring.h"
#include "rules/turn.h"

namespace perron {
namespace {

Price next_price(int built) { return {built + 1, Color::none, 0}; }

using Payments = FixedList<Action, kPlainColors * kStations + 1>;

// What the mover's next station can be paid with; the place is still to be filled in.
Payments payments_for_next(const Game& game, const Public& open, const Private& mine) {
  Payments out;
  const int built = stations_built(open, open.to_move);
  if (built == game.rules().stations->each) return out;
  each_payment(mine.hand, next_price(built), [&](Color color, int locomotives) {
    out.push({Kind::build_station, 0, static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(locomotives)});
  });
  return out;
}

PlaceSet free_cities(const Game& game, const Public& open) {
  auto free = game.cities;
  for (const auto& seat : open.stations)
    for (auto place : seat)
      if (place != kNoPlace) free.reset(place);
  return free;
}

void offer(const Game& game, const Public& open, const Private& mine, ActionList& out) {
  const auto payments = payments_for_next(game, open, mine);
  if (payments.empty()) return;
  free_cities(game, open).each([&](Place place) {
    for (auto action : payments) {
      action.a = static_cast<std::uint8_t>(place);
      out.push(action);
    }
  });
}

// A random city, then a random payment.
std::optional<Action> pick(const Game& game, const Public& open, const Private& mine, Rng& rng) {
  const auto payments = payments_for_next(game, open, mine);
  if (payments.empty()) return std::nullopt;
  const auto cities = free_cities(game, open);
  const auto count = static_cast<std::uint32_t>(cities.count());
  if (count == 0) return std::nullopt;
  auto action = payments[static_cast<int>(rng.below(static_cast<std::uint32_t>(payments.size())))];
  action.a = static_cast<std::uint8_t>(cities.nth(static_cast<int>(rng.below(count))));
  return action;
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private& mine, Action action) {
  if (action.a >= kPlaces || !game.cities.test(action.place())) return Refusal::no_such_city;
  for (const auto& seat : open.stations)
    for (auto place : seat)
      if (place == action.place()) return Refusal::city_has_station;
  const int built = stations_built(open, open.to_move);
  if (built == game.rules().stations->each) return Refusal::no_station_left;
  return why_not_pay(mine.hand, next_price(built), action.color(), action.c);
}

void play(const Game&, State& state, Action action) {
  auto& open = state.open;
  const int built = stations_built(open, open.to_move);
  const int plain = built + 1 - action.c;
  leave_hand(state, open.to_move, action.color(), plain, action.c);
  discard_cards(state, action.color(), plain, action.c);
  open.stations[open.to_move][built] = action.place();
  end_turn(state);
}

void tally(const Game& game, const State& state, Scores& scores) {
  const auto& rule = *game.rules().stations;
  for (const auto s : seats_of(game)) {
    auto& seat = scores.seat[s];
    seat.stations_built = static_cast<std::uint8_t>(stations_built(state.open, s));
    seat.stations = static_cast<std::int16_t>((rule.each - seat.stations_built) * rule.points_unused);
  }
}

constexpr Phase phases[] = {Phase::turn};
constexpr Kind kinds[] = {Kind::build_station};

}  // namespace

const Module stations_module = {.name = "stations",
                                .present = [](const Ruleset& rules) { return rules.stations.has_value(); },
                                .kinds = kinds,
                                .phases = phases,
                                .offer = offer,
                                .pick = pick,
                                .why_not = why_not,
                                .play = play,
                                .tally = tally};

}  // namespace perron
