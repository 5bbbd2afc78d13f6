// A store's tables in memory: answers all reads and applies changes. A derived class decides when a change is durable. For games on one
// device, and for tests. Has no accounts and no sessions.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "store/store.h"

namespace perron {

struct MemoryTables {
  std::map<UserId, User> users;
  std::map<UserId, std::set<UserId>> mutes;
  std::map<TableId, TableRow> tables;
  std::map<GameId, GameRow> games;
  std::map<GameId, std::vector<Entry>> entries;
  std::map<GameId, std::int64_t> due;
  std::map<TableId, std::vector<ChatLine>> chat;
  std::map<Bytes32, std::shared_ptr<const PinnedBoard>> boards;
};

class MemoryStore : public Store {
 public:
  MemoryStore(std::shared_ptr<MemoryTables> rows, Post post) : rows_(std::move(rows)), post_(std::move(post)) {}

  void user(UserId id, ReadDone<std::optional<User>> done) override;
  void account(std::string account, ReadDone<std::optional<User>> done) override;
  void session(const Bytes32& token_hash, ReadDone<std::optional<Session>> done) override;
  void sessions_of(UserId user, ReadDone<std::vector<Session>> done) override;
  void muted_by(UserId user, ReadDone<std::vector<UserId>> done) override;
  void table(TableId id, ReadDone<std::optional<TableRow>> done) override;
  void tables(TableState state, ReadDone<std::vector<TableRow>> done) override;
  void chat(TableId table, int last, ReadDone<std::vector<ChatLine>> done) override;
  void game(GameId id, ReadDone<std::optional<GameRow>> done) override;
  void entry(GameId game, std::uint32_t n, ReadDone<std::optional<Entry>> done) override;
  void board(const Bytes32& hash, ReadDone<std::shared_ptr<const PinnedBoard>> done) override;
  void unfinished_games(ReadDone<std::vector<OpenGame>> done) override;
  void games_of(UserId user, GameFilter filter, const Page& page, ReadDone<std::vector<GameSummary>> done) override;
  void listed_games(const Page& page, ReadDone<std::vector<GameSummary>> done) override;
  void counts(ReadDone<Counts> done) override;
  void probe_reads(Done done) override;
  std::unique_ptr<GameReader> background() override;
  StoreStats stats() const override { return {}; }

 protected:
  // Why these changes cannot be made, together and in this order; nullopt if they can.
  std::optional<StoreError> fault_of(const std::vector<Change>& changes) const;
  // Requires that fault_of() found nothing.
  void apply(const Change& change);
  // Why reads fail now; nullopt if they work.
  virtual std::optional<StoreError> read_fault() const { return std::nullopt; }

  std::shared_ptr<MemoryTables> rows_;

 private:
  // Reads now and posts the answer to the loop.
  template <class T, class Query>
  void ask(ReadDone<T> done, Query query);

  Post post_;
};

}  // namespace perron
