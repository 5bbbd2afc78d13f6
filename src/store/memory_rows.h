// A store's rows in memory: all of its reads, and what a change does to them. Who derives from it says when a change is durable.
// For games on one device, and for tests. Keeps no accounts and no sessions.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "store/store.h"

namespace perron {

struct KeptRows {
  std::map<UserId, User> users;
  std::map<UserId, std::set<UserId>> mutes;
  std::map<TableId, TableRow> tables;
  std::map<GameId, GameRow> games;
  std::map<GameId, std::vector<Entry>> entries;
  std::map<GameId, std::int64_t> due;
  std::map<TableId, std::vector<ChatLine>> chat;
  std::map<Bytes32, std::shared_ptr<const PinnedBoard>> boards;
};

class MemoryRows : public Store {
 public:
  explicit MemoryRows(std::shared_ptr<KeptRows> rows) : rows_(std::move(rows)) {}

  Read<std::optional<User>> user(UserId id) override;
  Read<std::optional<User>> account(std::string_view) override { return std::optional<User>(); }
  Read<std::optional<Session>> session(const Bytes32&) override { return std::optional<Session>(); }
  Read<std::vector<Session>> sessions_of(UserId) override { return std::vector<Session>(); }
  Read<std::vector<UserId>> muted_by(UserId user) override;
  Read<std::optional<TableRow>> table(TableId id) override;
  Read<std::vector<TableRow>> tables(TableState state) override;
  Read<std::vector<ChatLine>> chat(TableId table, int last) override;
  Read<std::optional<GameRow>> game(GameId id) override;
  Read<std::vector<Entry>> entries(GameId game) override { return rows_->entries[game]; }
  Read<std::optional<Entry>> entry(GameId game, std::uint32_t n) override;
  Read<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) override;
  Read<std::vector<OpenGame>> unfinished_games() override;
  Read<std::vector<GameSummary>> games_of(UserId user, GameFilter filter, const Page& page) override;
  Read<std::vector<GameSummary>> listed_games(const Page& page) override;
  Read<Counts> counts() override { return Counts{}; }
  StoreStats stats() const override { return {}; }

 protected:
  // Why these changes cannot be made, together and in this order; else nothing.
  std::optional<StoreError> fault_of(const std::vector<Change>& changes) const;
  // Requires changes without a fault.
  void apply(const Change& change);

  std::shared_ptr<KeptRows> rows_;
};

}  // namespace perron
