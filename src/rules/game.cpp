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
    const auto& place = board.places[static_cast<std::size_t>(index(p))];
    return place.kind == PlaceKind::terminal ? place.country : p;
  };
  for (std::size_t t = 0; t < board.tracks.size(); ++t) {
    const auto& facts = board.tracks[t];
    TrackLine line{facts.a,
                   facts.b,
                   facts.length,
                   facts.color,
                   facts.locomotives,
                   facts.tunnel,
                   false,
                   static_cast<std::int16_t>(game.points_for(facts.length)),
                   {host(facts.a), host(facts.b)}};
    const auto name = [&](Place p) { return board.places[static_cast<std::size_t>(index(p))].id; };
    if (name(line.visits[1]) < name(line.visits[0])) std::swap(line.visits[0], line.visits[1]);
    TrackSet set;
    for (std::size_t o = 0; o < board.tracks.size(); ++o)
      if (board.tracks[o].a == facts.a && board.tracks[o].b == facts.b) set.set(static_cast<int>(o));
    line.has_parallel = set.count() > 1;
    if (line.has_parallel) game.with_parallel.set(static_cast<int>(t));
    if (line.locomotives > 0) game.ferries.set(static_cast<int>(t));
    game.parallel.push_back(set);
    game.tracks.push_back(line);
    game.tracks_at[static_cast<std::size_t>(index(facts.a))].push_back(Track(t));
    game.tracks_at[static_cast<std::size_t>(index(facts.b))].push_back(Track(t));
    const std::size_t row = facts.color == Color::none ? kPlainColors : static_cast<std::size_t>(index(facts.color));
    for (std::size_t n = facts.length; n <= kMaxLength; ++n) {
      game.up_to_length[n].set(static_cast<int>(t));
      if (line.locomotives == 0) game.payable[row][n].set(static_cast<int>(t));
    }
  }
}

void add_steps(Game& game) {
  for (std::size_t p = 0; p < kPlaces; ++p) {
    game.steps_begin[p] = static_cast<std::uint16_t>(game.steps.size());
    if (p >= game.tracks_at.size()) continue;
    for (const auto track : game.tracks_at[p]) {
      const auto& line = game.tracks[static_cast<std::size_t>(index(track))];
      game.steps.push_back({line.a == Place(p) ? line.b : line.a, track});
    }
  }
  game.steps_begin[kPlaces] = static_cast<std::uint16_t>(game.steps.size());
}

void add_tickets(Game& game) {
  const auto& board = game.board;
  const auto add_end = [&](Place end, std::uint8_t& first, std::uint8_t& count) {
    first = static_cast<std::uint8_t>(game.ends.size());
    if (board.places[static_cast<std::size_t>(index(end))].kind != PlaceKind::country) {
      game.ends.push_back(end);
    } else {
      for (std::size_t p = 0; p < board.places.size(); ++p)
        if (board.places[p].kind == PlaceKind::terminal && board.places[p].country == end) game.ends.push_back(Place(p));
    }
    count = static_cast<std::uint8_t>(game.ends.size() - first);
  };
  for (std::size_t t = 0; t < board.tickets.size(); ++t) {
    const auto& facts = board.tickets[t];
    TicketLine line{facts.points, facts.deck, 0, 0, 0, 0};
    // Equal ends share their entries, so that the table stays below 256.
    const auto shared = std::find_if(game.tickets.begin(), game.tickets.end(), [&](const TicketLine& l) {
      return board.tickets[static_cast<std::size_t>(&l - game.tickets.data())].a == facts.a;
    });
    if (shared != game.tickets.end()) {
      line.from = shared->from;
      line.from_count = shared->from_count;
    } else {
      add_end(facts.a, line.from, line.from_count);
    }
    const auto shared_to = std::find_if(game.tickets.begin(), game.tickets.end(), [&](const TicketLine& l) {
      return board.tickets[static_cast<std::size_t>(&l - game.tickets.data())].b == facts.b;
    });
    if (shared_to != game.tickets.end()) {
      line.to = shared_to->to;
      line.to_count = shared_to->to_count;
    } else {
      add_end(facts.b, line.to, line.to_count);
    }
    game.tickets.push_back(line);
    game.deck_tickets[facts.deck].set(static_cast<int>(t));
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
      CHECK(game.owner[static_cast<std::size_t>(kind)] == nullptr);
      game.owner[static_cast<std::size_t>(kind)] = module;
    }
    for (const auto debt : module->debts) {
      CHECK(game.payee[static_cast<std::size_t>(debt)] == nullptr);
      game.payee[static_cast<std::size_t>(debt)] = module;
    }
    if (module->setup) game.setup.push_back(module->setup);
    if (module->after_claim) game.after_claim.push_back(module->after_claim);
    if (module->turn_end) game.turn_end.push_back(module->turn_end);
    for (const auto phase : module->phases)
      if (module->offer) game.speakers[static_cast<std::size_t>(phase)].push_back(module);
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
  // Who names a split, or gives tickets back into two decks, shows of which deck they are.
  const auto* keep = std::get_if<KeepSome>(&rules.tickets);
  game.backs_differ = rules.split.has_value() || (rules.decks.size() > 1 && keep && keep->not_kept_first == NotKept::reshuffle);
  add_tracks(game);
  add_steps(game);
  add_tickets(game);
  std::uint8_t slot = 0;
  for (std::size_t p = 0; p < game.board.places.size(); ++p) {
    const auto& place = game.board.places[p];
    game.slot_begin[p] = slot;
    if (rules.passengers) slot = static_cast<std::uint8_t>(slot + place.passengers);
    if (place.kind == PlaceKind::city) game.cities.set(static_cast<int>(p));
    if (place.region != Region::none) game.region[place.region == Region::first ? 0 : 1].set(static_cast<int>(p));
  }
  for (std::size_t p = game.board.places.size(); p < game.slot_begin.size(); ++p) game.slot_begin[p] = slot;
  add_modules(game);
  return game;
}

}  // namespace perron
