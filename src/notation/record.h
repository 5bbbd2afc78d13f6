// The game record: one JSON object a line, chance included (docs/record.md). Writing, and reading with every line
// checked. Knows no files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/engine.h"

namespace perron {

struct RecordHeader {
  std::string board;
  std::vector<std::string> seats;
  Seat first{0};
  std::string key_sha256;  // empty: no commitment
};

std::string header_line(const RecordHeader& header);
// The line of an action about to be applied to this state.
std::string action_line(const Game& game, const State& state, Action action);
// The same for a move of the seat whose turn it is, from what that seat sees.
std::string move_line(const Game& game, const Public& open, const Private& mine, Action action);
std::string result_line(const Game& game, const State& state, std::string_view key);

struct RecordError {
  int line;  // from 1
  std::string message;
};

struct Record {
  RecordHeader header;
  Game game;
  std::vector<Action> actions;
  std::vector<int> lines;  // of the actions, in the file
  State last;              // after the last action
  bool finished = false;   // has its result line
  std::string key;         // hex, empty: none
};

// Finds the board that a record names, or returns the reason why not.
using BoardFinder = std::function<Result<Board, std::string>(const std::string& id)>;

// Replays a record and checks every line against the rules. Any bytes may come.
Result<Record, RecordError> read_record(std::string_view text, const BoardFinder& find_board);

// The record as sentences.
std::string describe(const Record& record);

}  // namespace perron
