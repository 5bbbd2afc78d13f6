// The result of a game as JSON, and its record.
#pragma once

#include <string>
#include <vector>

#include "server/game/play.h"
#include "server/runtime/text_sink.h"

namespace perron::server {

// For lists: {"winners":[0],"totals":[112,98]}
std::string short_result(const Game& game, const State& state);
// The full scores, part by part, with the tracks and tickets that they come from. Only for a finished game: it shows tickets.
std::string full_result(const Game& game, const State& state);
// The public points of each seat after each turn that ended after version `from`: [[0,0],[4,0]]
std::string points_by_turn(const Play& play, std::uint32_t from);
// The record (docs/record.md). It contains the key only if the game was played to its end. Returns where the next piece begins.
TextCursor write_record(const Play& play, const std::vector<SeatRow>& seats, TextCursor from, TextSink& out);

}  // namespace perron::server
