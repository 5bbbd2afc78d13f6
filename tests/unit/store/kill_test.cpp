// kill -9 at random moments: every write that was acknowledged is there afterwards, exactly once, and no write is there in part.
// PERRON_KILLS=100 makes it a long test. The killed process is this program again: the first test here does nothing unless it runs in that
// process.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <thread>

#include "base/rng.h"
#include "support/store_kit.h"

namespace perron::test {
namespace {

constexpr int kGames = 40;
constexpr UserId ada{1};

GameId game_of(std::uint32_t i) { return GameId{100 + static_cast<int>(i)}; }

// One acknowledgement on the pipe: a record in a single write, so that it is atomic.
struct Answer {
  std::uint32_t game, n;
};

// The child appends to all games concurrently in an endless loop; each acknowledgement goes to the pipe.
[[noreturn]] void write_for_ever(const std::string& folder, int pipe) {
  // Every other process flushes its tail all the time.
  auto opened = open_store(folder, at_once(), {::getpid() % 2 ? 100'000 : 50});
  if (!opened) _exit(3);
  BlockingStore store(std::move(*opened));
  std::vector<std::uint32_t> next(kGames, 1);
  for (std::uint32_t g = 0; g < kGames; ++g) {
    if (!*store.game(game_of(g))) write(store, a_game(game_of(g), {{ada, "Ada", ""}}));
    next[g] = static_cast<std::uint32_t>(store.entries(game_of(g))->size()) + 1;
  }
  Answer ready{~0u, 0};
  if (::write(pipe, &ready, sizeof ready) != sizeof ready) _exit(4);
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  while (true) {
    const auto g = rng.below(kGames);
    const auto n = next[g];
    // Sometimes two changes that must be atomic.
    std::vector<Change> changes{an_entry(game_of(g), n, "r" + std::to_string(n), ada)};
    if (rng.below(4) == 0) {
      changes = {an_entry(game_of(g), n, "first" + std::to_string(n), ada)};
      changes.push_back(an_entry(game_of(g), n + 1, "second" + std::to_string(n + 1), ada));
    }
    next[g] += static_cast<std::uint32_t>(changes.size());
    const Answer answer{g, next[g] - 1};
    store.write(std::move(changes), [answer, pipe](const std::optional<StoreError>& error) {
      if (error || ::write(pipe, &answer, sizeof answer) != sizeof answer) _exit(5);
    });
    while (store.stats().waiting > 64) ::usleep(50);
  }
}

// Arguments of the process to kill: the data folder, and where acknowledgements go.
constexpr const char* kFolder = "PERRON_STORE_FOLDER";
constexpr int kAnswers = 3;  // a file descriptor

TEST(StoreKill, TheProcessThatIsKilled) {
  if (const char* folder = std::getenv(kFolder)) write_for_ever(folder, kAnswers);
}

// Reads acknowledgements until the pipe is closed; kills the process after a number of microseconds.
std::map<std::uint32_t, std::uint32_t> run_and_kill(const std::string& folder, unsigned microseconds) {
  int ends[2];
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const auto child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], kAnswers);
    ::setenv(kFolder, folder.c_str(), 1);
    ::execl("/proc/self/exe", "child", "--gtest_filter=StoreKill.TheProcessThatIsKilled", nullptr);
    ::_exit(6);
  }
  ::close(ends[1]);
  std::map<std::uint32_t, std::uint32_t> last;
  Answer answer{};
  EXPECT_EQ(::read(ends[0], &answer, sizeof answer), ssize_t{sizeof answer}) << "the child is ready";
  std::thread killer([&] {
    ::usleep(microseconds);
    ::kill(child, SIGKILL);
  });
  while (::read(ends[0], &answer, sizeof answer) == ssize_t{sizeof answer}) last[answer.game] = std::max(last[answer.game], answer.n);
  killer.join();
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "ended by itself with " << WEXITSTATUS(status);
  return last;
}

TEST(StoreKill, NothingAnsweredIsLostAndNothingDoubled) {
  const char* asked = std::getenv("PERRON_KILLS");
  const int kills = asked ? std::atoi(asked) : 8;
  const TempFolder folder;
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  std::size_t answered = 0;
  for (int round = 0; round < kills; ++round) {
    const auto last = run_and_kill(folder.path(), rng.below(120'000));
    const auto store = open_or_fail(folder.path());
    ASSERT_TRUE(store);
    for (std::uint32_t g = 0; g < kGames; ++g) {
      const auto entries = store->entries(game_of(g));
      ASSERT_TRUE(entries) << entries.error().message;
      const auto found = last.find(g);
      EXPECT_GE(entries->size(), found != last.end() ? found->second : 0) << "game " << g << " has lost what was answered";
      std::uint32_t n = 0;
      for (const auto& entry : *entries) {
        ASSERT_EQ(entry.n, ++n);
        const auto second = n > 1 && (*entries)[n - 2].request.starts_with("first");
        const auto first = entry.request.starts_with("first");
        ASSERT_EQ(entry.request, (second ? "second" : first ? "first" : "r") + std::to_string(n)) << "each request once, in its place";
      }
      ASSERT_FALSE(n > 0 && entries->back().request.starts_with("first")) << "half a write";
      answered += found != last.end();
    }
  }
  EXPECT_GT(answered, 0u);
}

}  // namespace
}  // namespace perron::test
