// A store in memory, for tests of the server: it can fail, and it can let its callers wait.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/loop.h"
#include "store/store.h"

namespace perron::kit {

// What is on the disk: it outlives the store, as a disk outlives a process.
struct Disk {
  std::map<UserId, User> users;
  std::map<UserId, std::set<UserId>> mutes;
  std::map<TableId, TableRow> tables;
  std::map<GameId, GameRow> games;
  std::map<GameId, std::vector<Entry>> entries;
  std::map<GameId, std::int64_t> due;
  std::map<TableId, std::vector<ChatLine>> chat;
  std::map<Bytes32, std::shared_ptr<const PinnedBoard>> boards;
};

class MemoryStore final : public Store {
 public:
  MemoryStore(server::Loop& loop, std::shared_ptr<Disk> disk) : loop_(loop), disk_(std::move(disk)) {}

  // ---- For tests.
  void fail(std::optional<StoreFault> fault) { fault_ = fault; }  // every write, until told otherwise
  void hold() { held_ = true; }                                   // writes wait
  void release();
  int writes() const { return writes_; }

  using Store::write;
  void write(std::vector<Change> changes, Done done) override;

  Read<std::optional<User>> user(UserId id) override;
  Read<std::optional<User>> account(std::string_view) override { return std::optional<User>(); }
  Read<std::optional<Session>> session(const Bytes32&) override { return std::optional<Session>(); }
  Read<std::vector<Session>> sessions_of(UserId) override { return std::vector<Session>(); }
  Read<std::vector<UserId>> muted_by(UserId user) override {
    const auto& muted = disk_->mutes[user];
    return std::vector<UserId>(muted.begin(), muted.end());
  }
  Read<std::optional<TableRow>> table(TableId id) override;
  Read<std::vector<TableRow>> tables(TableState state) override;
  Read<std::vector<ChatLine>> chat(TableId table, int last) override;
  Read<std::optional<GameRow>> game(GameId id) override;
  Read<std::vector<Entry>> entries(GameId game) override { return disk_->entries[game]; }
  Read<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) override;
  Read<std::vector<OpenGame>> unfinished_games() override;
  Read<std::vector<GameSummary>> games_of(UserId user, GameFilter filter, const Page& page) override;
  Read<std::vector<GameSummary>> listed_games(const Page& page) override;
  Read<Counts> counts() override { return Counts{}; }
  StoreStats stats() const override { return {}; }

 private:
  struct Waiting {
    std::vector<Change> changes;
    Done done;
  };
  void commit(Waiting write);
  std::optional<StoreError> apply(Disk& disk, const Change& change);
  std::vector<GameSummary> page_of(std::vector<GameSummary> games, const Page& page, bool by_end);

  server::Loop& loop_;
  std::shared_ptr<Disk> disk_;
  std::optional<StoreFault> fault_;
  bool held_ = false;
  std::deque<Waiting> waiting_;
  int writes_ = 0;
};

}  // namespace perron::kit
