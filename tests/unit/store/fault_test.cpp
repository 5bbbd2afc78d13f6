// The store under failures: disk full, no write permission, damaged or newer files, two servers. Each gives a clear error, and nothing that
// was stored before is lost.
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "store/sqlite/archive.h"
#include "support/store_kit.h"

namespace perron::test {
namespace {

constexpr GameId game{21};

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void put_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

void sql(const std::string& path, const std::string& statements) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

struct StoreFaults : testing::Test {
  TempFolder folder;
  const std::string file = folder / "perron.db";

  // Writes a number of games with a number of entries each, and closes the store.
  void fill(int games, int entries) {
    const auto store = open_or_fail(folder.path());
    for (int g = 0; g < games; ++g) {
      std::vector<Change> changes{a_game(GameId{1000 + g}, {{UserId{1}, "Ada", ""}})};
      for (int n = 1; n <= entries; ++n)
        changes.push_back(an_entry(GameId{1000 + g}, static_cast<std::uint32_t>(n), std::to_string(n), UserId{1}));
      ASSERT_FALSE(write(*store, std::move(changes)));
    }
  }
  StoreError open_error() {
    const auto before = bytes_of(file);
    const auto store = open_store(folder.path(), at_once());
    if (store) {
      ADD_FAILURE() << "opened";
      return {};
    }
    EXPECT_EQ(bytes_of(file), before) << "an error must not change the file";
    return store.error();
  }
};

// Limits the file size of this process, which is to a database what a full disk is.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(StoreFaults, AFullDiskStopsWritingUntilThereIsRoom) {
  auto store = open_or_fail(folder.path());
  ASSERT_FALSE(write(*store, a_game(game, {})));
  std::uint32_t stored = 0;
  {
    const SizeLimit limit(300'000);
    std::optional<StoreError> error;
    // A large write may fail while a smaller one still succeeds: the disk is full when none succeeds.
    for (int failed = 0; failed < 5 && stored < 10'000;) {
      auto answer = write(*store, an_entry(game, stored + 1, std::string(40, 'x') + std::to_string(stored), UserId{1}));
      failed = answer ? failed + 1 : 0;
      stored += !answer;
      if (answer) error = std::move(answer);
    }
    ASSERT_TRUE(error);
    EXPECT_EQ(error->fault, StoreFault::disk_full) << error->message;
    EXPECT_NE(error->message.find(file), std::string::npos) << error->message;
    EXPECT_TRUE(store->stats().trouble);
    EXPECT_EQ(store->entries(game)->size(), stored) << "reads go on";
  }
  EXPECT_FALSE(write(*store, an_entry(game, stored + 1))) << "there is room again";
  EXPECT_FALSE(store->stats().trouble);
  store.reset();
  store = open_or_fail(folder.path());
  EXPECT_EQ(store->entries(game)->size(), stored + 1);
}

TEST_F(StoreFaults, RoomIsFoundAgainEvenIfNobodyWrites) {
  const auto store = open_or_fail(folder.path());
  const auto in_trouble_after = [&](std::chrono::milliseconds most) {
    for (const auto end = std::chrono::steady_clock::now() + most; std::chrono::steady_clock::now() < end;) {
      if (!store->stats().trouble) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
  };
  {
    const SizeLimit limit(4096);
    ASSERT_TRUE(write(*store, a_game(game, {})));
    EXPECT_TRUE(in_trouble_after(std::chrono::milliseconds(2500))) << "tried again, and there is no room still";
  }
  EXPECT_FALSE(in_trouble_after(std::chrono::milliseconds(8000)));
  EXPECT_FALSE(write(*store, a_game(game, {})));
}

TEST_F(StoreFaults, AFullDiskAtTheStart) {
  {
    const SizeLimit limit(5'000);
    const auto store = open_store(folder.path(), at_once());
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().fault, StoreFault::disk_full) << store.error().message;
  }
  EXPECT_TRUE(open_or_fail(folder.path())) << "and no half-made file is left";
}

TEST_F(StoreFaults, NoRightToWrite) {
  fill(1, 1);
  ::chmod(folder.path().c_str(), 0555);
  ::chmod(file.c_str(), 0444);
  const bool root = ::geteuid() == 0;
  ASSERT_TRUE(!root || ::seteuid(65534) == 0);
  const auto error = open_error();
  const auto inside = open_store(folder / "new", at_once());
  ASSERT_TRUE(!root || ::seteuid(0) == 0);
  ::chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(error.fault, StoreFault::read_only) << error.message;
  EXPECT_NE(error.message.find(folder.path()), std::string::npos) << error.message;
  ASSERT_FALSE(inside);
  EXPECT_EQ(inside.error().fault, StoreFault::read_only) << inside.error().message;
}

TEST_F(StoreFaults, TheFolderIsNoFolder) {
  put_bytes(folder / "file", "x");
  const auto store = open_store(folder / "file", at_once());
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find(folder / "file"), std::string::npos) << store.error().message;
}

TEST_F(StoreFaults, OthersCantReadIt) {
  fill(1, 1);
  const auto store = open_or_fail(folder / "made/here");
  ASSERT_FALSE(write(*store, a_game(game, {})));
  struct stat facts {};
  for (const auto* name : {"perron.db", "perron.db-wal", "perron.lock"}) {
    ASSERT_EQ(::stat((folder / "made/here/" + name).c_str(), &facts), 0) << name;
    EXPECT_EQ(facts.st_mode & 0077, 0u) << name;
  }
  ASSERT_EQ(::stat((folder / "made/here").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0077, 0u);
}

TEST_F(StoreFaults, TwoServersOnOneFolder) {
  auto first = open_or_fail(folder.path());
  const auto second = open_store(folder.path(), at_once());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().fault, StoreFault::in_use);
  EXPECT_NE(second.error().message.find(folder.path()), std::string::npos);
  EXPECT_NE(second.error().message.find(std::to_string(::getpid())), std::string::npos) << second.error().message;
  EXPECT_FALSE(write(*first, a_game(game, {}))) << "the first goes on";
  first.reset();
  EXPECT_TRUE(open_or_fail(folder.path()));
}

TEST_F(StoreFaults, AFileOfANewerVersion) {
  fill(1, 1);
  sql(file, "PRAGMA user_version = 99");
  const auto error = open_error();
  EXPECT_EQ(error.fault, StoreFault::newer);
  EXPECT_NE(error.message.find("99"), std::string::npos) << error.message;
}

TEST_F(StoreFaults, AFileOfAnOlderVersionIsBroughtUpToDate) {
  {
    const auto store = open_or_fail(folder.path(), {0});
    ASSERT_FALSE(write(*store, {a_game(game, {}), an_entry(game, 1, "r", UserId{1})}));
  }
  sql(file, "DELETE FROM tail; DROP TABLE tail; DROP TABLE mutes; PRAGMA user_version = 1");
  const auto store = open_or_fail(folder.path());
  ASSERT_EQ(store->entries(game)->size(), 1u);
  EXPECT_EQ(write(*store, an_entry(game, 2, "r", UserId{1}))->fault, StoreFault::repeated);
  EXPECT_FALSE(write(*store, an_entry(game, 2)));
}

// Before version 4 they were listed after their end.
TEST_F(StoreFaults, GamesForTheirPlayersOnlyLeaveTheListOfEndedGames) {
  const std::pair<GameId, const char*> games[] = {{GameId{11}, R"({"board":"europe","watch":false})"},
                                                  {GameId{12}, R"({"board":"europe","watch":true})"},
                                                  {GameId{13}, R"({"board":"europe"})"},
                                                  {GameId{14}, "no JSON {"},
                                                  {GameId{15}, ""},
                                                  {GameId{16}, R"({"watch":{"a":[false]}})"}};
  {
    const auto store = open_or_fail(folder.path());
    for (const auto& [id, options] : games) {
      ASSERT_FALSE(write(*store, a_game(id, {})));
      ASSERT_FALSE(write(*store, EndGame{id, Ending::finished, "{}", 5}));
    }
  }
  for (const auto& [id, options] : games)
    sql(file, "UPDATE games SET visibility = 0, options = '" + std::string(options) + "' WHERE id = " + std::to_string(std::int64_t(id)));
  sql(file, "PRAGMA user_version = 3");
  const auto store = open_or_fail(folder.path());
  const auto listed = store->listed_games({});
  ASSERT_TRUE(listed);
  EXPECT_EQ(listed->size(), 5u);
  for (const auto& game_listed : *listed) EXPECT_NE(game_listed.id, GameId{11});
  EXPECT_EQ(store->game(GameId{11})->value().visibility, Visibility::by_link);
}

TEST_F(StoreFaults, AFileOfAnotherProgram) {
  sql(file, "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
  EXPECT_EQ(open_error().fault, StoreFault::failed);
  put_bytes(file, "Dear diary, today I laid three tracks to Odessa.\n");
  EXPECT_EQ(open_error().fault, StoreFault::damaged);
}

TEST_F(StoreFaults, AnEmptyFileIsANewOne) {
  put_bytes(file, "");
  EXPECT_TRUE(open_or_fail(folder.path()));
}

TEST_F(StoreFaults, ATruncatedFileIsToldAtTheStart) {
  fill(40, 50);
  const auto whole = bytes_of(file);
  for (const auto part : {1, 2, 3}) {
    put_bytes(file, whole.substr(0, whole.size() * static_cast<std::size_t>(part) / 4));
    const auto error = open_error();
    EXPECT_EQ(error.fault, StoreFault::damaged) << error.message;
    EXPECT_NE(error.message.find("perron data check"), std::string::npos) << error.message;
  }
}

TEST_F(StoreFaults, ADamagedTailIsToldAtTheStart) {
  fill(40, 200);
  auto bytes = bytes_of(file);
  for (auto at = bytes.size() / 2 / 4096 * 4096; at < bytes.size(); at += 4096) bytes.replace(at, 64, 64, '\xff');
  put_bytes(file, bytes);
  EXPECT_EQ(open_error().fault, StoreFault::damaged);
}

TEST_F(StoreFaults, ADamagedPageIsToldAndNothingIsWrittenAfter) {
  fill(40, 200);
  ASSERT_TRUE(vacuum(folder.path(), {}));
  auto bytes = bytes_of(file);
  auto store = open_or_fail(folder.path());
  // Overwrites the pages of entries, all but the first few of the file, while the server runs.
  for (auto at = bytes.size() / 2; at < bytes.size(); at += 4096) bytes.replace(at, 64, 64, '\xff');
  put_bytes(file, bytes);
  int damaged = 0, read = 0;
  for (int g = 0; g < 40; ++g) {
    const auto entries = store->entries(GameId{1000 + g});
    if (entries) {
      ++read;
    } else {
      ++damaged;
      EXPECT_EQ(entries.error().fault, StoreFault::damaged) << entries.error().message;
    }
  }
  EXPECT_GT(damaged, 5);
  EXPECT_GT(read, 5) << "what is unharmed can be read";
  std::optional<StoreError> error;
  for (int g = 39; g >= 0 && !error; --g) error = write(*store, an_entry(GameId{1000 + g}, 201, "one more", UserId{1}));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->fault, StoreFault::damaged) << error->message;
  EXPECT_TRUE(write(*store, a_game(game, {}))) << "no more writing into a damaged file";
  EXPECT_FALSE(*store->game(game));
}

TEST_F(StoreFaults, AFailedReadIsTroubleUntilItWorksAgain) {
  fill(40, 200);
  ASSERT_TRUE(vacuum(folder.path(), {}));
  const auto whole = bytes_of(file);
  const auto store = open_or_fail(folder.path());
  EXPECT_FALSE(store->probe_reads());
  EXPECT_FALSE(store->stats().read_trouble);
  auto bytes = whole;
  for (auto at = bytes.size() / 2; at < bytes.size(); at += 4096) bytes.replace(at, 64, 64, '\xff');
  put_bytes(file, bytes);
  int failed = 0;
  for (int g = 0; g < 40; ++g) failed += !store->entry(GameId{1000 + g}, 100);
  ASSERT_GT(failed, 0);
  ASSERT_TRUE(store->stats().read_trouble);
  EXPECT_EQ(store->stats().read_trouble->fault, StoreFault::damaged);
  EXPECT_TRUE(store->probe_reads()) << "what failed fails still";
  EXPECT_FALSE(store->stats().trouble) << "of commits there was none";
  put_bytes(file, whole);
  EXPECT_FALSE(store->probe_reads());
  EXPECT_FALSE(store->stats().read_trouble);
}

TEST_F(StoreFaults, FlippedBytesNeverCrash) {
  fill(20, 60);
  const auto whole = bytes_of(file);
  std::uint64_t random = 1;
  int refused = 0;
  for (int round = 0; round < 60; ++round) {
    auto bytes = whole;
    for (int flips = 0; flips < 40; ++flips) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      bytes[(random >> 16) % (round % 3 ? bytes.size() : 20'000)] ^= static_cast<char>(1 << (random >> 61));
    }
    put_bytes(file, bytes);
    auto opened = open_store(folder.path(), at_once());
    if (!opened) {
      ++refused;
      EXPECT_FALSE(opened.error().message.empty());
      continue;
    }
    auto store = std::make_unique<BlockingStore>(std::move(*opened));
    for (int g = 0; g < 20; ++g) {
      store->game(GameId{1000 + g});
      store->entries(GameId{1000 + g});
      write(*store, an_entry(GameId{1000 + g}, 61));
    }
    store.reset();
    for (const auto* name : {"perron.db-wal", "perron.db-shm", "perron.running"}) std::filesystem::remove(folder / name);
  }
  EXPECT_GT(refused, 5);
}

}  // namespace
}  // namespace perron::test
