// Where a turn stands: the phase, and what the dealer owes.
#pragma once

#include <cstdint>

#include "base/enum_table.h"
#include "model/refusal.h"

namespace perron {

enum class Phase : std::uint8_t {
  setup,        // the dealer's, until the opening deal is done
  first_split,  // names the split of the opening tickets
  first_keep,   // chooses among the opening tickets
  turn,
  second_draw,
  keep,        // chooses among drawn tickets
  tunnel,      // pays the extra or takes the cards back
  swap,        // the new tickets of a swap are being dealt
  passengers,  // takes or leaves a passenger
  claimed,     // what a claim brings about, hook by hook
  turn_end,
  over,
};
inline constexpr int kPhases = static_cast<int>(Phase::over) + 1;

struct PhaseFacts {
  Phase value;
  std::string_view name;
  std::optional<Refusal> unfinished = std::nullopt;  // the answer to an action that has to wait for the end of this phase
};
inline constexpr auto kPhaseTable = std::to_array<PhaseFacts>({
    {Phase::setup, "setup"},
    {Phase::first_split, "first_split", Refusal::choose_split_first},
    {Phase::first_keep, "first_keep", Refusal::finish_tickets},
    {Phase::turn, "turn"},
    {Phase::second_draw, "second_draw", Refusal::finish_drawing},
    {Phase::keep, "keep", Refusal::finish_tickets},
    {Phase::tunnel, "tunnel", Refusal::finish_tunnel},
    {Phase::swap, "swap"},
    {Phase::passengers, "passengers", Refusal::finish_passengers},
    {Phase::claimed, "claimed"},
    {Phase::turn_end, "turn_end"},
    {Phase::over, "over"},
});
static_assert(is_complete(kPhaseTable, Phase::over));
inline constexpr auto kPhaseNames = names_in(kPhaseTable);

constexpr std::string_view name_of(Phase phase) { return row_of(kPhaseTable, phase).name; }

// Not nothing: a chance node, cards or tickets are owed.
enum class Owed : std::uint8_t { nothing, hand, row, tunnel, ticket, passenger };
inline constexpr int kDebts = static_cast<int>(Owed::passenger) + 1;

inline constexpr auto kDebtTable = std::to_array<Named<Owed>>({
    {Owed::nothing, "nothing"},
    {Owed::hand, "hand"},
    {Owed::row, "row"},
    {Owed::tunnel, "tunnel"},
    {Owed::ticket, "ticket"},
    {Owed::passenger, "passenger"},
});
static_assert(is_complete(kDebtTable, Owed::passenger));
inline constexpr auto kDebtNames = names_in(kDebtTable);

constexpr std::string_view name_of(Owed owed) { return row_of(kDebtTable, owed).name; }

}  // namespace perron
