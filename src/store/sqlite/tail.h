// The tail: one table to whose end every new entry goes. A commit of a hundred moves in a hundred games then writes two or three pages, not
// a hundred. When the tail is long, the games with its oldest rows are flushed: all their entries move to the table `entries`, where each
// game's entries lie together. The rows of a flushed game are dead, and are deleted when they are the oldest. So a game's entries are its
// rows in `entries`, then its live rows in the tail.
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

// The live rows of each game, in order. Only the writer changes it; any thread may read. It may name rows that are not committed yet, and
// a result may be outdated at once: readers take the rows that exist, after the flushed entries.
class TailRows {
 public:
  struct Row {
    std::int64_t row;
    GameId game;
    std::uint32_t n;
  };
  // Loads the live rows from the database, oldest first.
  StoreResult<std::vector<Row>> load(Database& database);

  std::vector<std::int64_t> of(GameId game) const {
    const std::lock_guard guard(mutex_);
    const auto found = rows_.find(game);
    return found == rows_.end() ? std::vector<std::int64_t>() : found->second;
  }
  // The row `back` rows before the last of a game; nullopt: that entry has been flushed.
  std::optional<std::int64_t> from_last(GameId game, std::size_t back) const {
    const std::lock_guard guard(mutex_);
    const auto found = rows_.find(game);
    if (found == rows_.end() || back >= found->second.size()) return std::nullopt;
    return found->second[found->second.size() - 1 - back];
  }
  std::vector<std::pair<GameId, std::int64_t>> last_of_all() const {
    const std::lock_guard guard(mutex_);
    std::vector<std::pair<GameId, std::int64_t>> out;
    out.reserve(rows_.size());
    for (const auto& [game, rows] : rows_) out.emplace_back(game, rows.back());
    return out;
  }

  // For the writer only, as the next two. True: the first row of its game.
  bool add(GameId game, std::int64_t row) {
    const std::lock_guard guard(mutex_);
    auto& rows = rows_[game];
    rows.push_back(row);
    return rows.size() == 1;
  }
  // True: the game has no rows left.
  bool remove_last(GameId game) {
    const std::lock_guard guard(mutex_);
    const auto found = rows_.find(game);
    found->second.pop_back();
    if (!found->second.empty()) return false;
    rows_.erase(found);
    return true;
  }
  void forget(GameId game) {
    const std::lock_guard guard(mutex_);
    rows_.erase(game);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<GameId, std::vector<std::int64_t>> rows_;
};

}  // namespace perron::sqlite
