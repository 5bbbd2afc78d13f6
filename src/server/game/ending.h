// The end of a game: how it was counted, and its record.
#pragma once

#include <string>
#include <vector>

#include "server/game/play.h"
#include "server/work/text_sink.h"

namespace perron::server {

// For lists: {"winners":[0],"totals":[112,98]}
std::string short_result(const Game& game, const State& state);
// The whole count, part by part, with what it rests on. Only of a game that is over: it tells tickets.
std::string full_result(const Game& game, const State& state);
// The public points of each seat after each turn that ended after version `from`: [[0,0],[4,0]]
std::string points_by_turn(const Play& play, std::uint32_t from);
// The record (docs/record.md). The key is in it only when the game was played to its end. Returns where the next piece begins.
TextPlace write_record(const Play& play, const std::vector<SeatRow>& seats, TextPlace from, TextSink& out);

}  // namespace perron::server
