// The final scores: each seat's parts, and the winners.
#pragma once

#include "rules/game.h"

namespace perron {

struct SeatScore {
  std::int16_t total, claims, tickets, stations, express, globetrotter, passengers, east_west;
  std::uint8_t completed;  // tickets
  std::uint8_t longest;    // wagons in the longest line
  std::uint8_t stations_built;
  std::uint8_t passengers_taken;
};

// What results and records list of a score, in their order: the total, the parts that add up to it, and counts.
enum class ScorePart : std::uint8_t {
  total,
  claims,
  tickets,
  completed,
  stations,
  express,
  longest,
  globetrotter,
  passengers,
  east_west,
};
struct ScorePartFacts {
  ScorePart value;
  std::string_view name;
  std::int16_t SeatScore::*points;
  std::uint8_t SeatScore::*count;             // for parts that are not points
  bool (*present)(const Ruleset&) = nullptr;  // null: in every game

  constexpr bool adds_up() const { return points && value != ScorePart::total; }
  constexpr int of(const SeatScore& seat) const { return points ? seat.*points : seat.*count; }
};
inline constexpr auto kScorePartTable = std::to_array<ScorePartFacts>({
    {ScorePart::total, "total", &SeatScore::total, nullptr},
    {ScorePart::claims, "claims", &SeatScore::claims, nullptr, [](const Ruleset& rules) { return !rules.claim_points.empty(); }},
    {ScorePart::tickets, "tickets", &SeatScore::tickets, nullptr,
     [](const Ruleset& rules) { return std::holds_alternative<KeepSome>(rules.tickets); }},
    {ScorePart::completed, "completed", nullptr, &SeatScore::completed},
    {ScorePart::stations, "stations", &SeatScore::stations, nullptr, [](const Ruleset& rules) { return rules.stations.has_value(); }},
    {ScorePart::express, "express", &SeatScore::express, nullptr, [](const Ruleset& rules) { return rules.longest_line.has_value(); }},
    {ScorePart::longest, "longest", nullptr, &SeatScore::longest, [](const Ruleset& rules) { return rules.longest_line.has_value(); }},
    {ScorePart::globetrotter, "globetrotter", &SeatScore::globetrotter, nullptr,
     [](const Ruleset& rules) { return rules.globetrotter.has_value(); }},
    {ScorePart::passengers, "passengers", &SeatScore::passengers, nullptr,
     [](const Ruleset& rules) { return rules.passengers.has_value(); }},
    {ScorePart::east_west, "east_west", &SeatScore::east_west, nullptr,
     [](const Ruleset& rules) { return rules.east_west && rules.east_west->points > 0; }},
});
static_assert(is_complete(kScorePartTable, ScorePart::east_west));

// Calls f(part) for those that a game by these rules has.
template <class F>
void each_part(const Ruleset& rules, F&& f) {
  for (const auto& part : kScorePartTable)
    if (!part.present || part.present(rules)) f(part);
}

struct Scores {
  PerSeat<SeatScore> seat;
  std::uint8_t winners;  // bit set of seats
  bool wins(Seat s) const { return (winners >> index(s)) & 1; }
};

// The count as if the game ended here.
Scores final_scores(const Game& game, const State& state);

// The tie-break that left only the winners; nothing if points alone did, or nothing could.
std::optional<TieBreak> deciding_tie_break(const Game& game, const Scores& scores);

}  // namespace perron
