// An action is four bytes: its kind and up to three small numbers, whose meaning is fixed by the kind.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "model/ids.h"

namespace perron {

// What a, b and c of each kind are: model/kinds.h.
enum class Kind : std::uint8_t {
  pass,
  draw_blind,
  draw_row,
  claim,
  build_station,
  draw_tickets,
  swap_tickets,
  keep_tickets,
  pay_tunnel,
  decline_tunnel,
  take_passenger,
  leave_passenger,
  // Not moves of a seat: the dealer, a record or a search picks them. One for each debt, in the order of Owed.
  deal_hand,
  deal_row,
  deal_tunnel,
  deal_ticket,
  deal_passenger,
};
inline constexpr int kKinds = static_cast<int>(Kind::deal_passenger) + 1;
constexpr bool is_deal(Kind kind) { return kind >= Kind::deal_hand; }

struct Action {
  Kind kind;  // no default: lists of actions on the stack are not cleared
  std::uint8_t a, b, c;
  // The bytes as ids, for the kinds whose operands they are.
  constexpr Seat seat() const { return Seat(a); }
  constexpr Place place() const { return Place(a); }
  constexpr Track track() const { return Track(a); }
  constexpr Color color() const { return Color(b); }
  constexpr Ticket ticket() const { return Ticket(b); }

  friend constexpr auto operator<=>(const Action&, const Action&) = default;
};
static_assert(sizeof(Action) == 4);

struct Outcome {
  Action action;
  std::uint16_t weight;  // integer odds: exact and portable
};

// A list on the stack. Its capacity is proved where it is filled (see rules/engine.h).
template <class T, int Capacity>
class FixedList {
 public:
  void push(const T& item) { items_[size_++] = item; }
  void clear() { size_ = 0; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](int i) const { return items_[i]; }
  T& operator[](int i) { return items_[i]; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }

 private:
  int size_ = 0;
  T items_[Capacity];
};

// The most actions one turn can offer: each track with each payment (grey: 8 colours x up to 12 locomotive counts + 1),
// each city with each station payment, and a few draws. Only a hand of over 100 cards could come near.
inline constexpr int kMaxActions = kTracks * (kPlainColors * kMaxLength + 1) + kPlaces * (kPlainColors * kStations + 1) + 300;
using ActionList = FixedList<Action, kMaxActions>;
using OutcomeList = FixedList<Outcome, kTickets>;

}  // namespace perron
