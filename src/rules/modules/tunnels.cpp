// Tunnels: cards are turned up after the payment is laid, and may cost extra [E5]-[E9].
#include "rules/module.h"
#include "rules/turn.h"

namespace perron {
namespace {

const TrackEntry& track_of(const Game& game, const Public& open) { return game.tracks[open.claim.track()]; }

void discard_turned_up(State& state) {
  auto& open = state.open;
  for (const auto c : ids<Color>(kColors)) open.discard[c] = static_cast<std::uint8_t>(open.discard[c] + open.turned_up[c]);
  open.discard_size = static_cast<std::uint8_t>(open.discard_size + total(open.turned_up));
  open.turned_up = {};
}

void finish(const Game& game, State& state) {
  state.open.tunnel_extra = 0;
  finish_claim(game, state);
  // [E7] "at the end of the turn": nothing between here and there looks at the discards.
  discard_turned_up(state);
}

bool hold_claim(const Game& game, State& state) {
  auto& open = state.open;
  if (!track_of(game, open).tunnel) return false;
  open.phase = Phase::tunnel;
  owe_cards(state, Owed::tunnel, 0, game.rules().tunnels->cards);
  if (open.owed == Owed::nothing) finish(game, state);  // [E8] no card left at all
  return true;
}

void deal(const Game&, State& state, Action action) {
  ++state.open.turned_up[action.color()];
  turn_up_from_deck(state, action.color());
}

void dealt(const Game& game, State& state) {
  auto& open = state.open;
  const auto color = open.claim.color();
  open.tunnel_extra = open.turned_up[Color::locomotive];
  if (color != Color::locomotive) open.tunnel_extra = static_cast<std::uint8_t>(open.tunnel_extra + open.turned_up[color]);  // [E6]
  if (open.tunnel_extra == 0) finish(game, state);
}

template <class F>
void each_extra(const Public& open, const Cards& hand, F&& f) {
  const int extra = open.tunnel_extra, wilds = hand[Color::locomotive];
  if (open.claim.color() == Color::locomotive) {
    if (wilds >= extra) f(extra);
    return;
  }
  for (int n = std::max(0, extra - hand[open.claim.color()]); n <= std::min(extra, wilds); ++n) f(n);
}

void offer(const Game&, const Public& open, const Private& mine, ActionList& out) {
  each_extra(open, mine.hand, [&](int n) { out.push({Kind::pay_tunnel, 0, 0, static_cast<std::uint8_t>(n)}); });
  out.push({Kind::decline_tunnel, 0, 0, 0});
}

std::optional<Refusal> why_not(const Game&, const Public& open, const Private& mine, Action action) {
  if (action.kind == Kind::decline_tunnel) return std::nullopt;
  if (action.c > open.tunnel_extra) return Refusal::wrong_payment;
  if (open.claim.color() == Color::locomotive && action.c != open.tunnel_extra) return Refusal::wrong_color;  // [E6]
  bool possible = false;
  each_extra(open, mine.hand, [&](int n) { possible |= n == action.c; });
  if (!possible) return Refusal::cannot_pay;
  return std::nullopt;
}

void play(const Game& game, State& state, Action action) {
  auto& open = state.open;
  const auto color = open.claim.color();
  if (action.kind == Kind::decline_tunnel) {  // [E7]
    back_to_hand(state, open.to_move, color, track_of(game, open).length - open.claim.c, open.claim.c);
    open.tunnel_extra = 0;
    discard_turned_up(state);
    end_turn(state);
    return;
  }
  const int plain = open.tunnel_extra - action.c;
  leave_hand(state, open.to_move, color, plain, action.c);
  discard_cards(state, color, plain, action.c);
  finish(game, state);
}

constexpr Phase phases[] = {Phase::tunnel};
constexpr Kind kinds[] = {Kind::pay_tunnel, Kind::decline_tunnel};
constexpr Owed debts[] = {Owed::tunnel};

}  // namespace

const Module tunnels_module = {.name = "tunnels",
                               .present = [](const Ruleset& rules) { return rules.tunnels.has_value(); },
                               .kinds = kinds,
                               .debts = debts,
                               .phases = phases,
                               .offer = offer,
                               .why_not = why_not,
                               .out_of_phase = Refusal::no_tunnel,
                               .play = play,
                               .outcomes = card_outcomes,
                               .deal = deal,
                               .dealt = dealt,
                               .hold_claim = hold_claim};

}  // namespace perron
