// What can be seen: by everyone (Public), by one seat (Private). Visibility is a type: to add a field is to choose who
// sees it. There is no padding, so equal positions are equal bytes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/action.h"
#include "model/ids.h"
#include "model/phase.h"

namespace perron {

struct TicketPile {
  std::uint8_t bag;       // shuffled tickets on top
  std::uint8_t under;     // tickets put under the deck, in a known order
  std::uint8_t head;      // ring slot of the first of them
  std::uint8_t shuffles;  // how often the bag was shuffled: the dealer fixes a new order each time
  friend bool operator==(const TicketPile&, const TicketPile&) = default;
};

struct Public {
  PerSeat<TrackSet> tracks;
  TrackSet free;             // open to somebody: neither claimed nor closed by a parallel track
  PerSeat<TicketSet> shown;  // race: completed tickets, laid open

  PerSeat<std::int16_t> points;  // from claims only: tickets are secret
  Action claim;                  // being paid for in a tunnel, or just made

  Phase phase;
  Owed owed;
  Seat to_move, first;
  std::uint8_t owed_at;    // the seat or the place that gets the next card
  std::uint8_t owed_left;  // cards, figures still to come
  PerDeck<std::uint8_t> owed_tickets;
  std::uint8_t step;          // next module hook to run in setup, claimed, turn_end
  std::uint8_t turns_left;    // in the last round, this one included; 0 before it
  std::uint8_t passes;        // forced passes in a row
  std::uint8_t draws_left;    // cards still to take in this turn
  std::uint8_t visit;         // which of the two places of the claim is asked about
  std::uint8_t tunnel_extra;  // cards asked for
  Seat winner_by_goal;        // race: the seat that reached the goal, else kNoSeat

  std::uint8_t deck_size, discard_size, shuffles;  // cards
  Cards discard;
  Cards turned_up;    // for a tunnel
  Cards refill_left;  // the deck at its last shuffle less what has been turned up from it since: bounds what is in it
  std::array<Color, kRow> row;
  PerDeck<TicketPile> piles;
  std::uint8_t tickets_aside;  // race: discarded tickets

  PerSeat<std::uint8_t> hand_size, wagons;
  PerSeat<Cards> at_least;                      // what a seat must still hold, given what it took or took back in the open
  PerSeat<PerDeck<std::uint8_t>> tickets_held;  // by deck where the backs differ, else all in the first
  PerSeat<std::uint8_t> kept_first;             // tickets kept at set-up
  PerSeat<std::uint8_t> offered;                // tickets on offer; in a race the open ones
  PerSeat<std::uint8_t> offered_first;          // how many of them are of the first of two decks
  PerSeat<std::uint8_t> east_west;              // holds that ticket
  PerSeat<std::array<Place, kStations>> stations;
  PerSeat<PerPlainColor<std::uint8_t>> taken;  // passengers
  std::array<Color, kPassengers> passengers;   // slots by place, sorted within a place
  std::uint8_t fill[1];                        // always 0: no padding

  friend bool operator==(const Public&, const Public&) = default;
};

// A ticket that the seat has given away, and where it went.
struct SeenTicket {
  Ticket ticket = kNoTicket;
  std::uint8_t where = 0;  // slot under the deck, or one of the two below
  friend bool operator==(const SeenTicket&, const SeenTicket&) = default;
};
inline constexpr std::uint8_t kLeftGame = 254, kDiscarded = 253;

struct Private {
  TicketSet tickets;  // kept; in a race the open ones too
  Cards hand;
  std::array<Ticket, kOffer> offered;  // on offer, in order; in a race the open ones, in the order held
  std::array<SeenTicket, kSeen> seen;  // newest last; the oldest is forgotten
  std::uint8_t fill[3];                // always 0: no padding

  friend bool operator==(const Private&, const Private&) = default;
};

struct PlayerView {
  Public open;
  Private mine;
  Seat me;
  friend bool operator==(const PlayerView&, const PlayerView&) = default;
};

static_assert(std::has_unique_object_representations_v<Public>);
static_assert(std::has_unique_object_representations_v<Private>);

}  // namespace perron
