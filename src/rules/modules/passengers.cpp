// Passengers: put on the board at set-up, taken after a claim, majorities at the end [G1] [G5] [G8] [X11].
#include <algorithm>

#include "rules/module.h"
#include "rules/scoring.h"
#include "rules/turn.h"

namespace perron {
namespace {

std::span<const Color> waiting(const Game& game, const Public& open, Place place) {
  const int begin = game.slot_begin[place];
  return {open.passengers.data() + begin, static_cast<std::size_t>(game.slot_end(place) - begin)};
}

bool any_waiting(const Game& game, const Public& open, Place place) {
  const auto slots = waiting(game, open, place);
  return !slots.empty() && slots[0] != Color::none;
}

// Figures are dealt place by place, one debt for each place.
void owe_from(const Game& game, State& state, int place) {
  for (; place < game.board.places.size(); ++place) {
    const int count = game.slot_end(Place(place)) - game.slot_begin[Place(place)];
    if (count == 0) continue;
    state.open.owed = Owed::passenger;
    state.open.owed_at = static_cast<std::uint8_t>(place);
    state.open.owed_left = static_cast<std::uint8_t>(count);
    return;
  }
}

void setup(const Game& game, State& state) { owe_from(game, state, 0); }

// Figures not put on the board yet.
void outcomes(const Game& game, const State& state, OutcomeList& out) {
  PerPlainColor<int> left;
  std::ranges::copy(game.rules().passengers->figures, left.begin());
  for (const auto color : state.open.passengers)
    if (color != Color::none) --left[color];
  for (const auto c : ids<Color>(kPlainColors))
    if (left[c] > 0)
      out.push({{Kind::deal_passenger, state.open.owed_at, static_cast<std::uint8_t>(c), 0}, static_cast<std::uint16_t>(left[c])});
}

void deal(const Game& game, State& state, Action action) {
  auto& open = state.open;
  const auto place = Place(open.owed_at);
  const int begin = game.slot_begin[place], end = game.slot_end(place);
  int slot = end - open.owed_left;  // kept sorted, so that equal positions are equal bytes
  for (; slot > begin && open.passengers[slot - 1] > action.color(); --slot) open.passengers[slot] = open.passengers[slot - 1];
  open.passengers[slot] = action.color();
  if (--open.owed_left == 0) open.owed = Owed::nothing;
}

void dealt(const Game& game, State& state) { owe_from(game, state, state.open.owed_at + 1); }

// Asks about the next of the two places that has any [G5]; with none left the claim continues.
void ask(const Game& game, State& state) {
  auto& open = state.open;
  open.phase = Phase::passengers;
  while (open.visit < 2 && !any_waiting(game, open, game.tracks[open.claim.track()].visits[open.visit])) ++open.visit;
  if (open.visit == 2) {
    open.visit = 0;
    open.phase = Phase::claimed;
  }
}

void after_claim(const Game& game, State& state) {
  state.open.visit = 0;
  ask(game, state);
}

Place asked(const Game& game, const Public& open) { return game.tracks[open.claim.track()].visits[open.visit]; }

void offer(const Game& game, const Public& open, const Private&, ActionList& out) {
  const auto place = static_cast<std::uint8_t>(asked(game, open));
  auto last = Color::none;
  for (auto color : waiting(game, open, asked(game, open))) {
    if (color == Color::none) break;
    if (color != last) out.push({Kind::take_passenger, place, static_cast<std::uint8_t>(color), 0});
    last = color;
  }
  out.push({Kind::leave_passenger, place, 0, 0});
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private&, Action action) {
  if (action.place() != asked(game, open)) return Refusal::wrong_passenger_place;
  if (action.kind == Kind::leave_passenger) return std::nullopt;
  if (action.b < kPlainColors)
    for (auto color : waiting(game, open, asked(game, open)))
      if (color == action.color()) return std::nullopt;
  return Refusal::no_such_passenger;
}

void play(const Game& game, State& state, Action action) {
  auto& open = state.open;
  if (action.kind == Kind::take_passenger) {
    ++open.taken[open.to_move][action.color()];
    int slot = game.slot_begin[action.place()];
    while (open.passengers[slot] != action.color()) ++slot;
    for (; slot + 1 < game.slot_end(action.place()); ++slot) open.passengers[slot] = open.passengers[slot + 1];
    open.passengers[slot] = Color::none;
  }
  ++open.visit;
  ask(game, state);
}

void tally(const Game& game, const State& state, Scores& scores) {
  const auto& rule = *game.rules().passengers;
  for (const auto color : ids<Color>(kPlainColors)) {
    int most = 0, second = 0, at_most = 0;
    for (const auto s : seats_of(game)) most = std::max<int>(most, state.open.taken[s][color]);
    for (const auto s : seats_of(game)) {
      const int n = state.open.taken[s][color];
      if (n == most) ++at_most;
      else second = std::max(second, n);
    }
    for (const auto s : seats_of(game)) {
      const int n = state.open.taken[s][color];
      auto& seat = scores.seat[s];
      seat.passengers_taken = static_cast<std::uint8_t>(seat.passengers_taken + n);
      if (n == 0) continue;  // [X11]
      if (n == most) seat.passengers = static_cast<std::int16_t>(seat.passengers + rule.points_most);
      else if (n == second && at_most == 1) seat.passengers = static_cast<std::int16_t>(seat.passengers + rule.points_second);
    }
  }
}

constexpr Phase phases[] = {Phase::passengers};
constexpr Kind kinds[] = {Kind::take_passenger, Kind::leave_passenger};
constexpr Owed debts[] = {Owed::passenger};

}  // namespace

const Module passengers_module = {.name = "passengers",
                                  .present = [](const Ruleset& rules) { return rules.passengers.has_value(); },
                                  .kinds = kinds,
                                  .debts = debts,
                                  .phases = phases,
                                  .setup = setup,
                                  .offer = offer,
                                  .why_not = why_not,
                                  .out_of_phase = Refusal::wrong_passenger_place,
                                  .play = play,
                                  .outcomes = outcomes,
                                  .deal = deal,
                                  .dealt = dealt,
                                  .after_claim = after_claim,
                                  .tally = tally};

}  // namespace perron
