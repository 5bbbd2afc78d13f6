// Reads for the worker thread that loads games, on a connection of its own.
#pragma once

#include <memory>

#include "store/sqlite/queries.h"

namespace perron::sqlite {

class BackgroundReader final : public GameReader {
 public:
  BackgroundReader(std::unique_ptr<Database> database, const TailRows& tail) : database_(std::move(database)), queries_(*database_, tail) {}
  StoreResult<std::optional<GameRow>> game(GameId id) override { return queries_.game(id); }
  StoreResult<std::vector<Entry>> entries(GameId game) override { return queries_.entries(game); }
  StoreResult<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) override { return queries_.board(hash); }

 private:
  const std::unique_ptr<Database> database_;
  Queries queries_;
};

}  // namespace perron::sqlite
