#include "support/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "content/board_reader.h"
#include "content/builtin.h"
#include "dealer/dealer.h"
#include "notation/text.h"
#include "rules/tickets.h"

namespace perron {

namespace {

// A test that asks for what can't be is wrong itself: it ends here.
void require(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what);
}

Board board_from(std::string_view board) {
  for (const auto& builtin : builtin_boards())
    if (builtin.id == board) board = builtin.json;
  auto read = read_board(board);
  if (!read) throw std::runtime_error(read.error()[0].path + ": " + read.error()[0].message);
  return *read;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

Color color_of(std::string_view name) {
  const auto color = color_from_name(name);
  require(color.has_value(), "no such colour: " + std::string(name));
  return *color;
}

template <class Id>
Id found(std::optional<Id> id, std::string_view name) {
  require(id.has_value(), "not on this board: " + std::string(name));
  return *id;
}

std::uint8_t byte(int n) { return static_cast<std::uint8_t>(n); }

}  // namespace

void PrintTo(Refusal refusal, std::ostream* out) { *out << text_of(refusal).code; }
void PrintTo(Phase phase, std::ostream* out) { *out << name_of(phase); }

Table::Table(std::string_view board, int seats, int first) : game(make_game(board_from(board), seats)), state(start(game, Seat(first))) {}

Table Table::ready(std::string_view board, int seats, int first) {
  Table table(board, seats, first);
  table.deal_opening();
  table.forget_hands_and_tickets();
  if (table.game.rules().row) table.set_row("purple blue orange white green");
  return table;
}

// ---- Playing.

void Table::play(std::string_view text) {
  const auto move = action(text);
  if (const auto refusal = why_not(game, state.open, state.own[state.open.to_move], state.open.to_move, move))
    throw std::runtime_error(std::string(text) + ": " + std::string(text_of(*refusal).code) + "\n" + to_text(game, state.open));
  apply(game, state, move);
  check_conserved();
}

void Table::deal(std::string_view text) {
  const auto move = action(text);
  require(can_be_dealt(game, state, move), "can't be dealt: " + std::string(text) + "\n" + to_text(game, state.open));
  apply(game, state, move);
  check_conserved();
}

void Table::deal_all(std::uint64_t seed) {
  Rng rng(seed);
  while (is_chance(state.open)) {
    apply(game, state, random_deal(game, state, rng));
    check_conserved();
  }
}

void Table::deal_opening(std::uint64_t seed) {
  FastDealer dealer(FastStreams{seed});
  while (phase() != Phase::turn) {
    if (is_chance(state.open)) apply(game, state, dealer.deal(game, state));
    else play(phase() == Phase::first_split ? "draw_tickets 2+2" : legal_texts().front());
  }
  check_conserved();
}

bool Table::can(std::string_view text) const {
  const auto texts = legal_texts();
  const bool listed = std::ranges::find(texts, text) != texts.end();
  EXPECT_EQ(listed, !why_not(game, state.open, state.own[state.open.to_move], state.open.to_move, action(text))) << text;
  return listed;
}

Refusal Table::refused(std::string_view text) const { return refused(text, mover()); }
Refusal Table::refused(std::string_view text, int seat) const { return refused(action(text), seat); }
Refusal Table::refused(Action move, int seat) const {
  const auto& mine = state.own[Seat(seat < kSeats ? seat : 0)];
  const auto refusal = why_not(game, state.open, mine, Seat(seat), move);
  if (!refusal) ADD_FAILURE() << "not refused\n" << to_text(game, state.open);
  return refusal.value_or(Refusal(255));
}

Table::Texts Table::legal_texts() const {
  const auto list = std::make_unique<ActionList>();
  legal(game, state.open, state.own[state.open.to_move], *list);
  Texts out;
  for (const auto move : *list) out.push_back(to_text(game, move));
  return out;
}

Table::Texts Table::legal_texts(Kind kind) const {
  auto out = legal_texts();
  std::erase_if(out, [&](const std::string& text) { return text.substr(0, text.find(' ')) != name_of(kind); });
  return out;
}

Table::Texts Table::outcome_texts() const {
  OutcomeList list;
  require(is_chance(state.open), "nothing is dealt now");
  outcomes(game, state, list);
  Texts out;
  for (const auto& outcome : list) out.push_back(to_text(game, outcome.action));
  return out;
}

// ---- Setting up.

void Table::take_from_deck(Cards& into, const Cards& wanted) {
  for (const auto c : ids<Color>(kColors)) {
    require(state.hidden.deck[c] >= wanted[c], "too few in the deck: " + std::string(kColorNames[c]));
    state.hidden.deck[c] = byte(state.hidden.deck[c] - wanted[c]);
    into[c] = byte(into[c] + wanted[c]);
  }
}

void Table::put_into_deck(Cards& from) {
  for (const auto c : ids<Color>(kColors)) state.hidden.deck[c] = byte(state.hidden.deck[c] + from[c]);
  from = {};
}

void Table::refresh() {
  auto& open = state.open;
  open.deck_size = byte(total(state.hidden.deck));
  open.discard_size = byte(total(open.discard));
  open.refill_left = state.hidden.deck;  // nobody knows more than what lies open
  open.at_least = {};
  for (const auto s : seats_of(game)) {
    open.hand_size[s] = byte(total(state.own[s].hand));
    for (const auto c : ids<Color>(kColors)) open.refill_left[c] = byte(open.refill_left[c] + state.own[s].hand[c]);
  }
}

void Table::give_hand(int seat, std::string_view text) {
  auto& hand = state.own[Seat(seat)].hand;
  put_into_deck(hand);
  take_from_deck(hand, cards(text));
  refresh();
}

void Table::set_row(std::string_view text) {
  for (auto& card : state.open.row) {
    if (card != Color::none) ++state.hidden.deck[card];
    card = Color::none;
  }
  const auto words = words_of(text);
  require(words.size() == game.rules().row->places, "bad set-up");
  Cards row{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-") continue;
    state.open.row[i] = color_of(words[i]);
    ++row[state.open.row[i]];
  }
  Cards taken{};
  take_from_deck(taken, row);
  refresh();
}

void Table::set_discard(std::string_view text) {
  put_into_deck(state.open.discard);
  take_from_deck(state.open.discard, cards(text));
  refresh();
}

void Table::set_deck(std::string_view text, int rest) {
  Cards kept{};
  take_from_deck(kept, cards(text));
  auto& hand = state.own[Seat(rest)].hand;
  for (const auto c : ids<Color>(kColors)) hand[c] = byte(hand[c] + state.hidden.deck[c]);
  state.hidden.deck = kept;
  refresh();
}

void Table::give_track(int seat, std::string_view id) {
  const auto t = track(id);
  auto& open = state.open;
  require(open.free.test(t) && open.wagons[Seat(seat)] >= game.tracks[t].length, "bad set-up");
  open.tracks[Seat(seat)].set(t);
  open.wagons[Seat(seat)] = byte(open.wagons[Seat(seat)] - game.tracks[t].length);
  open.points[Seat(seat)] = static_cast<std::int16_t>(open.points[Seat(seat)] + game.tracks[t].points);
  if (game.parallels_close) open.free -= game.parallel[t];
  else open.free.reset(t);
}

void Table::give_tracks(int seat, std::initializer_list<std::string_view> ids) {
  for (const auto id : ids) give_track(seat, id);
}

void Table::give_ticket(int seat, std::string_view id) {
  const auto t = ticket(id);
  const auto deck = game.tickets[t].deck;
  require(state.hidden.bag.test(t), "bad set-up");
  state.hidden.bag.reset(t);
  --state.open.piles[deck].bag;
  state.own[Seat(seat)].tickets.set(t);
  ++state.open.tickets_held[Seat(seat)][game.backs_differ ? deck : 0];
  if (std::holds_alternative<Race>(game.rules().tickets)) state.own[Seat(seat)].offered[state.open.offered[Seat(seat)]++] = t;
}

void Table::give_tickets(int seat, std::initializer_list<std::string_view> ids) {
  for (const auto id : ids) give_ticket(seat, id);
}

void Table::give_shown(int seat, std::initializer_list<std::string_view> ids) {
  for (const auto id : ids) {
    require(state.hidden.bag.test(ticket(id)), "bad set-up");
    state.hidden.bag.reset(ticket(id));
    --state.open.piles[0].bag;
    state.open.shown[Seat(seat)].set(ticket(id));
  }
}

void Table::give_station(int seat, std::string_view city) { *std::ranges::find(state.open.stations[Seat(seat)], kNoPlace) = place(city); }

void Table::leave_tickets(int deck, std::initializer_list<std::string_view> ids) {
  TicketSet left;
  for (const auto id : ids) left.set(ticket(id));
  const auto others = (state.hidden.bag & game.deck_tickets[deck]) - left;
  state.hidden.bag -= others;
  require((state.hidden.bag & game.deck_tickets[deck]) == left, "bad set-up");
  if (!std::holds_alternative<Race>(game.rules().tickets)) state.hidden.aside |= others;
  state.open.piles[deck].bag = byte(static_cast<int>(ids.size()));
}

void Table::discard_tickets(std::initializer_list<std::string_view> ids) {
  for (const auto id : ids) {
    require(state.hidden.bag.test(ticket(id)), "bad set-up");
    state.hidden.bag.reset(ticket(id));
    state.hidden.aside.set(ticket(id));
    --state.open.piles[0].bag;
    ++state.open.tickets_aside;
  }
}

void Table::set_waiting(std::string_view id, std::string_view colors) {
  auto& slots = state.open.passengers;
  const std::size_t begin = game.slot_begin[place(id)], end = game.slot_end(place(id));
  const auto words = words_of(colors);
  require(words.size() == end - begin, "bad set-up");
  for (std::size_t i = begin; i < end; ++i) {
    const auto color = color_of(words[i - begin]);
    if (slots[i] == color) continue;
    std::size_t from = i + 1;
    while (from < slots.size() && slots[from] != color) ++from;
    if (from >= slots.size())
      for (from = 0; from < begin && slots[from] != color;) ++from;
    require(slots[from] == color, "bad set-up");
    std::swap(slots[i], slots[from]);
  }
  for (const auto p : game.board.places.ids()) std::sort(slots.begin() + game.slot_begin[p], slots.begin() + game.slot_end(p));
}

void Table::give_passengers(int seat, std::string_view figures) {
  const auto wanted = cards(figures);
  auto& slots = state.open.passengers;
  for (const auto c : ids<Color>(kPlainColors))
    for (int n = wanted[c]; n > 0; --n) {
      const auto slot = std::ranges::find(slots, c);
      require(slot != slots.end(), "bad set-up");
      *slot = Color::none;
      ++state.open.taken[Seat(seat)][c];
    }
  for (const auto p : game.board.places.ids()) std::sort(slots.begin() + game.slot_begin[p], slots.begin() + game.slot_end(p));
}

void Table::send_away(std::string_view id, int seat) {
  for (int i = game.slot_begin[place(id)]; i < game.slot_end(place(id)); ++i) {
    if (state.open.passengers[i] != Color::none) ++state.open.taken[Seat(seat)][state.open.passengers[i]];
    state.open.passengers[i] = Color::none;
  }
}

void Table::level_totals() {
  const auto counted = scores();
  int most = counted.seat[Seat{0}].total;
  for (const auto s : seats_of(game)) most = std::max<int>(most, counted.seat[s].total);
  for (const auto s : seats_of(game)) state.open.points[s] = static_cast<std::int16_t>(state.open.points[s] + most - counted.seat[s].total);
}

void Table::set_wagons(int seat, int count) { state.open.wagons[Seat(seat)] = byte(count); }
void Table::set_mover(int seat) { state.open.to_move = Seat(seat); }

void Table::forget_hands_and_tickets() {
  auto& open = state.open;
  for (auto& own : state.own) {
    put_into_deck(own.hand);
    own.tickets = {};
    own.offered.fill(kNoTicket);
    own.seen.fill({});
  }
  open.tickets_held = {};
  open.kept_first = {};
  open.offered = {};
  put_into_deck(open.discard);
  state.hidden.aside = {};
  open.tickets_aside = 0;
  state.hidden.bag = {};
  for (const int d : game.rules().decks.ids()) {
    state.hidden.bag |= game.deck_tickets[d];
    open.piles[d].bag = game.deck_count[d];
  }
  refresh();
}

// ---- Looking.

std::string Table::hand(int seat) const { return to_text(state.own[Seat(seat)].hand); }
std::string Table::discard() const { return to_text(state.open.discard); }
std::string Table::deck() const { return to_text(state.hidden.deck); }

std::string Table::row() const {
  std::string out;
  for (int i = 0; i < game.rules().row->places; ++i) {
    const auto card = state.open.row[i];
    out += (i > 0 ? " " : "") + std::string(card == Color::none ? "-" : name_of(card));
  }
  return out;
}

std::string Table::waiting(std::string_view id) const {
  std::string out;
  for (int i = game.slot_begin[place(id)]; i < game.slot_end(place(id)); ++i)
    if (const auto color = state.open.passengers[i]; color != Color::none) out += (out.empty() ? "" : " ") + std::string(name_of(color));
  return out;
}

std::string Table::taken(int seat) const {
  Cards figures{};
  std::ranges::copy(state.open.taken[Seat(seat)], figures.begin());
  return to_text(figures);
}

Table::Texts Table::names(const TicketSet& set) const {
  Texts out;
  set.each([&](Ticket t) { out.push_back(game.board.tickets[t].id); });
  return out;
}
Table::Texts Table::tickets(int seat) const { return names(state.own[Seat(seat)].tickets); }
Table::Texts Table::shown(int seat) const { return names(state.open.shown[Seat(seat)]); }
Table::Texts Table::bag(int deck) const { return names(state.hidden.bag & game.deck_tickets[deck]); }

Table::Texts Table::offered(int seat) const {
  Texts out;
  for (int i = 0; i < state.open.offered[Seat(seat)]; ++i) out.push_back(game.board.tickets[state.own[Seat(seat)].offered[i]].id);
  return out;
}

Table::Texts Table::under(int deck) const {
  Texts out;
  const auto& pile = state.open.piles[deck];
  for (int i = 0; i < pile.under; ++i) {
    const int slot = game.under_begin[deck] + (pile.head + i) % game.deck_count[deck];
    out.push_back(game.board.tickets[state.hidden.under[slot]].id);
  }
  return out;
}

bool Table::owns(int seat, std::string_view id) const { return state.open.tracks[Seat(seat)].test(track(id)); }
bool Table::is_free(std::string_view id) const { return state.open.free.test(track(id)); }
int Table::held(int seat) const { return state.open.tickets_held[Seat(seat)][0] + state.open.tickets_held[Seat(seat)][1]; }

Action Table::action(std::string_view text) const {
  const auto move = action_from_text(game, text);
  require(move.has_value(), "no action of this board: " + std::string(text));
  return *move;
}

Cards Table::cards(std::string_view text) const {
  Cards out{};
  if (text == "nothing") return out;
  auto words = words_of(text);
  require(words.size() % 2 == 0, "bad set-up");
  for (std::size_t i = 0; i < words.size(); i += 2) {
    auto& name = words[i + 1];
    if (name.ends_with(',')) name.pop_back();
    out[color_of(name)] = byte(std::stoi(words[i]));
  }
  return out;
}

Track Table::track(std::string_view id) const { return found(track_from_id(game, id), id); }
Ticket Table::ticket(std::string_view id) const { return found(ticket_from_id(game, id), id); }
Place Table::place(std::string_view id) const { return found(place_from_id(game, id), id); }

// Every card is in one place, and what is public about them is true.
void Table::check_conserved() const {
  const auto& open = state.open;
  PerColor<int> sum{};
  const auto add = [&](const Cards& some) {
    for (const auto c : ids<Color>(kColors)) sum[c] += some[c];
  };
  add(state.hidden.deck);
  add(open.discard);
  add(open.turned_up);
  for (const auto& own : state.own) add(own.hand);
  for (const auto card : open.row)
    if (card != Color::none) ++sum[card];
  if (phase() == Phase::tunnel) {  // laid on the table
    const int length = game.tracks[open.claim.track()].length;
    if (length > open.claim.c) sum[open.claim.color()] += length - open.claim.c;
    sum[Color::locomotive] += open.claim.c;
  }
  for (const auto c : ids<Color>(kColors)) EXPECT_EQ(sum[c], game.rules().cards[c]) << "cards lost or found: " << kColorNames[c];
  EXPECT_EQ(open.deck_size, total(state.hidden.deck));
  EXPECT_EQ(open.discard_size, total(open.discard));
  for (const auto s : seats_of(game)) EXPECT_EQ(open.hand_size[s], total(state.own[s].hand)) << "seat " << index(s);
  if (!game.rules().passengers || phase() == Phase::setup) return;
  for (const auto c : ids<Color>(kPlainColors)) {
    auto figures = std::ranges::count(open.passengers, c);
    for (const auto& taken : open.taken) figures += taken[c];
    EXPECT_EQ(figures, game.rules().passengers->figures[c]) << "passengers lost or found: " << kColorNames[c];
  }
}

}  // namespace perron
