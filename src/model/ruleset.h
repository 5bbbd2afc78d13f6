// The rules sheet of a board: an absent section means that there is no such rule. All numbers come from data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/enum_table.h"
#include "model/ids.h"

namespace perron {

struct FaceUpRow {
  std::uint8_t places;
  std::uint8_t flush_at;  // this many locomotives in the row discard it; 0: never
};
struct Tunnels {
  std::uint8_t cards;
};
struct Stations {
  std::uint8_t each;
  std::uint8_t points_unused;
};
struct PassengerHunt {
  PerPlainColor<std::uint8_t> figures;
  std::uint8_t points_most, points_second;
};
struct TicketDeck {
  std::string id;
  std::uint8_t first, later;  // how many are offered at set-up and by a later draw; unused with a split
};
enum class NotKept : std::uint8_t { leave_game, reshuffle };
inline constexpr std::array<std::string_view, 2> kNotKeptNames = {"leave_game", "reshuffle"};
struct KeepSome {  // tickets are offered, some are kept and scored at the end
  std::uint8_t first, later;
  NotKept not_kept_first;
};
struct Race {  // a fixed number of open tickets, completed ones are replaced, first to the goal wins
  std::uint8_t open, goal;
  bool swap;
};
struct EastWest {
  std::uint8_t points;
};
struct GameEnd {
  std::uint8_t wagons_left;  // a turn that ends with this many or fewer starts the end of the game
  std::uint8_t turns_each;   // turns that each seat still has then
};
enum class TieBreak : std::uint8_t { most_completed, fewest_stations, longest_line, most_passengers };
struct TieBreakFacts {
  TieBreak value;
  std::string_view name;
  std::string_view needs;  // the section of the sheet that it looks at; empty: none
};
inline constexpr auto kTieBreakTable = std::to_array<TieBreakFacts>({
    {TieBreak::most_completed, "most_completed", ""},
    {TieBreak::fewest_stations, "fewest_stations", "stations"},
    {TieBreak::longest_line, "longest_line", "longest_line"},
    {TieBreak::most_passengers, "most_passengers", "passengers"},
});
static_assert(is_complete(kTieBreakTable, TieBreak::most_passengers));
inline constexpr auto kTieBreakNames = names_in(kTieBreakTable);
constexpr std::string_view name_of(TieBreak rule) { return row_of(kTieBreakTable, rule).name; }

struct Ruleset {
  std::uint8_t players_min, players_max;
  std::uint8_t wagons;
  Cards cards;
  std::uint8_t opening_cards;
  std::uint8_t draw_cards;
  std::uint8_t one_of_parallel_up_to;      // seats; 0: parallel tracks never close each other
  std::vector<std::int16_t> claim_points;  // by length, from 1; empty: claiming scores nothing
  GameEnd end;
  IdVector<int, TicketDeck> decks;
  std::optional<std::uint8_t> split;  // a draw has this many tickets and names how many come from each deck
  std::variant<KeepSome, Race> tickets;
  std::optional<FaceUpRow> row;
  std::optional<Tunnels> tunnels;
  std::optional<Stations> stations;
  std::optional<PassengerHunt> passengers;
  std::optional<std::uint8_t> longest_line;  // points
  std::optional<std::uint8_t> globetrotter;  // points
  std::optional<EastWest> east_west;
  std::vector<TieBreak> tie_breaks;
};

}  // namespace perron
