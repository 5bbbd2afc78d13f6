#include "support/kit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/check.h"
#include "content/builtin.h"
#include "content/load.h"
#include "notation/text.h"
#include "rules/stations.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define PERRON_SLOW_BUILD
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PERRON_SLOW_BUILD
#endif
#endif

namespace perron::kit {

namespace {

[[noreturn]] void stop(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  std::abort();
}

}  // namespace

// ---- Boards.

std::vector<std::string> files_in(const std::string& folder, std::string_view extension) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == extension) out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

const std::vector<std::string>& builtin_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const auto& board : builtin_boards()) out.emplace_back(board.id);
    return out;
  }();
  return names;
}

const std::vector<std::string>& board_names() {
  static const std::vector<std::string> names = [] {
    auto out = builtin_names();
    for (const auto& file : files_in(tests_dir() + "/boards", ".json")) out.push_back(std::filesystem::path(file).stem().string());
    return out;
  }();
  return names;
}

namespace {

const Board& loaded(const std::string& name) {
  static std::map<std::string, Board> boards;
  const auto it = boards.find(name);
  if (it != boards.end()) return it->second;
  const bool builtin = std::ranges::find(builtin_names(), name) != builtin_names().end();
  auto board = load_board(builtin ? name : tests_dir() + "/boards/" + name + ".json");
  if (!board) stop("board " + name + ": " + board.error().front().path + ": " + board.error().front().message);
  return boards.emplace(name, std::move(*board)).first->second;
}

const Board* find_board(const std::string& name) {
  for (const auto& known : board_names())
    if (known == name) return &loaded(known);
  for (const auto& known : board_names())
    if (loaded(known).id == name) return &loaded(known);
  return nullptr;
}

}  // namespace

Board board_of(const std::string& name) {
  const auto* board = find_board(name);
  if (!board) stop("there is no board " + name);
  return *board;
}

std::vector<Game> games_of(const std::string& name) {
  const auto board = board_of(name);
  std::vector<Game> out;
  for (int seats = board.rules.players_min; seats <= board.rules.players_max; ++seats) out.push_back(make_game(board, seats));
  return out;
}

BoardFinder finder() {
  return [](const std::string& id) -> Result<Board, std::string> {
    const auto* board = find_board(id);
    if (!board || board->id != id) return std::string("names a board that is not there");
    return *board;
  };
}

std::string plain_name(std::string_view name) {
  std::string out(name);
  for (auto& c : out)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return out;
}

// ---- Effort and golden files.

double scale() {
  static const double value = [] {
    if (const char* text = std::getenv("PERRON_TEST_SCALE")) return std::atof(text);
#ifdef PERRON_SLOW_BUILD
    return 0.2;
#else
    return 1.0;
#endif
  }();
  return value;
}

int scaled(int count) { return std::max(1, static_cast<int>(count * scale())); }

bool update_golden() {
  const char* text = std::getenv("PERRON_UPDATE_GOLDEN");
  return text && std::string_view(text) == "1";
}

std::string golden_path(std::string_view name) { return tests_dir() + "/golden/" + std::string(name); }

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) stop("can't read " + path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void write_file(const std::string& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out) stop("can't write " + path);
}

// ---- Games.

bool at_a_stand(const Game& game, const State& state) {
  const auto& open = state.open;
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  if (!race || open.phase != Phase::turn || is_chance(open) || open.deck_size + total(open.discard) > 0) return false;
  for (const auto s : seats_of(game)) {
    State turn = state;
    turn.open.to_move = s;
    for (const auto action : legal_actions(game, turn))
      if (action.kind != Kind::swap_tickets && action.kind != Kind::pass) return false;
  }
  return true;
}

Played play(const Game& game, const std::vector<std::string>& players, Dealer& dealer, std::uint64_t seed,
            const std::function<bool(const State&)>& visit) {
  IdVector<Seat, std::unique_ptr<search::Player>> table;
  for (const auto s : seats_of(game)) table.push_back(std::move(*search::make_player(players[index(s) % players.size()])));
  Rng rng(mix64(seed));
  Played out{dealer.first_seat(game.seats), {}, {}};
  State state = start(game, out.first);
  while (!ended(game, state) && out.actions.size() < kMostActions) {
    if (visit && !visit(state)) break;
    const auto action =
        is_chance(state.open) ? dealer.deal(game, state) : table[state.open.to_move]->choose(game, observe(state, state.open.to_move), rng);
    out.actions.push_back(action);
    apply(game, state, action);
  }
  out.last = state;
  return out;
}

Played play(const Game& game, std::string_view player, std::uint64_t seed, const std::function<bool(const State&)>& visit) {
  FastDealer dealer(FastStreams{seed});
  return play(game, std::vector<std::string>{std::string(player)}, dealer, seed, visit);
}

Played play(const Game& game, std::string_view player, std::uint64_t seed) { return play(game, player, seed, {}); }

std::string record_of(const Game& game, const Played& played, const std::string& key_sha256, const std::string& key) {
  RecordHeader header{game.board.id, {}, played.first, key_sha256};
  for (const auto s : seats_of(game)) header.seats.push_back("P" + std::to_string(index(s)));
  std::string out = header_line(header) + "\n";
  State state = start(game, played.first);
  for (const auto action : played.actions) {
    out += action_line(game, state, action) + "\n";
    apply(game, state, action);
  }
  if (is_over(state.open)) out += result_line(game, state, key) + "\n";
  return out;
}

std::vector<Action> legal_actions(const Game& game, const State& state) {
  const auto list = std::make_unique<ActionList>();
  legal(game, state.open, state.own[state.open.to_move], *list);
  return {list->begin(), list->end()};
}

// ---- Odds.

double surprise(const std::vector<double>& expected, const std::vector<double>& counted, double variance) {
  double sum = 0, rest_expected = 0, rest_counted = 0;
  int cells = 0;
  const auto add = [&](double e, double n) {
    if (e <= 0) {
      sum += n > 0 ? 1e9 : 0;
      return;
    }
    sum += (n - e) * (n - e) / e;
    ++cells;
  };
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] >= 5) {
      add(expected[i], counted[i]);
    } else {
      rest_expected += expected[i];
      rest_counted += counted[i];
    }
  }
  if (rest_expected >= 5) add(rest_expected, rest_counted);
  else if (rest_counted > rest_expected + 25) sum += 1e9;
  const double freedom = cells - 1;
  if (freedom < 1) return sum > 100 ? sum : 0;
  const double spread = 2 / (9 * freedom);  // Wilson and Hilferty
  return (std::cbrt(sum / variance / freedom) - (1 - spread)) / std::sqrt(spread);
}

// ---- The checks.

namespace {

// What is wrong, sentence by sentence. The words are put together only when something is.
class Faults {
 public:
  template <class... Parts>
  void check(bool right, const Parts&... parts) {
    if (right) [[likely]]
      return;
    text_ += "- ";
    (glue(parts), ...);
    text_ += "\n";
  }
  void add(const std::string& other) { text_ += other; }
  bool none() const { return text_.empty(); }

  std::string with_position(const Game& game, const State& state) const {
    if (none()) return "";
    std::string out = game.board.id + ", " + std::to_string(game.seats) + " seats:\n" + text_ + to_text(game, state.open);
    for (const auto s : seats_of(game)) out += to_text(game, state.open, state.own[s], s);
    return out;
  }

 private:
  void glue(std::string_view text) { text_ += text; }
  void glue(int number) { text_ += std::to_string(number); }
  std::string text_;
};

void check_cards(const Game& game, const State& state, Faults& faults) {
  const auto& open = state.open;
  PerColor<int> sum{};
  const auto count = [&](const Cards& cards) {
    for (const auto c : ids<Color>(kColors)) sum[c] += cards[c];
  };
  count(state.hidden.deck);
  count(open.discard);
  count(open.turned_up);
  for (const auto& own : state.own) count(own.hand);
  for (int i = 0; i < kRow; ++i) {
    if (open.row[i] == Color::none) continue;
    ++sum[open.row[i]];
    faults.check(game.rules().row && i < game.rules().row->places, "a card lies outside the row, at ", i);
  }
  if (open.phase == Phase::tunnel) {  // the laid payment
    const auto& entry = game.tracks[open.claim.track()];
    sum[open.claim.color()] += entry.length - open.claim.c;
    sum[Color::locomotive] += open.claim.c;
  } else {
    faults.check(total(open.turned_up) == 0 && open.tunnel_extra == 0, "cards are turned up, but there is no tunnel");
  }
  for (const auto c : ids<Color>(kColors)) {
    faults.check(sum[c] == game.rules().cards[c], kColorNames[c], " cards: ", sum[c], " of ", game.rules().cards[c]);
    faults.check(state.hidden.deck[c] <= open.refill_left[c], "the deck has more ", kColorNames[c], " than refill_left allows");
  }
  faults.check(open.deck_size == total(state.hidden.deck), "deck_size is ", open.deck_size);
  faults.check(open.discard_size == total(open.discard), "discard_size is ", open.discard_size);
  for (const auto s : ids<Seat>(kSeats)) {
    faults.check(open.hand_size[s] == total(state.own[s].hand), "hand_size of seat ", index(s), " is ", open.hand_size[s]);
    for (const auto c : ids<Color>(kColors))
      faults.check(open.at_least[s][c] <= state.own[s].hand[c], "at_least of seat ", index(s), " in ", kColorNames[c]);
  }
  if (open.phase == Phase::turn && open.owed == Owed::nothing && game.rules().row) {  // [X4]
    const bool cards = open.deck_size + total(open.discard) > 0;
    for (int i = 0; i < game.rules().row->places; ++i)
      faults.check(open.row[i] != Color::none || !cards, "row place ", i, " is empty, but there are cards");
  }
}

void check_tracks(const Game& game, const State& state, Faults& faults) {
  const auto& open = state.open;
  PerTrack<int> owners{};
  for (const auto s : ids<Seat>(kSeats)) {
    int wagons = 0, points = 0;
    open.tracks[s].each([&](Track t) {
      ++owners[t];
      wagons += game.board.tracks[t].length;
      const auto& table = game.rules().claim_points;
      if (!table.empty()) points += table[game.board.tracks[t].length - 1u];
      faults.check((open.tracks[s] & game.parallel[t]).count() == 1, "seat ", index(s), " owns parallel tracks");  // [C13]
    });
    const int all = index(s) < game.seats ? game.rules().wagons : 0;
    faults.check(open.wagons[s] + wagons == all, "wagons of seat ", index(s), ": ", open.wagons[s], " + ", wagons);
    faults.check(open.points[s] == points, "points of seat ", index(s), ": ", open.points[s], ", its tracks give ", points);
  }
  TrackSet claimed;
  for (const auto& tracks : open.tracks) claimed |= tracks;
  for (const auto t : owners.ids()) {
    const bool exists = index(t) < game.tracks.size();
    faults.check(owners[t] <= (exists ? 1 : 0), "track ", index(t), " has ", owners[t], " owners");
    const bool closed = exists && game.parallels_close && (claimed & game.parallel[t]).any();  // [C14]
    const bool free = exists && owners[t] == 0 && !closed;
    faults.check(open.free.test(t) == free, "track ", index(t), free ? " is free" : " is not free");
  }
}

void check_tickets(const Game& game, const State& state, Faults& faults) {
  const auto& open = state.open;
  const auto& hidden = state.hidden;
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  PerTicket<int> places{};
  const auto count = [&](const TicketSet& set) { set.each([&](Ticket t) { ++places[t]; }); };
  count(hidden.bag);
  count(hidden.aside);
  for (const auto s : ids<Seat>(kSeats)) {
    const auto& own = state.own[s];
    const int seat = index(s);
    count(own.tickets);
    count(open.shown[s]);
    int first = 0;
    for (int i = 0; i < kOffer; ++i) {
      faults.check((own.offered[i] != kNoTicket) == (i < open.offered[s]), "offered of seat ", seat, " is not ", open.offered[s]);
      if (own.offered[i] == kNoTicket) continue;
      first += game.tickets[own.offered[i]].deck == 0;
      if (race) faults.check(own.tickets.test(own.offered[i]), "an open ticket of seat ", seat, " is not held");
      else ++places[own.offered[i]];
    }
    faults.check(open.offered_first[s] == (game.rules().decks.size() > 1 ? first : 0), "offered_first of seat ", seat);
    PerDeck<int> held{};
    own.tickets.each([&](Ticket t) { ++held[game.backs_differ ? game.tickets[t].deck : 0]; });
    faults.check(open.tickets_held[s][0] == held[0] && open.tickets_held[s][1] == held[1], "tickets_held of seat ", seat);
    faults.check(!race || open.offered[s] == held[0], "seat ", seat, " holds tickets that are not open");
    faults.check(open.kept_first[s] <= held[0] + held[1], "kept_first of seat ", seat);
    bool ended = false;
    for (const auto& seen : own.seen) {
      ended |= seen.ticket == kNoTicket;
      faults.check(!ended || seen == SeenTicket{}, "seen of seat ", seat, " has a gap");
      if (seen.ticket == kNoTicket) continue;
      const bool there = seen.where == kLeftGame || seen.where == kDiscarded
                             ? hidden.aside.test(seen.ticket)
                             : seen.where < kTickets && hidden.under[seen.where] == seen.ticket;
      faults.check(there, "a ticket that seat ", seat, " gave away is not where it remembers it");
    }
  }
  std::array<bool, kTickets> in_ring{};
  for (const int d : game.rules().decks.ids()) {
    const auto& pile = open.piles[d];
    faults.check(pile.bag == (hidden.bag & game.deck_tickets[d]).count(), "pile ", d, " says ", pile.bag, " in the bag");
    faults.check(pile.under <= game.deck_count[d] && (pile.under > 0 || pile.head == 0), "ring of pile ", d);
    for (int i = 0; i < pile.under; ++i) {
      const int slot = game.under_begin[d] + (pile.head + i) % game.deck_count[d];
      in_ring[slot] = true;
      const auto ticket = hidden.under[slot];
      const bool right = ticket != kNoTicket && game.deck_tickets[d].test(ticket);
      faults.check(right, "slot ", slot, " under deck ", d, " has no ticket of it");
      if (right) ++places[ticket];
    }
  }
  for (int i = 0; i < kTickets; ++i)
    faults.check(in_ring[i] || hidden.under[i] == kNoTicket, "slot ", i, " is outside the rings, but not empty");
  for (const auto t : places.ids())
    faults.check(places[t] == (index(t) < game.tickets.size() ? 1 : 0), "ticket ", index(t), " is in ", places[t], " places");
  const auto* keep = std::get_if<KeepSome>(&game.rules().tickets);
  const int aside = keep && keep->not_kept_first == NotKept::leave_game ? 0 : hidden.aside.count();
  faults.check(open.tickets_aside == aside, "tickets_aside is ", open.tickets_aside, ", not ", aside);
}

void check_figures(const Game& game, const State& state, Faults& faults) {
  const auto& open = state.open;
  PerPlainColor<int> seen{};
  int dealt = 0, due = 0;
  const bool before = open.phase == Phase::setup && (open.owed == Owed::hand || open.owed == Owed::row);
  for (const auto& taken : open.taken)
    for (const auto c : ids<Color>(kPlainColors)) seen[c] += taken[c], dealt += taken[c];
  for (const auto color : open.passengers)
    if (color != Color::none) ++seen[color], ++dealt;
  for (const auto p : game.board.places.ids()) {
    const int slots = game.slot_end(p) - game.slot_begin[p], place = index(p);
    faults.check(slots == (game.rules().passengers ? game.board.places[p].passengers : 0), "slots of place ", place);
    const bool dealing = open.owed == Owed::passenger;
    if (!before && !(dealing && place > open.owed_at)) due += slots - (dealing && place == open.owed_at ? open.owed_left : 0);
    for (int i = 1; i < slots; ++i) {
      const auto a = index(open.passengers[game.slot_begin[p] + i - 1]), b = index(open.passengers[game.slot_begin[p] + i]);
      faults.check(a <= b, "passengers of place ", place, " are not sorted");
    }
  }
  if (!game.rules().passengers) {
    faults.check(dealt == 0, "there are passengers");
    return;
  }
  // Those not dealt yet are what is missing of each colour: never less than none.
  for (const auto c : ids<Color>(kPlainColors))
    faults.check(seen[c] <= game.rules().passengers->figures[c], "too many ", kColorNames[c], " passengers: ", seen[c]);
  faults.check(dealt == due, "passengers on the board or taken: ", dealt, " of ", due);
}

void check_rest(const Game& game, const State& state, Faults& faults) {
  const auto& open = state.open;
  const auto all_zero = [](const auto& bytes) { return std::ranges::all_of(bytes, [](auto byte) { return byte == 0; }); };
  TicketSet none;
  PlaceSet built;
  for (const auto s : ids<Seat>(kSeats)) {
    bool ended = false;
    for (const auto place : open.stations[s]) {
      ended |= place == kNoPlace;
      faults.check(place == kNoPlace || (!ended && game.cities.test(place) && !built.test(place)), "a station is misplaced");
      if (place != kNoPlace) built.set(place);
    }
    const int most = game.rules().stations ? game.rules().stations->each : 0;
    faults.check(stations_built(open, s) <= most, "seat ", index(s), " has too many stations");
    const auto& own = state.own[s];
    faults.check(all_zero(own.fill), "fill bytes of seat ", index(s));
    if (index(s) >= game.seats) faults.check(own.tickets == none && open.shown[s] == none, "seat ", index(s), " is nobody's");
  }
  faults.check(all_zero(open.fill) && all_zero(state.hidden.fill), "fill bytes of Public or Hidden");
  faults.check(index(open.to_move) < game.seats && index(open.first) < game.seats, "nobody is to move");
  faults.check(open.passes < game.seats || open.phase == Phase::over, "passes is ", open.passes);
  faults.check(open.phase != Phase::turn || (open.draws_left == 0 && open.visit == 0), "a turn begins with something half done");
  faults.check(open.phase != Phase::over || open.owed == Owed::nothing, "the game is over, but something is owed");
}

}  // namespace

std::string conserved(const Game& game, const State& state) {
  Faults faults;
  check_cards(game, state, faults);
  check_tracks(game, state, faults);
  check_tickets(game, state, faults);
  check_figures(game, state, faults);
  check_rest(game, state, faults);
  return faults.with_position(game, state);
}

std::vector<Action> accepted(const Game& game, const Public& open, const Private& mine) {
  std::vector<Action> out;
  const auto ask = [&](int kind, int a, int b, int c) {
    const Action action{Kind(kind), static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(c)};
    if (!why_not(game, open, mine, open.to_move, action)) out.push_back(action);
  };
  // Past the greatest number that any field can mean, one more stands for all the others.
  for (int kind = 0; kind < 256; kind = kind == kKinds + 1 ? 255 : kind + 1)
    for (int a = 0; a < 256; ++a)
      for (int b = 0; b < 256; b = b == kColors ? 255 : b + 1)
        for (int c = 0; c < 256; c = c == kMaxLength + 1 ? 255 : c + 1) ask(kind, a, b, c);
  return out;
}

namespace {

void check_text(const Game& game, Action action, Faults& faults) {
  const auto text = to_text(game, action);
  const auto back = action_from_text(game, text);
  faults.check(back == action, "\"", text, "\" is read as another action");  // so no two actions have one text
}

// A few encodings at random, each of which is listed or refused.
void check_some(const Game& game, const State& state, const std::vector<Action>& list, Faults& faults, Rng& rng) {
  const auto& open = state.open;
  const auto& mine = state.own[open.to_move];
  for (int i = 0; i < 16; ++i) {
    Action action = list.empty() || i % 2 ? Action{Kind(rng.below(kKinds)), static_cast<std::uint8_t>(rng.below(128)),
                                                   static_cast<std::uint8_t>(rng.below(kColors)), static_cast<std::uint8_t>(rng.below(4))}
                                          : list[rng.below(static_cast<std::uint32_t>(list.size()))];
    if (i % 4 == 0) ++(rng.below(2) ? action.b : action.c);
    const bool listed = std::ranges::binary_search(list, action);
    faults.check(listed == !why_not(game, open, mine, open.to_move, action),
                 listed ? "refused though listed" : "accepted though not listed", ": kind ", static_cast<int>(action.kind), ", ", action.a,
                 ", ", action.b, ", ", action.c);
  }
}

void check_decision(const Game& game, const State& state, Depth depth, Faults& faults, Rng& rng) {
  const auto& open = state.open;
  const auto& mine = state.own[open.to_move];
  const auto list = legal_actions(game, state);
  faults.check(!list.empty(), "there is no action");
  faults.check(std::ranges::is_sorted(list) && std::ranges::adjacent_find(list) == list.end(),
               "the actions are not sorted or one is there twice");
  for (const auto action : list)
    faults.check(!why_not(game, open, mine, open.to_move, action), "refused though listed: ", to_text(game, action));
  if (!list.empty()) {
    const auto action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    check_text(game, action, faults);
    for (int s = 0; s < 256; s = s == kSeats ? 255 : s + 1)
      if (Seat(s) != open.to_move)
        faults.check(why_not(game, open, mine, Seat(s), action) == Refusal::not_your_turn, "seat ", s, " may play out of turn");
    faults.check(std::ranges::none_of(list, [](Action a) { return a.kind == Kind::pass; }) || list.size() == 1,
                 "passing is a choice");  // [X6]
  }
  check_some(game, state, list, faults, rng);
  if (depth == Depth::quick) return;
  faults.check(accepted(game, open, mine) == list, "legal is not what why_not accepts");
  for (const auto action : list) check_text(game, action, faults);
}

void check_deals(const Game& game, const State& state, Depth depth, Faults& faults) {
  const auto& open = state.open;
  faults.check(legal_actions(game, state).empty(), "a seat can act while something is dealt");
  const Action draw{Kind::draw_blind, 0, 0, 0};
  faults.check(why_not(game, open, state.own[open.to_move], open.to_move, draw) == Refusal::dealing, "a draw is not refused");
  OutcomeList list;
  outcomes(game, state, list);
  int sum = 0;
  for (int i = 0; i < list.size(); ++i) {
    sum += list[i].weight;
    faults.check(list[i].weight > 0 && is_deal(list[i].action.kind) && (i == 0 || list[i - 1].action < list[i].action),
                 "the outcomes are not in order");
    if (depth == Depth::full || i == 0) {
      faults.check(can_be_dealt(game, state, list[i].action), "an outcome can't be dealt");
      check_text(game, list[i].action, faults);
    }
  }
  int bag = open.deck_size;
  if (open.owed == Owed::ticket) bag = std::max<int>(1, open.piles[open.owed_tickets[0] > 0 ? 0 : 1].bag);
  if (open.owed == Owed::passenger) {
    bag = 0;
    for (const auto n : game.rules().passengers->figures) bag += n;
    for (const auto color : open.passengers) bag -= color != Color::none;
  }
  faults.check(sum == bag && sum > 0, "the weights sum to ", sum, ", the bag has ", bag);
}

// An action, or the first outcome of a deal, on two copies: equal results, and the original is as it was.
void check_copies(const Game& game, const State& state, Action action, Faults& faults) {
  const State before = state;
  State one = state, two = state;
  apply(game, one, action);
  apply(game, two, action);
  faults.check(one == two && hash_of(one) == hash_of(two), "an action gives two results: ", to_text(game, action));
  faults.check(state == before, "an action on a copy changes the original");
  faults.add(conserved(game, one));
}

std::vector<Action> next_actions(const Game& game, const State& state) {
  if (is_over(state.open)) return {};
  if (!is_chance(state.open)) return legal_actions(game, state);
  OutcomeList list;
  outcomes(game, state, list);
  std::vector<Action> out;
  for (const auto& outcome : list) out.push_back(outcome.action);
  return out;
}

void check_worlds(const Game& game, const State& state, Depth depth, Faults& faults, Rng& rng) {
  for (const auto s : seats_of(game)) {
    const auto view = observe(state, s);
    const State world = sample(game, view, rng);
    faults.check(observe(world, s) == view, "a sample changes the view of seat ", index(s));
    faults.add(conserved(game, world));
    if (!faults.none()) return;
    if (s == state.open.to_move && !is_chance(state.open))
      faults.check(legal_actions(game, world) == legal_actions(game, state), "a sample changes what seat ", index(s), " may do");
    if (depth == Depth::quick) continue;
    State end = world;
    const auto scratch = std::make_unique<ActionList>();
    for (std::size_t n = 0; n < kMostActions && !ended(game, end); ++n)
      apply(game, end,
            is_chance(end.open) ? random_deal(game, end, rng) : random_action(game, end.open, end.own[end.open.to_move], rng, *scratch));
    faults.check(ended(game, end), "a sampled world does not end");
    faults.add(conserved(game, end));
  }
}

}  // namespace

std::string check_node(const Game& game, const State& state, Depth depth, Rng& rng) {
  Faults faults;
  faults.add(conserved(game, state));
  if (!faults.none()) return faults.with_position(game, state);
  if (is_over(state.open)) {
    faults.check(legal_actions(game, state).empty(), "a seat can act after the end");
    const Action draw{Kind::draw_blind, 0, 0, 0};
    faults.check(why_not(game, state.open, state.own[Seat{0}], state.open.to_move, draw) == Refusal::game_over,
                 "a draw after the end is not refused");
  } else if (is_chance(state.open)) {
    check_deals(game, state, depth, faults);
  } else {
    check_decision(game, state, depth, faults, rng);
  }
  const auto next = next_actions(game, state);
  if (depth == Depth::full)
    for (const auto action : next) check_copies(game, state, action, faults);
  else if (!next.empty()) check_copies(game, state, next[rng.below(static_cast<std::uint32_t>(next.size()))], faults);
  check_worlds(game, state, depth, faults, rng);
  return faults.with_position(game, state);
}

// ---- Expectations of golden files.

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

std::string joined(const std::vector<std::string>& words, std::size_t from) {
  std::string out;
  for (std::size_t i = from; i < words.size(); ++i) (out += out.empty() ? "" : " ") += words[i];
  return out;
}

// What stands after the first words of an expectation, as the position has it; nothing if there is no such expectation.
std::optional<std::string> actual(const Game& game, const State& state, const std::vector<std::string>& words) {
  const auto& open = state.open;
  const auto& what = words[0];
  const auto lines = to_text(game, open);
  if (what == "phase") return lines.substr(6, lines.find(',') - 6);
  if (what == "mover") return std::to_string(index(open.to_move));
  if (what == "count") return std::to_string(next_actions(game, state).size());
  if (what == "deck") return std::to_string(open.deck_size);
  if (what == "discards") return to_text(open.discard);
  if (what == "extra") return std::to_string(open.tunnel_extra);
  if (what == "turns_left") return std::to_string(open.turns_left);
  if (what == "row") {
    std::string out;
    for (int i = 0; i < game.rules().row->places; ++i) (out += i ? " " : "") += open.row[i] == Color::none ? "-" : name_of(open.row[i]);
    return out;
  }
  if (words.size() < 2) return std::nullopt;
  const int number = std::atoi(words[1].c_str());
  if (number < 0 || number >= game.seats) return std::nullopt;
  const Seat seat{static_cast<std::uint8_t>(number)};
  const auto ids = [&](const TicketSet& set) {
    std::string out;
    set.each([&](Ticket t) { out += (out.empty() ? "" : " ") + game.board.tickets[t].id; });
    return out;
  };
  if (what == "hand") return to_text(state.own[seat].hand);
  if (what == "wagons") return std::to_string(open.wagons[seat]);
  if (what == "points") return std::to_string(open.points[seat]);
  if (what == "tickets") return ids(state.own[seat].tickets);
  if (what == "shown") return ids(open.shown[seat]);
  if (what == "east_west") return std::to_string(open.east_west[seat]);
  if (what == "wins") return final_scores(game, state).wins(seat) ? "yes" : "no";
  const auto score = final_scores(game, state).seat[seat];
  if (what == "score") {
    std::string out =
        "total " + std::to_string(score.total) + " claims " + std::to_string(score.claims) + " tickets " + std::to_string(score.tickets);
    out += " completed " + std::to_string(score.completed);
    if (game.rules().stations) out += " stations " + std::to_string(score.stations);
    if (game.rules().longest_line) out += " express " + std::to_string(score.express) + " longest " + std::to_string(score.longest);
    if (game.rules().globetrotter) out += " globetrotter " + std::to_string(score.globetrotter);
    if (game.rules().passengers) out += " passengers " + std::to_string(score.passengers);
    return out;
  }
  return std::nullopt;
}

}  // namespace

std::string expectation_fault(const Game& game, const State& state, std::string_view text) {
  const auto words = words_of(text);
  if (words.empty()) return "nothing is expected";
  const auto found = [&](Action action) {
    const auto next = next_actions(game, state);
    return std::ranges::find(next, action) != next.end();
  };
  if (words[0] == "legal" || words[0] == "refused") {
    const bool refused = words[0] == "refused";
    const auto words_before = refused ? std::size_t{2} : std::size_t{1};
    const auto action = action_from_text(game, joined(words, words_before));
    if (!action) return "\"" + joined(words, words_before) + "\" is no action of this board";
    if (!refused) return found(*action) ? "" : "is not legal";
    const auto why = why_not(game, state.open, state.own[state.open.to_move], state.open.to_move, *action);
    if (!why || found(*action)) return "is legal";
    return words[1] == text_of(*why).code ? "" : "is refused as " + std::string(text_of(*why).code);
  }
  if (words[0] == "kinds") {  // the kinds of action there are, in order
    std::string kinds;
    auto last = Kind(255);
    for (const auto action : next_actions(game, state)) {
      if (action.kind != last) kinds += (kinds.empty() ? "" : " ") + std::string(name_of(action.kind));
      last = action.kind;
    }
    return kinds == joined(words, 1) ? "" : "has the kinds: " + kinds;
  }
  const auto right = actual(game, state, words);
  if (!right) return "is no expectation";
  static constexpr std::string_view of_a_seat[] = {"hand", "wagons", "points", "tickets", "shown", "east_west", "wins", "score"};
  const std::size_t from = std::ranges::find(of_a_seat, words[0]) != std::end(of_a_seat) ? 2 : 1;
  return joined(words, from) == *right ? "" : "is: " + *right;
}

}  // namespace perron::kit
