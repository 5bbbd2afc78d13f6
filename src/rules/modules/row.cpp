// The face-up row: taking from it, refilling it, throwing it away when it has too many locomotives
// [C4] [C5] [C7] [X2] [X4].
#include "rules/module.h"
#include "rules/turn.h"

namespace perron {
namespace {

// [X2] Could any row with few enough locomotives be laid from the cards outside the hands?
bool better_row_exists(const FaceUpRow& rule, const State& state) {
  const auto& open = state.open;
  int all = 0, plain = 0;
  const auto count = [&](Color color, int n) {
    all += n;
    if (color != Color::locomotive) plain += n;
  };
  for (const auto c : ids<Color>(kColors)) count(c, state.hidden.deck[c] + open.discard[c]);
  for (auto card : open.row)
    if (card != Color::none) count(card, 1);
  const int n = std::min<int>(all, rule.places);
  return plain >= n - (rule.flush_at - 1);
}

// Fills the lowest empty place; with none to fill, looks at the row [C7].
void fill(const Game& game, State& state) {
  auto& open = state.open;
  const auto& rule = *game.rules().row;
  while (true) {
    int wilds = 0;
    const bool cards = cards_left(open) > 0;
    for (int place = 0; place < rule.places; ++place) {
      const auto card = open.row[place];
      if (card == Color::none && cards) return owe_cards(state, Owed::row, place, 1);
      if (card == Color::locomotive) ++wilds;
    }
    if (rule.flush_at == 0 || wilds < rule.flush_at || !better_row_exists(rule, state)) return;
    for (auto& card : open.row) {
      if (card != Color::none) discard_cards(state, card, card != Color::locomotive, card == Color::locomotive);
      card = Color::none;
    }
  }
}

void deal(const Game&, State& state, Action action) {
  state.open.row[state.open.owed_at] = action.color();
  turn_up_from_deck(state, action.color());
}

void offer(const Game& game, const Public& open, const Private&, ActionList& out) {
  const bool second = open.phase == Phase::second_draw;
  for (int place = 0; place < game.rules().row->places; ++place) {
    const auto card = open.row[place];
    if (card != Color::none && !(second && card == Color::locomotive)) out.push({Kind::draw_row, static_cast<std::uint8_t>(place), 0, 0});
  }
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private&, Action action) {
  if (action.a >= game.rules().row->places) return Refusal::no_such_row_place;
  const auto card = open.row[action.a];
  if (card == Color::none) return Refusal::row_place_empty;
  if (open.phase == Phase::second_draw && card == Color::locomotive) return Refusal::locomotive_second;  // [C5]
  return std::nullopt;
}

void play(const Game& game, State& state, Action action) {
  auto& open = state.open;
  const auto card = open.row[action.a];
  open.row[action.a] = Color::none;
  back_to_hand(state, open.to_move, card, card != Color::locomotive, card == Color::locomotive);
  if (open.phase == Phase::turn) open.draws_left = game.rules().draw_cards;
  --open.draws_left;
  open.phase = Phase::second_draw;
  if (card == Color::locomotive) {  // [C5] the only card of the turn
    open.draws_left = 0;
    end_turn(state);
  }
  fill(game, state);
}

constexpr Phase phases[] = {Phase::turn, Phase::second_draw};
constexpr Kind kinds[] = {Kind::draw_row};
constexpr Owed debts[] = {Owed::row};

}  // namespace

const Module row_module = {.name = "row",
                           .present = [](const Ruleset& rules) { return rules.row.has_value(); },
                           .kinds = kinds,
                           .debts = debts,
                           .phases = phases,
                           .setup = fill,
                           .offer = offer,
                           .why_not = why_not,
                           .play = play,
                           .outcomes = card_outcomes,
                           .deal = deal,
                           .dealt = fill,
                           .turn_end = fill};  // [X4]

}  // namespace perron
