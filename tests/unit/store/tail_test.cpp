// Entries are in two tables, `tail` and `entries`. Whatever is written, refused or rolled back, and whenever a game is flushed, its log
// is exactly what was acknowledged.
#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <thread>

#include "base/rng.h"
#include "support/store_kit.h"

namespace perron::test {
namespace {

constexpr UserId ada{1};

GameId game_of(std::uint32_t i) { return GameId{500 + static_cast<int>(i)}; }

// The expected logs.
struct Model {
  std::map<GameId, std::vector<std::string>> logs;
  std::uint64_t requests = 0;

  // A write of one to four entries, sometimes with an error in the last one. Returns whether it must be refused.
  bool propose(Rng& rng, std::uint32_t games, std::vector<Change>& changes, std::map<GameId, std::vector<std::string>>& after) {
    const auto count = 1 + rng.below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto game = game_of(rng.below(games));
      auto& log = after.try_emplace(game, logs[game]).first->second;
      const auto request = rng.below(3) ? "r" + std::to_string(++requests) : "";
      changes.push_back(an_entry(game, static_cast<std::uint32_t>(log.size()) + 1, request, ada));
      log.push_back(request);
    }
    if (rng.below(5) != 0) return false;
    const auto game = game_of(rng.below(games));
    const auto& log = after.try_emplace(game, logs[game]).first->second;
    const auto next = static_cast<std::uint32_t>(log.size()) + 1;
    const auto used = std::find_if(log.begin(), log.end(), [](const auto& request) { return !request.empty(); });
    if (used != log.end() && rng.below(2)) {
      changes.push_back(an_entry(game, next, *used, ada));
    } else {
      changes.push_back(an_entry(game, next + 1));
    }
    return true;
  }

  void expect(BlockingStore& store) const {
    for (const auto& [game, log] : logs) {
      const auto entries = store.entries(game);
      ASSERT_TRUE(entries) << entries.error().message;
      ASSERT_EQ(entries->size(), log.size());
      for (std::size_t i = 0; i < log.size(); ++i) {
        ASSERT_EQ((*entries)[i].n, i + 1);
        ASSERT_EQ((*entries)[i].request, log[i]);
        if (i % 7 != 0) continue;
        const auto one = store.entry(game, static_cast<std::uint32_t>(i + 1));
        ASSERT_TRUE(one && *one);
        ASSERT_EQ((*one)->n, i + 1);
        ASSERT_EQ((*one)->request, log[i]);
      }
      const auto none = store.entry(game, static_cast<std::uint32_t>(log.size() + 1));
      ASSERT_TRUE(none && !*none);
    }
  }
};

TEST(StoreTail, LogsAreAsAnswered) {
  for (const std::int64_t tail : {1, 7, 60, 700}) {
    const TempFolder folder;
    auto store = open_or_fail(folder.path(), {tail});
    constexpr std::uint32_t games = 30;
    for (std::uint32_t g = 0; g < games; ++g) ASSERT_FALSE(write(*store, a_game(game_of(g), {{ada, "Ada", ""}})));
    Model model;
    Rng rng(static_cast<std::uint64_t>(tail));
    std::atomic<int> surprises = 0;
    for (int round = 0; round < 2000; ++round) {
      std::vector<Change> changes;
      auto after = std::map<GameId, std::vector<std::string>>();
      const bool wrong = model.propose(rng, games, changes, after);
      store->write(std::move(changes),
                   [&surprises, wrong](const std::optional<StoreError>& error) { surprises += error.has_value() != wrong; });
      if (!wrong)
        for (auto& [game, log] : after) model.logs[game] = std::move(log);
      if (rng.below(20) == 0) write(*store, std::vector<Change>{});  // commits of different sizes
      if (round % 500 == 99) {
        write(*store, std::vector<Change>{});
        model.expect(*store);
        store.reset();
        store = open_or_fail(folder.path(), {tail});
      }
    }
    write(*store, std::vector<Change>{});
    model.expect(*store);
    EXPECT_EQ(surprises, 0);
  }
}

TEST(StoreTail, OldEntriesAreSettledAndTheirRowsGo) {
  const TempFolder folder;
  auto store = open_or_fail(folder.path(), {1000});
  for (std::uint32_t g = 0; g < 50; ++g) ASSERT_FALSE(write(*store, a_game(game_of(g), {})));
  for (std::uint32_t n = 1; n <= 100; ++n) {
    std::vector<Change> changes;
    for (std::uint32_t g = 0; g < 50; ++g) changes.push_back(an_entry(game_of(g), n));
    ASSERT_FALSE(write(*store, std::move(changes)));
  }
  const auto open_games = store->unfinished_games();
  EXPECT_EQ(open_games->size(), 50u);
  store.reset();
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "perron.db").c_str(), &database), SQLITE_OK);
  const auto count = [&](const char* sql) {
    int out = -1;
    sqlite3_exec(
        database, sql, [](void* to, int, char** values, char**) { return *static_cast<int*>(to) = std::atoi(values[0]), 0; }, &out,
        nullptr);
    return out;
  };
  EXPECT_LE(count("SELECT count(*) FROM tail"), 1100);
  EXPECT_GE(count("SELECT count(*) FROM entries"), 3900);
  EXPECT_EQ(count("SELECT count(*) FROM (SELECT game, n FROM entries UNION SELECT game, n FROM tail)"), 5000);
  sqlite3_close(database);
}

TEST(StoreTail, DueIsThatOfTheLastEntry) {
  for (const std::int64_t tail : {1, 100}) {
    const TempFolder folder;
    const auto store = open_or_fail(folder.path(), {tail});
    for (std::uint32_t g = 0; g < 5; ++g) {
      auto entry = an_entry(game_of(g), 1);
      entry.entry.due = 70 + g;
      ASSERT_FALSE(write(*store, {a_game(game_of(g), {}), entry}));
    }
    const auto games = store->unfinished_games();
    ASSERT_EQ(games->size(), 5u);
    for (const auto& open : *games) EXPECT_EQ(open.due, 70 + static_cast<std::int64_t>(open.id) - 500);
  }
}

TEST(StoreTail, AGuestsRequestsAreTakenAlongFromBothPlaces) {
  const TempFolder folder;
  const auto store = open_or_fail(folder.path(), {2});
  const UserId guest{8}, account{9};
  ASSERT_FALSE(write(*store, {NewUser{{guest, "G", "", "", 1, kNobody}}, NewUser{{account, "A", "a", "$argon2id$", 1, kNobody}},
                              a_game(game_of(0), {{guest, "G", ""}}), a_game(game_of(1), {{guest, "G", ""}})}));
  for (std::uint32_t n = 1; n <= 4; ++n) ASSERT_FALSE(write(*store, an_entry(game_of(n % 2), (n + 1) / 2, "r" + std::to_string(n), guest)));
  // A failed write changes nothing.
  EXPECT_TRUE(write(*store, {MergeGuest{guest, account}, an_entry(game_of(0), 99)}));
  EXPECT_EQ(write(*store, an_entry(game_of(0), 3, "r2", guest))->fault, StoreFault::repeated);
  ASSERT_FALSE(write(*store, MergeGuest{guest, account}));
  for (std::uint32_t n = 1; n <= 4; ++n)
    EXPECT_EQ(write(*store, an_entry(game_of(n % 2), 3, "r" + std::to_string(n), account))->fault, StoreFault::repeated) << n;
  EXPECT_FALSE(write(*store, an_entry(game_of(0), 3, "r2", guest)));
}

TEST(StoreTail, ReadsBesideWritingFindWholeLogs) {
  const TempFolder folder;
  const auto store = open_or_fail(folder.path(), {40});
  constexpr std::uint32_t games = 12;
  for (std::uint32_t g = 0; g < games; ++g) ASSERT_FALSE(write(*store, a_game(game_of(g), {})));
  std::array<std::atomic<std::uint32_t>, games> answered{};
  std::atomic<bool> done = false;
  std::thread writer([&] {
    Rng rng(5);
    std::array<std::uint32_t, games> next{};
    for (int i = 0; i < 4000; ++i) {
      const auto g = rng.below(games);
      const auto n = ++next[g];
      store->write(an_entry(game_of(g), n), [&answered, g, n](const std::optional<StoreError>& error) {
        if (!error) answered[g] = n;
      });
      while (store->stats().waiting > 20) std::this_thread::yield();
    }
    write(*store, std::vector<Change>{});
    done = true;
  });
  Rng rng(6);
  while (!done) {
    const auto g = rng.below(games);
    const auto least = answered[g].load();
    const auto entries = store->entries(game_of(g));
    ASSERT_TRUE(entries) << entries.error().message;
    ASSERT_GE(entries->size(), least);
    for (std::size_t i = 0; i < entries->size(); ++i) ASSERT_EQ((*entries)[i].n, i + 1);
  }
  writer.join();
}

}  // namespace
}  // namespace perron::test
