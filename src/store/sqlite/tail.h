// Where the newest entries of games lie. An entry goes to the end of one common table first, the tail: a commit of a hundred
// moves of a hundred games then writes two or three pages, not a hundred. When the tail is long, the games with its oldest
// rows are settled: all their entries are put where the game's others are. Rows of a settled game are dead, and go when they
// are the oldest. So a game's entries are those in `entries`, then its live rows.
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

// The live rows of each game, in order. The writer changes it, any thread may ask. It may name rows that are not committed
// yet, and the answer may be out of date a moment later: whoever reads takes what is there of them, after what is settled.
class TailRows {
 public:
  struct Row {
    std::int64_t row;
    GameId game;
    std::uint32_t n;
  };
  // Those in the database, oldest first.
  Read<std::vector<Row>> load(Database& database);

  std::vector<std::int64_t> of(GameId game) const {
    const std::lock_guard guard(mutex_);
    const auto found = rows_.find(game);
    return found == rows_.end() ? std::vector<std::int64_t>() : found->second;
  }
  // The row that many before the last of a game; nothing: that entry is settled.
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

  // The writer's. True: it is the first of its game.
  bool add(GameId game, std::int64_t row) {
    const std::lock_guard guard(mutex_);
    auto& rows = rows_[game];
    rows.push_back(row);
    return rows.size() == 1;
  }
  // True: it was the only one.
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
