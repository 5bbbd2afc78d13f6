// Answers the questions of `perron engine`: a line of JSON in, a line out (docs/engine-protocol.md). Keeps no
// state between questions but the defaults that hello sets. Must not depend on files or pipes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/fields.h"
#include "base/json.h"
#include "rules/game.h"
#include "search/player.h"

namespace perron::arena {

struct EngineDefaults {
  std::string player;
  int seats = 0;  // 0: as many as the view has
};

class EngineProtocol {
 public:
  // `version` is that of the program, for the answer to hello.
  EngineProtocol(EngineDefaults defaults, Board board, std::string version);

  std::string answer(std::string_view line);
  bool quit() const { return quit_; }

 private:
  using Json = nlohmann::ordered_json;
  enum class Command : std::uint8_t { hello, choose, evaluate, legal, quit };
  struct Question;
  struct Position;

  Question read_question(Fields& fields, FieldReport& report) const;
  // Each writes its answer to `out`, or returns an error sentence.
  std::string answer(const Question& question, Json& out);
  std::string hello(const Question& question, Json& out);
  std::string choose(const Question& question, const Position& position, Json& out);
  std::string evaluate(const Question& question, const Position& position, Json& out);
  std::string list_legal(const Position& position, Json& out);

  // The same for the subject of a question.
  std::string find_position(const Question& question, Position& out);
  std::string find_board(const nlohmann::json& value, std::string& key, Board& out) const;
  std::string find_game(const nlohmann::json* board, int seats, const Game*& out);

  EngineDefaults defaults_;
  std::string version_;
  Board board_;      // the default one
  std::string key_;  // of the default board among the games
  std::map<std::pair<std::string, int>, std::unique_ptr<Game>> games_;
  bool quit_ = false;
};

}  // namespace perron::arena
