// Plays units of a match on one thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "arena/match.h"
#include "arena/players/game_runner.h"
#include "arena/players/seat_player.h"

namespace perron::arena {

using PlayerMaker = std::function<Result<std::unique_ptr<search::Player>, std::string>(std::string_view)>;

class UnitPlayer {
 public:
  // `record_dir` empty: no records. `stop` ends a unit between two actions; `games_done` counts along.
  UnitPlayer(const Match& match, const Game& game, std::string record_dir, const std::atomic<bool>& stop,
             std::atomic<std::int64_t>& games_done, PlayerMaker make = make_seat_player)
      : match_(match),
        schedule_(match),
        game_(game),
        record_dir_(std::move(record_dir)),
        stop_(stop),
        games_done_(games_done),
        make_(std::move(make)),
        players_(match.players.size()) {}

  // Nothing: it was stopped, or there is an error.
  std::optional<Unit> play(std::int64_t number);
  const std::string& error() const { return error_; }

 private:
  enum class End : std::uint8_t { counted, deadlock, stopped };

  bool play_rotation(Unit& unit, int rotation);
  End play_once(Unit& unit, int rotation, std::uint64_t attempt);
  Finished at_table(std::span<const int> seated, Dealer& dealer, Seat first, std::span<Rng> rngs, std::string* lines);
  void write_record(std::int64_t game_number, const std::string& text);

  const Match& match_;
  Schedule schedule_;
  const Game& game_;
  std::string record_dir_;
  const std::atomic<bool>& stop_;
  std::atomic<std::int64_t>& games_done_;
  PlayerMaker make_;
  std::vector<std::unique_ptr<search::Player>> players_;  // made when first needed, and again after a forfeit
  std::string error_;
};

}  // namespace perron::arena
