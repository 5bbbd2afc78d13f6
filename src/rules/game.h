// A board made ready for a number of seats: the tables that the rules look things up in. Immutable once made.
#pragma once

#include <span>
#include <vector>

#include "model/board.h"
#include "rules/module.h"
#include "rules/state.h"

namespace perron {

struct TrackLine {  // the hot facts of one track
  Place a, b;
  std::uint8_t length;
  Color color;
  std::uint8_t locomotives;
  bool tunnel;
  bool has_parallel;
  std::int16_t points;
  std::array<Place, 2> visits;  // where passengers wait for its builder, first in the alphabet first
};

struct Step {  // a track as seen from one of its ends
  Place to;
  Track track;
};

struct TicketLine {
  std::int16_t points;
  std::uint8_t deck;
  std::uint8_t from, from_count, to, to_count;  // both ends as spans of Game::ends: a country has several places
};

struct Game {
  Board board;
  int seats = 0;
  bool parallels_close = false;  // [C14] for this number of seats
  bool backs_differ = false;     // which deck a held ticket is of can be seen

  IdVector<Track, TrackLine> tracks;
  IdVector<Ticket, TicketLine> tickets;
  std::vector<Place> ends;
  IdVector<Track, TrackSet> parallel;  // its set, itself included
  IdVector<Place, std::vector<Track>> tracks_at;
  std::vector<Step> steps;  // the same in one row, for walks over the board
  IdArray<Place, std::uint16_t, kPlaces + 1> steps_begin{};
  PerDeck<TicketSet> deck_tickets{};
  PerDeck<std::uint8_t> under_begin{};  // first ring slot of each deck in Hidden::under
  PerDeck<std::uint8_t> deck_count{};
  IdArray<Place, std::uint8_t, kPlaces + 1> slot_begin{};  // passenger slots of each place
  TrackSet with_parallel, ferries;
  // Tracks without printed locomotives that n cards of a colour pay for: by colour (8: grey) and n.
  std::array<std::array<TrackSet, kMaxLength + 1>, kPlainColors + 1> payable{};
  std::array<TrackSet, kMaxLength + 1> up_to_length{};
  PlaceSet cities;  // where a station may stand
  std::array<PlaceSet, 2> region{};

  std::vector<const Module*> modules;  // those present, in table order
  std::array<const Module*, kKinds> owner{};
  std::array<const Module*, kDebts> payee{};
  std::array<std::vector<const Module*>, kPhases> speakers;  // who offers actions in a phase
  std::vector<Hook> setup, after_claim, turn_end;            // of the modules present, in table order

  const Ruleset& rules() const { return board.rules; }
  int points_for(int length) const {
    const auto& points = board.rules.claim_points;
    return length <= static_cast<int>(points.size()) ? points[static_cast<std::size_t>(length) - 1] : 0;
  }
};

// Requires: seats within the sheet's limits and a board that content has accepted.
Game make_game(Board board, int seats);

inline IdRange<Seat> seats_of(const Game& game) { return ids<Seat>(game.seats); }
inline Seat seat_after(const Game& game, Seat seat) { return Seat((index(seat) + 1) % game.seats); }

}  // namespace perron
