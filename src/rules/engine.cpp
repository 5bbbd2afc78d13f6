#include "rules/engine.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"
#include "rules/tickets.h"
#include "rules/turn.h"

namespace perron {

std::uint64_t hash_of(const State& state) {
  Hash hash;
  hash.add_bytes(&state, sizeof state);
  return hash.value();
}

State start(const Game& game, Seat first) {
  State state{};
  const auto& rules = game.rules();
  auto& open = state.open;
  open.phase = Phase::setup;
  open.first = open.to_move = first;
  open.winner_by_goal = 255;
  open.row.fill(Color::none);
  open.passengers.fill(Color::none);
  for (auto& seat : open.stations) seat.fill(kNoPlace);
  for (std::size_t t = 0; t < game.tracks.size(); ++t) open.free.set(static_cast<int>(t));
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) open.wagons[s] = rules.wagons;
  state.hidden.deck = open.refill_left = rules.cards;
  open.deck_size = static_cast<std::uint8_t>(total(rules.cards));
  open.shuffles = 1;
  state.hidden.under.fill(kNoTicket);
  for (std::size_t d = 0; d < rules.decks.size(); ++d) {
    state.hidden.bag |= game.deck_tickets[d];
    open.piles[d] = {game.deck_count[d], 0, 0, 1};
  }
  for (auto& own : state.own) {
    own.offered.fill(kNoTicket);
    own.seen.fill({});
  }
  resume(game, state);
  return state;
}

void legal(const Game& game, const Public& open, const Private& mine, ActionList& out) {
  out.clear();
  if (open.owed != Owed::nothing) return;
  for (const auto* module : game.speakers[static_cast<std::size_t>(open.phase)]) module->offer(game, open, mine, out);
  if (out.empty() && open.phase == Phase::turn) out.push({Kind::pass, 0, 0, 0});  // [X5]
}

bool can_act(const Game& game, const Public& open, const Private& mine) {
  if (cards_left(open) > 0) return true;
  ActionList out;
  for (const auto* module : game.speakers[static_cast<std::size_t>(open.phase)]) {
    module->offer(game, open, mine, out);
    if (!out.empty()) return true;
  }
  return false;
}

namespace {

// A kind that is not played in this phase: what has to be done instead.
Refusal out_of_phase(const Public& open, Kind kind) {
  switch (open.phase) {
    case Phase::second_draw: return Refusal::finish_drawing;
    case Phase::first_keep:
    case Phase::keep: return Refusal::finish_tickets;
    case Phase::first_split: return Refusal::choose_split_first;
    case Phase::tunnel: return Refusal::finish_tunnel;
    case Phase::passengers: return Refusal::finish_passengers;
    default: break;
  }
  switch (kind) {
    case Kind::pay_tunnel:
    case Kind::decline_tunnel: return Refusal::no_tunnel;
    case Kind::take_passenger:
    case Kind::leave_passenger: return Refusal::wrong_passenger_place;
    default: return Refusal::nothing_offered;
  }
}

// Bytes that a kind does not use must be 0, so that an action has one form only.
bool unused_bytes_clear(Action action) {
  switch (action.kind) {
    case Kind::claim:
    case Kind::build_station: return true;
    case Kind::draw_tickets:
    case Kind::take_passenger: return action.c == 0;
    case Kind::draw_row:
    case Kind::keep_tickets:
    case Kind::leave_passenger: return (action.b | action.c) == 0;
    case Kind::pay_tunnel: return (action.a | action.b) == 0;
    default: return (action.a | action.b | action.c) == 0;
  }
}

}  // namespace

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private& mine, Seat seat, Action action) {
  if (open.phase == Phase::over) return Refusal::game_over;
  if (open.owed != Owed::nothing) return Refusal::dealing;
  if (static_cast<int>(action.kind) >= kKinds || is_deal(action.kind)) return Refusal::not_a_move;
  if (seat != open.to_move) return Refusal::not_your_turn;
  const auto* owner = game.owner[static_cast<std::size_t>(action.kind)];
  if (!owner || !unused_bytes_clear(action)) return Refusal::not_in_this_game;
  if (std::ranges::find(owner->phases, open.phase) == owner->phases.end()) return out_of_phase(open, action.kind);
  return owner->why_not(game, open, mine, action);
}

namespace {

// Figures not put on the board yet.
std::array<int, kPlainColors> figures_left(const Game& game, const Public& open) {
  std::array<int, kPlainColors> left{};
  for (std::size_t c = 0; c < kPlainColors; ++c) left[c] = game.rules().passengers->figures[c];
  for (const auto color : open.passengers)
    if (color != Color::none) --left[at(color)];
  return left;
}

Kind deal_kind(Owed owed) {
  switch (owed) {
    case Owed::hand: return Kind::deal_hand;
    case Owed::row: return Kind::deal_row;
    case Owed::tunnel: return Kind::deal_tunnel;
    case Owed::ticket: return Kind::deal_ticket;
    default: return Kind::deal_passenger;
  }
}

}  // namespace

void outcomes(const Game& game, const State& state, OutcomeList& out) {
  const auto& open = state.open;
  out.clear();
  const auto kind = deal_kind(open.owed);
  const auto push = [&](int b, int weight) {
    if (weight > 0) out.push({{kind, open.owed_at, static_cast<std::uint8_t>(b), 0}, static_cast<std::uint16_t>(weight)});
  };
  if (open.owed == Owed::ticket) {
    const int deck = owed_deck(open);
    if (open.piles[static_cast<std::size_t>(deck)].bag == 0) push(index(next_under(game, state, deck)), 1);
    else (state.hidden.bag & game.deck_tickets[static_cast<std::size_t>(deck)]).each([&](int t) { push(t, 1); });
  } else if (open.owed == Owed::passenger) {
    const auto left = figures_left(game, open);
    for (std::size_t c = 0; c < kPlainColors; ++c) push(static_cast<int>(c), left[c]);
  } else {
    for (std::size_t c = 0; c < kColors; ++c) push(static_cast<int>(c), state.hidden.deck[c]);
  }
}

bool can_be_dealt(const Game& game, const State& state, Action deal) {
  if (!is_chance(state.open)) return false;
  OutcomeList list;
  outcomes(game, state, list);
  return std::ranges::find(list, deal, &Outcome::action) != list.end();
}

namespace {

void deal_card(State& state, std::uint8_t card) {
  auto& open = state.open;
  --state.hidden.deck[card];
  --open.deck_size;
  if (open.owed == Owed::hand) {
    ++state.own[open.owed_at].hand[card];
    ++open.hand_size[open.owed_at];
  } else {
    --open.refill_left[card];
    if (open.owed == Owed::row) open.row[open.owed_at] = Color(card);
    else ++open.turned_up[card];
  }
  if (--open.owed_left == 0 || !ensure_deck(state)) open.owed_left = 0, open.owed = Owed::nothing;
}

void deal_figure(const Game& game, State& state, std::uint8_t color) {
  auto& open = state.open;
  const int begin = game.slot_begin[open.owed_at], end = game.slot_begin[open.owed_at + 1u];
  int slot = end - open.owed_left;  // kept sorted, so that equal positions are equal bytes
  for (; slot > begin && index(open.passengers[static_cast<std::size_t>(slot) - 1]) > color; --slot)
    open.passengers[static_cast<std::size_t>(slot)] = open.passengers[static_cast<std::size_t>(slot) - 1];
  open.passengers[static_cast<std::size_t>(slot)] = Color(color);
  if (--open.owed_left == 0) open.owed = Owed::nothing;
}

void apply_deal(const Game& game, State& state, Action action) {
  auto& open = state.open;
  const auto owed = open.owed;
  if (owed == Owed::ticket) {
    --open.owed_tickets[static_cast<std::size_t>(owed_deck(open))];
    if (open.owed_tickets[0] + open.owed_tickets[1] == 0) open.owed = Owed::nothing;
    take_ticket(game, state, Seat(open.owed_at), Ticket(action.b));
  } else if (owed == Owed::passenger) {
    deal_figure(game, state, action.b);
  } else {
    deal_card(state, action.b);
  }
  if (open.owed != Owed::nothing) return;
  game.payee[static_cast<std::size_t>(owed)]->dealt(game, state);
}

}  // namespace

void apply(const Game& game, State& state, Action action) {
  if (is_deal(action.kind)) {
    apply_deal(game, state, action);
  } else {
    if (action.kind != Kind::pass) state.open.passes = 0;
    game.owner[static_cast<std::size_t>(action.kind)]->play(game, state, action);
  }
  resume(game, state);
}

Action random_deal(const Game& game, const State& state, Rng& rng) {
  OutcomeList list;
  outcomes(game, state, list);
  std::uint32_t sum = 0;
  for (const auto& outcome : list) sum += outcome.weight;
  auto pick = rng.below(sum);
  for (const auto& outcome : list) {
    if (pick < outcome.weight) return outcome.action;
    pick -= outcome.weight;
  }
  return list[0].action;
}

Action random_action(const Game& game, const Public& open, const Private& mine, Rng& rng, ActionList& scratch) {
  const auto& speakers = game.speakers[static_cast<std::size_t>(open.phase)];
  std::array<const Module*, 8> left;
  auto count = static_cast<std::uint32_t>(speakers.size());
  std::ranges::copy(speakers, left.begin());
  while (count > 0) {
    const auto i = count == 1 ? 0 : rng.below(count);
    if (left[i]->pick) {
      if (const auto action = left[i]->pick(game, open, mine, rng)) return *action;
    } else {
      scratch.clear();
      left[i]->offer(game, open, mine, scratch);
      if (!scratch.empty()) return scratch[static_cast<int>(rng.below(static_cast<std::uint32_t>(scratch.size())))];
    }
    left[i] = left[--count];
  }
  return {Kind::pass, 0, 0, 0};
}

}  // namespace perron
