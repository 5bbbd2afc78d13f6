// Asynchronous reads: when their callbacks run, in which order, and what they see. The same for every kind of store.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "net/auth/auth_service.h"
#include "store/memory_store.h"
#include "support/store_kit.h"

namespace perron::test {
namespace {

constexpr UserId ada{101};
constexpr TableId table{31};

// A loop that the test steps by hand.
class Posted {
 public:
  Post post() {
    return [this](std::function<void()> work) {
      const std::lock_guard guard(mutex_);
      queue_.push_back(std::move(work));
      came_.notify_all();
    };
  }
  void wait_for(std::size_t count) {
    std::unique_lock guard(mutex_);
    came_.wait(guard, [&] { return queue_.size() >= count; });
  }
  std::size_t size() {
    const std::lock_guard guard(mutex_);
    return queue_.size();
  }
  void run_one() {
    wait_for(1);
    std::function<void()> work;
    {
      const std::lock_guard guard(mutex_);
      work = std::move(queue_.front());
      queue_.pop_front();
    }
    work();
  }
  void run_last() {
    std::function<void()> work;
    {
      const std::lock_guard guard(mutex_);
      work = std::move(queue_.back());
      queue_.pop_back();
    }
    work();
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::function<void()>> queue_;
};

class RowsKeptAtOnce final : public MemoryStore {
 public:
  explicit RowsKeptAtOnce(Post post) : MemoryStore(std::make_shared<MemoryTables>(), post), post_(std::move(post)) {}
  using Store::write;
  void write(std::vector<Change> changes, Done done) override {
    post_([this, changes = std::move(changes), done = std::move(done)] {
      for (const auto& change : changes) apply(change);
      if (done) done(std::nullopt);
    });
  }

 private:
  Post post_;
};

enum class Kind : std::uint8_t { sqlite, memory };

struct Reading : testing::TestWithParam<Kind> {
  std::unique_ptr<Store> open() {
    if (GetParam() == Kind::memory) return std::make_unique<RowsKeptAtOnce>(loop.post());
    auto opened = open_store(folder.path(), loop.post());
    EXPECT_TRUE(opened);
    return opened ? std::move(*opened) : nullptr;
  }
  void add_line(Store& store, std::uint32_t n) {
    bool done = false;
    store.write(AddChat{{table, n, ada, "Ada", "line", n, false}}, [&](const auto& error) {
      EXPECT_FALSE(error);
      done = true;
    });
    while (!done) loop.run_one();
  }
  void save_table(Store& store) {
    store.write(SaveTable{{table, ada, Visibility::listed, TableState::waiting, kNoGame, "{}", {}, 1}}, nullptr);
  }

  TempFolder folder;
  Posted loop;
};

INSTANTIATE_TEST_SUITE_P(Stores, Reading, testing::Values(Kind::sqlite, Kind::memory),
                         [](const auto& one) { return one.param == Kind::sqlite ? "SQLite" : "Memory"; });

TEST_P(Reading, AnswersOnTheLoopAndNeverWithinTheCall) {
  const auto store = open();
  std::thread::id answered_by;
  store->user(ada, [&](const auto& user) {
    EXPECT_TRUE(user && !*user);
    answered_by = std::this_thread::get_id();
  });
  loop.wait_for(1);
  EXPECT_EQ(answered_by, std::thread::id());
  loop.run_one();
  EXPECT_EQ(answered_by, std::this_thread::get_id());
}

TEST_P(Reading, SeesEveryWriteThatWasAnsweredBefore) {
  const auto store = open();
  save_table(*store);
  for (std::uint32_t n = 1; n <= 200; ++n) {
    add_line(*store, n);
    std::uint32_t seen = 0;
    store->chat(table, 1, [&](const auto& lines) { seen = lines->back().n; });
    while (seen == 0) loop.run_one();
    ASSERT_EQ(seen, n);
  }
}

TEST_P(Reading, IsAnsweredInTheOrderOfAsking) {
  const auto store = open();
  save_table(*store);
  for (std::uint32_t n = 1; n <= 5; ++n) add_line(*store, n);
  std::vector<int> order;
  for (int i = 0; i < 200; ++i) {
    if (i % 3 == 0) store->chat(table, 5, [&, i](const auto&) { order.push_back(i); });
    else if (i % 3 == 1) store->tables(TableState::waiting, [&, i](const auto&) { order.push_back(i); });
    else store->probe_reads([&, i](const auto&) { order.push_back(i); });
  }
  while (order.size() < 200) loop.run_one();
  for (int i = 0; i < 200; ++i) ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST_P(Reading, GoesOnWhenAnAnswerThrows) {
  const auto store = open();
  int answered = 0, thrown = 0;
  for (int i = 0; i < 100; ++i)
    store->user(ada, [&, i](const auto&) {
      ++answered;
      if (i % 10 == 0) throw std::runtime_error("as the test asked for");
    });
  while (answered < 100) try {
      loop.run_one();
    } catch (const std::runtime_error&) {
      ++thrown;
    }
  EXPECT_GT(thrown, 0);
}

TEST_P(Reading, MayBeLeftUnanswered) {
  auto kept = std::make_shared<int>();
  {
    Posted forgotten;
    const auto store = GetParam() == Kind::memory ? std::make_unique<RowsKeptAtOnce>(forgotten.post())
                                                  : std::move(*open_store(folder.path(), forgotten.post()));
    for (int i = 0; i < 1000; ++i) store->user(ada, [kept](const auto&) { ++*kept; });
  }
  EXPECT_EQ(*kept, 0) << "nobody runs this loop";
  EXPECT_EQ(kept.use_count(), 1) << "what the callbacks hold is gone with them";
}

// Damages the files of a running store: errors are answers, too.
TEST(ReadFaults, ComeAsAnswers) {
  const TempFolder folder;
  const auto store = open_or_fail(folder.path());
  ASSERT_FALSE(write(*store, std::vector<Change>{SaveTable{{table, ada, Visibility::listed, TableState::waiting, kNoGame, "{}", {}, 1}}}));
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "perron.db").c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "DROP TABLE chat", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  const auto lines = store->chat(table, 10);
  ASSERT_FALSE(lines);
  EXPECT_FALSE(lines.error().message.empty());
  EXPECT_TRUE(store->stats().read_trouble);
  EXPECT_TRUE(store->table(table)) << "other reads work";
}

TEST(StoreMetrics, AreNamedByTheStoreThatMeasuresThem) {
  const TempFolder folder;
  auto opened = open_store(folder.path(), at_once());
  ASSERT_TRUE(opened);
  const auto metrics = (*opened)->metrics();
  ASSERT_EQ(metrics.size(), 2u);
  for (const auto& metric : metrics) EXPECT_EQ(metric.name, "store_log_seconds");
  EXPECT_NE(metrics[0].label, metrics[1].label);
}

// ---- Tokens: a result must not be older than a change that was acknowledged meanwhile.

struct SessionTokens : testing::Test {
  SessionTokens() {
    bool made = false;
    people.make_guest("Ada", "", [&](const auto& fresh) {
      guest = *fresh;
      made = true;
    });
    while (!made) loop.run_one();
  }
  // Authenticates a token and makes a change meanwhile; the change is answered first.
  template <class Change>
  net::HttpResult<net::Principal> identify_during(Change change) {
    std::optional<net::HttpResult<net::Principal>> who;
    bool changed = false;
    people.authenticate(guest.token, "here", [&](auto answer) {
      EXPECT_TRUE(changed);
      who.emplace(std::move(answer));
    });
    loop.wait_for(1);  // the session has been read
    change([&](const auto& answer) { changed = bool(answer); });
    loop.run_last();  // wakes the writer
    loop.wait_for(2);
    while (!who) loop.run_one();
    return *who;
  }

  TempFolder folder;
  Posted loop;
  std::unique_ptr<Store> store = std::move(*open_store(folder.path(), loop.post()));
  net::Metrics metrics;
  net::PasswordHasher passwords{loop.post()};
  net::AuthService people{*store, passwords, metrics, [] { return std::int64_t{1'000'000}; }};
  net::IssuedToken guest;
};

TEST_F(SessionTokens, AreUnknownOnceTheEndOfTheirSessionIsKnown) {
  const auto who = identify_during([&](auto done) { people.end_session(guest.principal, guest.principal.session, done); });
  ASSERT_FALSE(who);
  EXPECT_EQ(who.error().status, 401);
}

TEST_F(SessionTokens, NameTheirOwnerAsOthersKnowThem) {
  const auto who = identify_during([&](auto done) { people.rename(guest.principal, "Grace", done); });
  ASSERT_TRUE(who);
  EXPECT_EQ(who->identity.name, "Grace");
}

// Not one by one: while a commit waits for the disk, the rest of the turn would wait for the next commit.
TEST(StoreTurn, WhatOneTurnOfTheLoopWritesIsOneCommit) {
  TempFolder folder;
  Posted loop;
  const auto store = std::move(*open_store(folder.path(), loop.post()));
  const auto before = store->stats().commits;
  int answers = 0;
  for (int i = 1; i <= 20; ++i)
    store->write(NewUser{{UserId(i), "Ada", "", "", 1, kNobody}}, [&](const auto& fault) {
      EXPECT_FALSE(fault);
      ++answers;
    });
  EXPECT_EQ(loop.size(), 1u) << "one wake for all of them";
  while (answers < 20) loop.run_one();
  EXPECT_EQ(store->stats().commits, before + 1);
}

}  // namespace
}  // namespace perron::test
