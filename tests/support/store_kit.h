// For tests: a store in a temporary folder, with writes and reads that block until they are answered.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <string>

#include "store/store.h"

namespace perron::test {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "perron-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Runs callbacks immediately, on the store's thread.
inline Post at_once() {
  return [](std::function<void()> function) { function(); };
}

// A blocking store, for tests without a loop. Requires a store with the Post of at_once().
class BlockingStore {
 public:
  explicit BlockingStore(std::unique_ptr<Store> store) : store_(std::move(store)), games_(store_->background()) {}
  operator Store&() { return *store_; }  // NOLINT: it is one

  StoreResult<std::optional<User>> user(UserId id) { return wait(&Store::user, id); }
  StoreResult<std::optional<User>> account(const std::string& account) { return wait(&Store::account, account); }
  StoreResult<std::optional<Session>> session(const Bytes32& token_hash) { return wait(&Store::session, token_hash); }
  StoreResult<std::vector<Session>> sessions_of(UserId user) { return wait(&Store::sessions_of, user); }
  StoreResult<std::vector<UserId>> muted_by(UserId user) { return wait(&Store::muted_by, user); }
  StoreResult<std::optional<TableRow>> table(TableId id) { return wait(&Store::table, id); }
  StoreResult<std::vector<TableRow>> tables(TableState state) { return wait(&Store::tables, state); }
  StoreResult<std::vector<ChatLine>> chat(TableId table, int last) { return wait(&Store::chat, table, last); }
  StoreResult<std::optional<GameRow>> game(GameId id) { return wait(&Store::game, id); }
  StoreResult<std::vector<Entry>> entries(GameId game) { return games_->entries(game); }
  StoreResult<std::optional<Entry>> entry(GameId game, std::uint32_t n) { return wait(&Store::entry, game, n); }
  StoreResult<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) { return wait(&Store::board, hash); }
  StoreResult<std::vector<OpenGame>> unfinished_games() { return wait(&Store::unfinished_games); }
  StoreResult<std::vector<GameSummary>> games_of(UserId user, GameFilter filter, const Page& page) {
    return wait(&Store::games_of, user, filter, page);
  }
  StoreResult<std::vector<GameSummary>> listed_games(const Page& page) { return wait(&Store::listed_games, page); }
  StoreResult<Counts> counts() { return wait(&Store::counts); }
  std::optional<StoreError> probe_reads() { return wait(&Store::probe_reads); }

  void write(std::vector<Change> changes, Store::Done done) { store_->write(std::move(changes), std::move(done)); }
  void write(Change change, Store::Done done) { store_->write(std::move(change), std::move(done)); }
  std::vector<std::string> take_bad_rows() { return store_->take_bad_rows(); }
  StoreStats stats() const { return store_->stats(); }

 private:
  template <class... Given>
  struct AnswerOf;
  template <class Answer>
  struct AnswerOf<std::function<void(Answer)>> {
    using Type = Answer;
  };
  template <class First, class... Rest>
  struct AnswerOf<First, Rest...> : AnswerOf<Rest...> {};

  template <class... Given, class... Args>
  typename AnswerOf<Given...>::Type wait(void (Store::*ask)(Given...), const Args&... args) {
    using Answer = typename AnswerOf<Given...>::Type;
    const auto answer = std::make_shared<std::promise<Answer>>();
    (store_.get()->*ask)(args..., [answer](Answer one) { answer->set_value(std::move(one)); });
    return answer->get_future().get();
  }

  std::unique_ptr<Store> store_;
  std::unique_ptr<GameReader> games_;
};

inline std::optional<StoreError> write(Store& store, std::vector<Change> changes) {
  std::promise<std::optional<StoreError>> answer;
  store.write(std::move(changes), [&](std::optional<StoreError> error) { answer.set_value(std::move(error)); });
  return answer.get_future().get();
}
inline std::optional<StoreError> write(Store& store, Change change) { return write(store, std::vector<Change>{std::move(change)}); }

inline std::unique_ptr<BlockingStore> open_or_fail(const std::string& folder, const StoreOptions& options = {}) {
  auto store = open_store(folder, at_once(), options);
  if (store) return std::make_unique<BlockingStore>(std::move(*store));
  ADD_FAILURE() << store.error().message;
  return nullptr;
}

inline StartGame a_game(GameId id, std::vector<SeatRow> seats, std::int64_t started = 1000) {
  StartGame out;
  out.game.id = id;
  out.game.engine = "0.1.0";
  out.game.options = "{}";
  out.game.key.fill(7);
  out.game.seats = std::move(seats);
  out.game.started = started;
  out.board = pin_board("tiny", R"({"id":"tiny"})");
  return out;
}

inline AppendEntry an_entry(GameId game, std::uint32_t n, std::string request = "", UserId user = kNobody) {
  AppendEntry out;
  out.entry.game = game;
  out.entry.n = n;
  out.entry.action = {Kind::claim, static_cast<std::uint8_t>(n), 2, 255};
  out.entry.user = user;
  out.entry.request = std::move(request);
  out.entry.at = 1000 + n;
  return out;
}

}  // namespace perron::test
