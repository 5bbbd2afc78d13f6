// What a viewer sees of one step of a game: a move or a deal without its hidden parts, and its effects.
#pragma once

#include "model/action.h"
#include "model/ids.h"

namespace perron {

// One way of seeing a game: with the eyes of a seat, or as spectators do.
struct Viewer {
  Seat seat = kNoSeat;

  bool is(Seat other) const { return seat == other && seat != kNoSeat; }
  friend bool operator==(const Viewer&, const Viewer&) = default;
};

struct Notice {
  Kind kind = Kind::pass;
  Seat seat = kNoSeat;       // that acted; for a deal, the seat that got it, if any
  std::uint8_t a = 0;        // as in Action, where everyone sees it: the row place, track, place, size of the first part of a split
  Color card = Color::none;  // of a payment, a passenger, a card taken or dealt; none: not for this viewer
  std::uint8_t c = 0;        // as in Action: locomotives; the second part of a split
  std::uint8_t deck = 0;     // of a dealt ticket
  std::uint8_t count = 0;    // tickets kept
  std::array<Ticket, kOffer> tickets{};  // kept or dealt; `seen` is their number
  std::uint8_t seen = 0;

  std::int16_t points = 0;
  Track claimed = kNoTrack;
  std::int8_t extra = -1;  // cards that a tunnel asks for; -1: not settled by this step
  bool flushed = false, refilled = false, east_west = false, last_round = false, over = false;
  TicketSet completed;  // in a race
};

}  // namespace perron
