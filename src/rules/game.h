// A board made ready for a number of seats: the tables that the rules look things up in. Immutable once made.
#pragma once

#include <span>
#include <vector>

#include "model/board.h"
#include "rules/module.h"
#include "rules/state.h"

namespace perron {

struct TrackEntry {  // the hot facts of one track
  Place a, b;
  std::uint8_t length;
  Color color;
  std::uint8_t locomotives;
  bool tunnel;
  bool has_parallel;
  std::int16_t points;
  std::array<Place, 2> visits;  // where passengers wait for its builder, first in the alphabet first
};

struct Neighbor {  // a track as seen from one of its ends
  Place to;
  Track track;
};

struct TicketEntry {
  std::int16_t points;
  std::uint8_t deck;
  std::uint8_t from, from_count, to, to_count;  // its two sets of places in Game::ends: a country has several
};

struct Game {
  Board board;
  int seats = 0;
  bool parallels_close = false;  // [C14] for this number of seats
  bool backs_differ = false;     // which deck a held ticket is of can be seen

  IdVector<Track, TrackEntry> tracks;
  IdVector<Ticket, TicketEntry> tickets;
  std::vector<Place> ends;
  IdVector<Track, TrackSet> parallel;  // its set, itself included
  IdVector<Place, std::vector<Track>> tracks_at;
  std::vector<Neighbor> neighbors;  // the same in one array, for searches over the board
  IdArray<Place, std::uint16_t, kPlaces + 1> neighbors_begin{};
  PerDeck<TicketSet> deck_tickets{};
  PerDeck<std::uint8_t> under_begin{};  // first ring slot of each deck in Hidden::under
  PerDeck<std::uint8_t> deck_count{};
  IdArray<Place, std::uint8_t, kPlaces + 1> slot_begin{};  // passenger slots of each place
  TrackSet with_parallel, ferries;
  // Tracks without printed locomotives that n cards of a colour pay for: by the track's colour and n.
  PerPlainColor<std::array<TrackSet, kMaxLength + 1>> payable{};
  std::array<TrackSet, kMaxLength + 1> payable_grey{};
  std::array<TrackSet, kMaxLength + 1> up_to_length{};
  PlaceSet cities;  // where a station may stand
  std::array<PlaceSet, 2> region{};

  std::vector<const Module*> modules;  // those present, in table order
  IdArray<Kind, const Module*, kKinds> kind_owner{};
  IdArray<Owed, const Module*, kDebts> debt_owner{};
  IdArray<Phase, std::vector<const Module*>, kPhases> offering;  // the modules that offer actions in a phase
  std::vector<Hook> setup, after_claim, turn_end;                // of the modules present, in table order

  const Ruleset& rules() const { return board.rules; }
  int points_for(int length) const {
    const auto& points = board.rules.claim_points;
    return length <= static_cast<int>(points.size()) ? points[static_cast<std::size_t>(length) - 1] : 0;
  }
  std::span<const Neighbor> neighbors_of(Place place) const {
    const int begin = neighbors_begin[place];
    return {neighbors.data() + begin, static_cast<std::size_t>(neighbors_begin[Place(index(place) + 1)] - begin)};
  }
  std::span<const Place> starts_of(const TicketEntry& ticket) const { return {ends.data() + ticket.from, ticket.from_count}; }
  std::span<const Place> goals_of(const TicketEntry& ticket) const { return {ends.data() + ticket.to, ticket.to_count}; }
  int slot_end(Place place) const { return slot_begin[Place(index(place) + 1)]; }
};

// Requires: seats within the sheet's limits and a board that content has accepted.
Game make_game(Board board, int seats);

inline IdRange<Seat> seats_of(const Game& game) { return ids<Seat>(game.seats); }
inline Seat seat_after(const Game& game, Seat seat) { return Seat((index(seat) + 1) % game.seats); }

}  // namespace perron
