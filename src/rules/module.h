// One optional rule = one row of hooks = one file in rules/modules/. The core asks the phase, never which board it is.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/rng.h"
#include "model/refusal.h"
#include "model/ruleset.h"
#include "model/view.h"

namespace perron {

struct Game;
struct State;
struct Scores;

using Hook = void (*)(const Game&, State&);

struct Module {
  std::string_view name;
  bool (*present)(const Ruleset&);
  std::span<const Kind> kinds = {};    // a kind has exactly one owner, checked when a Game is made
  std::span<const Owed> debts = {};    // and so has a debt
  std::span<const Phase> phases = {};  // in which its kinds may be played
  Hook setup = nullptr;                // may owe or ask; run in table order
  void (*offer)(const Game&, const Public&, const Private&, ActionList&) = nullptr;  // called in these phases only
  // One of the actions that offer() lists, for random players; nothing if it lists none. Not necessarily uniform.
  std::optional<Action> (*pick)(const Game&, const Public&, const Private&, Rng&) = nullptr;
  std::optional<Refusal> (*why_not)(const Game&, const Public&, const Private&, Action) = nullptr;
  Refusal out_of_phase = Refusal::nothing_offered;  // to its kinds, where the phase asks for nothing else
  void (*play)(const Game&, State&, Action) = nullptr;
  void (*outcomes)(const Game&, const State&, OutcomeList&) = nullptr;  // what may be dealt for a debt of this module
  void (*deal)(const Game&, State&, Action) = nullptr;                  // one of these; reduces the debt
  Hook dealt = nullptr;                                                 // the debt has been paid in full
  bool (*hold_claim)(const Game&, State&) = nullptr;                    // true: this module finishes the claim later
  Hook after_claim = nullptr;
  Hook turn_end = nullptr;
  void (*tally)(const Game&, const State&, Scores&) = nullptr;
};

// Every module there is. Order matters: it is the order of the opening deal (cards, row, passengers, tickets), of what a
// claim brings about (tickets before East-West [X10]), of the list of actions, and of the count (tickets before what
// is awarded for them).
std::span<const Module* const> all_modules();

extern const Module draw_module, row_module, passengers_module, keep_module, race_module, east_west_module, claim_module, tunnels_module,
    stations_module, longest_line_module, globetrotter_module;

}  // namespace perron
