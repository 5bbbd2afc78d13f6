// What is played in the arena. The unit is one deal played once for each rotation of the seats, so that the luck of the deal and of the
// seat cancels out. A unit depends only on the match and its number: it may be played anywhere, in any order.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/ids.h"

namespace perron::arena {

enum class Lineups : std::uint8_t {
  fixed,  // one player for each seat
  field,  // a field of players that meet in turn
};

// Everything that decides what is played, but not how much of it.
struct Match {
  std::string board, board_hash;
  int seats = 2;
  Lineups lineups = Lineups::fixed;
  std::vector<std::string> players;
  std::uint64_t seed = 1;
  bool provable = false;
  std::string sources;  // of the program that plays, src/arena/game_sources.h; empty in old files
  friend bool operator==(const Match&, const Match&) = default;
};

// Which units of a match are played here.
struct Shard {
  std::int64_t number = 1, of = 1;  // number from 1
  bool has(std::int64_t unit) const { return unit % of == number - 1; }
  friend bool operator==(const Shard&, const Shard&) = default;
};
std::string text(const Shard& shard);                      // "3/8"
std::optional<Shard> read_shard(const std::string& text);  // nothing: malformed

// Who sits at the table in which unit. Each deal is played by all line-ups of a field or, where there are too many, by as many random
// ones as there are players, in which all play equally often.
class Schedule {
 public:
  explicit Schedule(const Match& match);
  std::int64_t lineups_per_deal() const { return per_deal_; }
  std::int64_t games_per_deal() const { return per_deal_ * seats_; }
  // For at least this many games on whole deals.
  std::int64_t units_for(std::int64_t games) const { return (games + games_per_deal() - 1) / games_per_deal() * per_deal_; }
  std::int64_t deal(std::int64_t unit) const { return unit / per_deal_; }
  // Indices of players; in rotation r seat s has the one at (s + r) modulo the seats.
  std::vector<int> lineup(std::int64_t unit) const;

 private:
  std::vector<int> window(std::int64_t unit) const;

  int players_, seats_;
  std::uint64_t seed_;
  std::int64_t per_deal_ = 1;
  std::vector<std::vector<int>> all_;  // empty: random ones
};

// Wins are counted in sixtieths: with up to five at a table every shared win is a whole number of them.
inline constexpr int kWin = 60;
static_assert(kSeats == 5);

// One player in one unit, all rotations together.
struct UnitShare {
  std::uint32_t wins = 0;  // in sixtieths
  std::uint32_t shared = 0, forfeits = 0, completed = 0, decisions = 0;
  std::int32_t points = 0;
  std::uint64_t micros = 0, slowest_micros = 0;  // of thinking: the sum and the slowest decision
  friend bool operator==(const UnitShare&, const UnitShare&) = default;
};

struct Unit {
  std::int64_t number = 0;
  std::uint32_t unfinished = 0;              // deadlocked games, played again
  std::array<UnitShare, kSeats> share{};     // in the order of the line-up
  std::vector<std::string> forfeit_reasons;  // empty, or one for each of the line-up: its first
  friend bool operator==(const Unit&, const Unit&) = default;
};

}  // namespace perron::arena
