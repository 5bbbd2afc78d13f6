// The kinds of action: their names, and what a, b and c of each are. How an action is printed, parsed, sent and recorded follows
// from this table.
#pragma once

#include "model/action.h"
#include "model/phase.h"

namespace perron {

// What a, b or c of an action is.
enum class Operand : std::uint8_t {
  unused,  // 0, so that an action has one form only
  seat,
  row_place,
  track,
  place,
  city,               // a place
  card,               // a colour, from the deck
  passenger,          // a plain colour
  payment,            // the colour paid with; locomotive when all cards are
  locomotives,        // of the payment
  extra_locomotives,  // of the extra cards for a tunnel
  ticket,
  first_deck,  // how many tickets of it; 0 without a split
  second_deck,
  offered,  // a bit set over the offered tickets, in the order offered
};

// Its key in records and notices.
constexpr std::string_view key_of(Operand operand) {
  switch (operand) {
    case Operand::seat: return "seat";
    case Operand::row_place:
    case Operand::place: return "place";
    case Operand::track: return "track";
    case Operand::city: return "city";
    case Operand::card: return "card";
    case Operand::passenger:
    case Operand::payment: return "colour";
    case Operand::locomotives:
    case Operand::extra_locomotives: return "locomotives";
    case Operand::ticket: return "ticket";
    case Operand::first_deck: return "split";  // both numbers, by deck
    case Operand::offered: return "tickets";
    case Operand::unused:
    case Operand::second_deck: break;
  }
  return "";
}

struct KindFacts {
  Kind value;
  std::string_view name;
  Operand a = Operand::unused, b = Operand::unused, c = Operand::unused;
};
inline constexpr auto kKindTable = std::to_array<KindFacts>({
    {Kind::pass, "pass"},
    {Kind::draw_blind, "draw_blind"},
    {Kind::draw_row, "draw_row", Operand::row_place},
    {Kind::claim, "claim", Operand::track, Operand::payment, Operand::locomotives},
    {Kind::build_station, "build_station", Operand::city, Operand::payment, Operand::locomotives},
    {Kind::draw_tickets, "draw_tickets", Operand::first_deck, Operand::second_deck},
    {Kind::swap_tickets, "swap_tickets"},
    {Kind::keep_tickets, "keep_tickets", Operand::offered},
    {Kind::pay_tunnel, "pay_tunnel", Operand::unused, Operand::unused, Operand::extra_locomotives},
    {Kind::decline_tunnel, "decline_tunnel"},
    {Kind::take_passenger, "take_passenger", Operand::place, Operand::passenger},
    {Kind::leave_passenger, "leave_passenger", Operand::place},
    {Kind::deal_hand, "deal_hand", Operand::seat, Operand::card},
    {Kind::deal_row, "deal_row", Operand::row_place, Operand::card},
    {Kind::deal_tunnel, "deal_tunnel", Operand::unused, Operand::card},
    {Kind::deal_ticket, "deal_ticket", Operand::seat, Operand::ticket},
    {Kind::deal_passenger, "deal_passenger", Operand::place, Operand::passenger},
});
static_assert(is_complete(kKindTable, Kind::deal_passenger));

constexpr const KindFacts& facts_of(Kind kind) { return row_of(kKindTable, kind); }
constexpr std::string_view name_of(Kind kind) { return facts_of(kind).name; }

// Calls f(operand, byte) for a, b and c.
template <class AnyAction, class F>
constexpr void each_operand(AnyAction& action, F&& f) {
  const auto& facts = facts_of(action.kind);
  f(facts.a, action.a);
  f(facts.b, action.b);
  f(facts.c, action.c);
}

constexpr bool has_unused_clear(Action action) {
  bool clear = true;
  each_operand(action, [&](Operand operand, std::uint8_t byte) { clear = clear && (operand != Operand::unused || byte == 0); });
  return clear;
}

// The deals, and the debts that they pay.
constexpr Kind deal_for(Owed owed) { return Kind(static_cast<int>(Kind::deal_hand) + static_cast<int>(owed) - 1); }
constexpr Owed paid_by(Kind deal) { return Owed(static_cast<int>(deal) - static_cast<int>(Kind::deal_hand) + 1); }
static_assert([] {
  for (std::size_t i = 1; i < kDebtTable.size(); ++i) {
    const auto deal = name_of(deal_for(kDebtTable[i].value));
    if (!deal.starts_with("deal_") || deal.substr(5) != kDebtTable[i].name) return false;
  }
  return deal_for(Owed::passenger) == Kind(kKinds - 1);
}());

}  // namespace perron
