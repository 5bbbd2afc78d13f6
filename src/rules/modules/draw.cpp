// Cards into hands: the opening cards and blind draws [C3] [C4] [C6] [F2]. Passing, too: it is what is left when nothing
// else is [X5].
#include "rules/module.h"
#include "rules/turn.h"

namespace perron {
namespace {

void setup(const Game& game, State& state) {
  if (game.rules().opening_cards == 0) return;
  owe_cards(state, Owed::hand, 0, game.rules().opening_cards);
}

void deal(const Game&, State& state, Action action) {
  auto& open = state.open;
  const auto seat = Seat(open.owed_at);
  ++state.own[seat].hand[action.color()];
  ++open.hand_size[seat];
  take_from_deck(state, action.color());
}

void dealt(const Game& game, State& state) {
  auto& open = state.open;
  if (open.phase != Phase::setup) return;
  const int next = open.owed_at + 1;
  if (next < game.seats) owe_cards(state, Owed::hand, next, game.rules().opening_cards);
}

void offer(const Game&, const Public& open, const Private&, ActionList& out) {
  if (cards_left(open) > 0) out.push({Kind::draw_blind, 0, 0, 0});
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private& mine, Action action) {
  if (action.kind == Kind::pass) {
    if (open.phase == Phase::second_draw) return Refusal::finish_drawing;
    if (can_act(game, open, mine)) return Refusal::must_play;
    return std::nullopt;
  }
  if (cards_left(open) == 0) return Refusal::nothing_to_draw;
  return std::nullopt;
}

void play(const Game& game, State& state, Action action) {
  auto& open = state.open;
  if (action.kind == Kind::pass) {
    ++open.passes;
    end_turn(state);
    return;
  }
  if (!game.rules().row) {  // without a row all cards of the turn are one move [F2]
    end_turn(state);
    owe_cards(state, Owed::hand, index(open.to_move), game.rules().draw_cards);
    return;
  }
  if (open.phase == Phase::turn) open.draws_left = game.rules().draw_cards;
  --open.draws_left;
  open.phase = Phase::second_draw;
  owe_cards(state, Owed::hand, index(open.to_move), 1);
}

constexpr Phase phases[] = {Phase::turn, Phase::second_draw};
constexpr Kind kinds[] = {Kind::pass, Kind::draw_blind};
constexpr Owed debts[] = {Owed::hand};

}  // namespace

const Module draw_module = {.name = "draw",
                            .present = [](const Ruleset&) { return true; },
                            .kinds = kinds,
                            .debts = debts,
                            .phases = phases,
                            .setup = setup,
                            .offer = offer,
                            .why_not = why_not,
                            .play = play,
                            .outcomes = card_outcomes,
                            .deal = deal,
                            .dealt = dealt};

}  // namespace perron
