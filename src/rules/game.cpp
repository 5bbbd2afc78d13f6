#include "rules/game.h"

#include <algorithm>

#include "base/check.h"

namespace perron {

std::span<const Module* const> all_modules() {
  static constexpr const Module* table[] = {&draw_module,      &row_module,          &claim_module,       &stations_module,
                                            &tunnels_module,   &passengers_module,   &keep_module,        &race_module,
                                            &east_west_module, &longest_line_module, &globetrotter_module};
  return table;
}

namespace {

void add_tracks(Game& game) {
  const auto& board = game.board;
  game.tracks_at.resize(board.places.size());
  const auto host = [&](Place p) {  // passengers of a country stand on the country
    const auto& place = board.places[p];
    return place.kind == PlaceKind::terminal ? place.country : p;
  };
  for (const auto t : board.tracks.ids()) {
    const auto& facts = board.tracks[t];
    TrackEntry entry{facts.a,
                     facts.b,
                     facts.length,
                     facts.color,
                     facts.locomotives,
                     facts.tunnel,
                     false,
                     static_cast<std::int16_t>(game.points_for(facts.length)),
                     {host(facts.a), host(facts.b)}};
    const auto name = [&](Place p) { return board.places[p].id; };
    if (name(entry.visits[1]) < name(entry.visits[0])) std::swap(entry.visits[0], entry.visits[1]);
    TrackSet set;
    for (const auto o : board.tracks.ids())
      if (board.tracks[o].a == facts.a && board.tracks[o].b == facts.b) set.set(o);
    entry.has_parallel = set.count() > 1;
    if (entry.has_parallel) game.with_parallel.set(t);
    if (entry.locomotives > 0) game.ferries.set(t);
    game.parallel.push_back(set);
    game.tracks.push_back(entry);
    game.tracks_at[facts.a].push_back(t);
    game.tracks_at[facts.b].push_back(t);
    auto& payable = facts.color == Color::none ? game.payable_grey : game.payable[facts.color];
    for (int n = facts.length; n <= kMaxLength; ++n) {
      game.up_to_length[n].set(t);
      if (entry.locomotives == 0) payable[n].set(t);
    }
  }
}

void add_neighbors(Game& game) {
  for (const auto p : ids<Place>(kPlaces)) {
    game.neighbors_begin[p] = static_cast<std::uint16_t>(game.neighbors.size());
    if (index(p) >= game.tracks_at.size()) continue;
    for (const auto track : game.tracks_at[p]) {
      const auto& entry = game.tracks[track];
      game.neighbors.push_back({entry.a == p ? entry.b : entry.a, track});
    }
  }
  game.neighbors_begin[Place(kPlaces)] = static_cast<std::uint16_t>(game.neighbors.size());
}

// Both ends of each ticket, in Game::ends. Equal ends share their entries, so that the table stays below 256.
class TicketEnds {
 public:
  explicit TicketEnds(Game& game) : game_(game) {}

  void add_start(const TicketFacts& facts, TicketEntry& entry) {
    if (const auto* same = find([&](const TicketFacts& other) { return other.a == facts.a; })) {
      entry.from = same->from;
      entry.from_count = same->from_count;
    } else {
      add(facts.a, entry.from, entry.from_count);
    }
  }
  void add_goal(const TicketFacts& facts, TicketEntry& entry) {
    if (const auto* same = find([&](const TicketFacts& other) { return other.b == facts.b; })) {
      entry.to = same->to;
      entry.to_count = same->to_count;
    } else {
      add(facts.b, entry.to, entry.to_count);
    }
  }

 private:
  // The first ticket that has been added and satisfies the predicate.
  template <class Predicate>
  const TicketEntry* find(Predicate&& predicate) const {
    for (const auto t : game_.tickets.ids())
      if (predicate(game_.board.tickets[t])) return &game_.tickets[t];
    return nullptr;
  }

  void add(Place end, std::uint8_t& first, std::uint8_t& count) {
    const auto& places = game_.board.places;
    first = static_cast<std::uint8_t>(game_.ends.size());
    if (places[end].kind != PlaceKind::country) {
      game_.ends.push_back(end);
    } else {
      for (const auto p : places.ids())
        if (places[p].kind == PlaceKind::terminal && places[p].country == end) game_.ends.push_back(p);
    }
    count = static_cast<std::uint8_t>(game_.ends.size() - first);
  }

  Game& game_;
};

void add_tickets(Game& game) {
  TicketEnds ends(game);
  for (const auto t : game.board.tickets.ids()) {
    const auto& facts = game.board.tickets[t];
    TicketEntry entry{facts.points, facts.deck, 0, 0, 0, 0};
    ends.add_start(facts, entry);
    ends.add_goal(facts, entry);
    game.tickets.push_back(entry);
    game.deck_tickets[facts.deck].set(t);
    ++game.deck_count[facts.deck];
  }
  CHECK(game.ends.size() <= 256);
  game.under_begin[1] = game.deck_count[0];
}

void add_modules(Game& game) {
  for (const auto* module : all_modules()) {
    if (!module->present(game.rules())) continue;
    game.modules.push_back(module);
    for (const auto kind : module->kinds) {
      CHECK(game.kind_owner[kind] == nullptr);
      game.kind_owner[kind] = module;
    }
    for (const auto debt : module->debts) {
      CHECK(game.debt_owner[debt] == nullptr);
      game.debt_owner[debt] = module;
    }
    if (module->setup) game.setup.push_back(module->setup);
    if (module->after_claim) game.after_claim.push_back(module->after_claim);
    if (module->turn_end) game.turn_end.push_back(module->turn_end);
    for (const auto phase : module->phases)
      if (module->offer) game.offering[phase].push_back(module);
  }
}

}  // namespace

Game make_game(Board board, int seats) {
  Game game;
  game.board = std::move(board);
  game.seats = seats;
  const auto& rules = game.rules();
  CHECK(seats >= rules.players_min && seats <= rules.players_max);
  game.parallels_close = seats <= rules.one_of_parallel_up_to;
  // A player who names a split, or gives tickets back to two decks, shows which deck they are of.
  const auto* keep = std::get_if<KeepSome>(&rules.tickets);
  game.backs_differ = rules.split.has_value() || (rules.decks.size() > 1 && keep && keep->not_kept_first == NotKept::reshuffle);
  add_tracks(game);
  add_neighbors(game);
  add_tickets(game);
  std::uint8_t slot = 0;
  for (const auto p : game.board.places.ids()) {
    const auto& place = game.board.places[p];
    game.slot_begin[p] = slot;
    if (rules.passengers) slot = static_cast<std::uint8_t>(slot + place.passengers);
    if (place.kind == PlaceKind::city) game.cities.set(p);
    if (place.region != Region::none) game.region[place.region == Region::first ? 0 : 1].set(p);
  }
  for (int p = game.board.places.size(); p < game.slot_begin.size(); ++p) game.slot_begin[Place(p)] = slot;
  add_modules(game);
  return game;
}

}  // namespace perron
