// The reads of the thread that loads games, on a connection of its own.
#pragma once

#include <memory>

#include "store/sqlite/reads.h"

namespace perron::sqlite {

class BackgroundReads final : public GameReads {
 public:
  BackgroundReads(std::unique_ptr<Database> database, const TailRows& tail) : database_(std::move(database)), reads_(*database_, tail) {}
  Read<std::optional<GameRow>> game(GameId id) override { return reads_.game(id); }
  Read<std::vector<Entry>> entries(GameId game) override { return reads_.entries(game); }
  Read<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) override { return reads_.board(hash); }

 private:
  const std::unique_ptr<Database> database_;
  Reads reads_;
};

}  // namespace perron::sqlite
