// The WAL: truncated when idle; detected when it is missing, truncated or replaced.
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "store/files/wal_marker.h"
#include "store/sqlite/archive.h"
#include "support/store_kit.h"

namespace perron::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr GameId game{21};

struct StoreLog : testing::Test {
  TempFolder running, crashed;
  const std::string log = "perron.db-wal";

  // Copies the files of a running store, as kill -9 would leave them.
  void crash() {
    for (const auto* name : {"perron.db", "perron.db-wal", "perron.running"})
      if (fs::exists(running / name)) fs::copy_file(running / name, crashed / name, fs::copy_options::overwrite_existing);
  }
  std::unique_ptr<BlockingStore> begin(milliseconds idle = milliseconds(60'000)) {
    auto store = open_or_fail(running.path(), {500'000, idle});
    EXPECT_FALSE(write(*store, a_game(game, {{UserId{1}, "Ada", ""}})));
    append(*store, 1, 30);
    return store;
  }
  static void append(Store& store, std::uint32_t first, std::uint32_t last) {
    for (auto n = first; n <= last; ++n) EXPECT_FALSE(write(store, an_entry(game, n)));
  }
  std::string refusal() {
    const auto store = open_store(crashed.path(), at_once());
    if (store) return "";
    EXPECT_EQ(store.error().fault, StoreFault::lost_wal) << store.error().message;
    EXPECT_NE(store.error().message.find("accept-loss"), std::string::npos) << store.error().message;
    return store.error().message;
  }
  bool log_empties(const TempFolder& folder, milliseconds most) {
    for (const auto end = std::chrono::steady_clock::now() + most; std::chrono::steady_clock::now() < end;) {
      if (fs::file_size(folder / log) == 0) return true;
      std::this_thread::sleep_for(milliseconds(10));
    }
    return false;
  }
};

TEST_F(StoreLog, IsEmptiedWhenNobodyWrites) {
  const auto store = begin(milliseconds(200));
  EXPECT_TRUE(log_empties(running, milliseconds(20'000)));
  append(*store, 31, 40);
  EXPECT_GT(fs::file_size(running / log), 0u);
  EXPECT_TRUE(log_empties(running, milliseconds(20'000))) << "and again";
  EXPECT_EQ(store->entries(game)->size(), 40u);
  crash();
  fs::remove(crashed / log);
  EXPECT_EQ(refusal(), "") << "nothing of an empty log is needed";
  EXPECT_EQ(open_or_fail(crashed.path())->entries(game)->size(), 40u);
}

TEST_F(StoreLog, IsNotWaitedForWhileSomebodyReads) {
  const auto store = begin(milliseconds(100));
  const auto reader = Archive::open(running.path());
  ASSERT_TRUE(reader);
  append(*store, 31, 31);
  EXPECT_FALSE(log_empties(running, milliseconds(1'000)));
  const auto begun = std::chrono::steady_clock::now();
  append(*store, 32, 33);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, milliseconds(3'000)) << "a commit does not wait for a reader";
}

TEST_F(StoreLog, ACrashLosesNothing) {
  const auto store = begin();
  crash();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(open_or_fail(crashed.path())->entries(game)->size(), 30u);
}

TEST_F(StoreLog, ACleanStopLeavesNoMarker) {
  auto store = begin();
  EXPECT_TRUE(fs::exists(running / kMarkerFile));
  struct stat facts {};
  ASSERT_EQ(::stat((running / kMarkerFile).c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0077, 0u);
  store.reset();
  EXPECT_FALSE(fs::exists(running / kMarkerFile));
  EXPECT_FALSE(fs::exists(running / log));
  EXPECT_TRUE(open_or_fail(running.path()));
}

TEST_F(StoreLog, AMissingLogIsNoticedUntilItIsAccepted) {
  const auto store = begin();
  crash();
  fs::remove(crashed / log);
  EXPECT_NE(refusal().find("is missing"), std::string::npos);
  EXPECT_NE(refusal().find("is missing"), std::string::npos) << "a start that was refused changes nothing";
  EXPECT_FALSE(vacuum(crashed.path(), {})) << "nor does anything else go on";
  const auto accepted = accept_loss(crashed.path());
  ASSERT_TRUE(accepted && *accepted);
  EXPECT_TRUE(open_or_fail(crashed.path()));
  const auto again = accept_loss(crashed.path());
  ASSERT_TRUE(again);
  EXPECT_FALSE(*again);
}

TEST_F(StoreLog, ACutLogIsNoticed) {
  const auto store = begin();
  const auto whole = fs::file_size(running / log);
  for (const auto size : {std::uintmax_t{0}, std::uintmax_t{10}, std::uintmax_t{32}, whole / 2, whole - 1}) {
    crash();
    fs::resize_file(crashed / log, size);
    EXPECT_NE(refusal(), "") << size << " of " << whole;
  }
}

TEST_F(StoreLog, ADamagedLogIsNoticed) {
  const auto store = begin();
  crash();
  std::fstream file(crashed / log, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(fs::file_size(crashed / log) / 2));
  file.put('\x5a').put('\xa5').put('\x5a');
  file.close();
  EXPECT_NE(refusal().find("was cut or damaged"), std::string::npos);
}

TEST_F(StoreLog, AnOlderLogIsNoticed) {
  auto store = begin(milliseconds(200));
  fs::copy_file(running / log, crashed / "older");
  ASSERT_TRUE(log_empties(running, milliseconds(20'000)));
  append(*store, 31, 60);
  crash();
  fs::copy_file(crashed / "older", crashed / log, fs::copy_options::overwrite_existing);
  EXPECT_NE(refusal().find("is another one"), std::string::npos);
}

// A torn write at the end of the WAL after a power cut is no error: it was not acknowledged.
TEST_F(StoreLog, ATornEndIsNone) {
  const auto store = begin();
  crash();
  std::ofstream(crashed / log, std::ios::app | std::ios::binary) << std::string(3000, 'x');
  EXPECT_EQ(refusal(), "");
}

// After a power cut the marker may be older than the WAL, or missing.
TEST_F(StoreLog, AnOldMarkerIsNoFault) {
  auto store = begin(milliseconds(200));
  fs::copy_file(running / kMarkerFile, crashed / "older");
  ASSERT_TRUE(log_empties(running, milliseconds(20'000)));
  append(*store, 31, 33);
  crash();
  fs::copy_file(crashed / "older", crashed / kMarkerFile, fs::copy_options::overwrite_existing);
  EXPECT_EQ(refusal(), "");
  crash();
  fs::resize_file(crashed / kMarkerFile, 0);
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(open_or_fail(crashed.path())->entries(game)->size(), 33u);
}

// Builds before the number of frames was kept in binary wrote the line alone.
TEST_F(StoreLog, AMarkerOfOneLineIsUnderstood) {
  const auto store = begin();
  crash();
  fs::resize_file(crashed / kMarkerFile, 46);
  EXPECT_EQ(refusal(), "");
  append(*open_or_fail(crashed.path()), 31, 31);
  crash();
  fs::resize_file(crashed / kMarkerFile, 46);
  fs::remove(crashed / log);
  EXPECT_NE(refusal().find("is missing"), std::string::npos);
}

TEST_F(StoreLog, EachCommitIsPromised) {
  const auto store = begin();
  for (std::uint32_t n = 31; n < 40; ++n) {
    const auto before = fs::file_size(running / log);
    append(*store, n, n);
    crash();
    fs::resize_file(crashed / log, before);
    EXPECT_NE(refusal().find("was cut or damaged"), std::string::npos) << n;
  }
}

// A write that is refused adds nothing to the WAL, and nothing that the marker said may be forgotten for it.
TEST_F(StoreLog, ARefusedWriteKeepsTheMarker) {
  const auto store = begin();
  crash();
  TempFolder again;
  {
    const auto restarted = open_or_fail(crashed.path());
    EXPECT_TRUE(write(*restarted, an_entry(game, 99)));
    for (const auto* name : {"perron.db", "perron.db-wal", "perron.running"}) fs::copy_file(crashed / name, again / name);
  }
  fs::remove(again / log);
  const auto opened = open_store(again.path(), at_once());
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("is missing"), std::string::npos) << opened.error().message;
}

// What an earlier build leaves, which writes the line alone.
TEST_F(StoreLog, AnOldLineIsNotMixedWithALaterCount) {
  const auto store = begin();
  crash();
  {
    std::fstream file(crashed / kMarkerFile, std::ios::in | std::ios::out | std::ios::binary);
    file << "perron log 00000000 0000000000000000 00000000\n";
    file.seekp(48);
    file.put(30);
  }
  fs::remove(crashed / log);
  EXPECT_EQ(refusal(), "");
}

TEST_F(StoreLog, AToolBesideAServerFindsNothingWrong) {
  const auto store = begin(milliseconds(1));
  for (std::uint32_t n = 31; n < 231; ++n) {
    append(*store, n, n);
    const auto fault = wal_error(running.path());
    ASSERT_FALSE(fault) << fault->message;
    if (n % 20 == 0) std::this_thread::sleep_for(milliseconds(5));
  }
}

}  // namespace
}  // namespace perron::test
