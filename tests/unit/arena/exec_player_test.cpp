// Outside programs as players: well-behaved ones play, all others forfeit in time and leave nothing behind.
#include "arena/players/exec_player.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "arena/players/child_process.h"
#include "notation/text.h"
#include "support/kit.h"

namespace perron::arena {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr const char* kReady = R"(read -r hello; echo '{"ready":true}'; read -r question; )";

class ExecPlayers : public testing::Test {
 protected:
  // The first decision of a game, by a program.
  Action first_choice(const std::string& command) {
    const auto player = make_seat_player("exec:ms=400:" + command);
    EXPECT_TRUE(player);
    return (*player)->choose(game_, view_, rng_);
  }

  std::string forfeit(const std::string& command) {
    const auto begin = steady_clock::now();
    try {
      first_choice(command);
    } catch (const Forfeit& reason) {
      EXPECT_LT(steady_clock::now() - begin, milliseconds(8000));
      return reason.what();
    }
    return "no forfeit";
  }

  static std::size_t open_files() {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) ++n;
    return n;
  }

  Game game_ = make_game(kit::board_of("europe"), 2);
  PlayerView view_ = [this] {
    PlayerView out{};
    kit::play(game_, "random", 1, [&](const State& state) {
      if (is_chance(state.open)) return true;
      out = observe(state, state.open.to_move);
      return false;
    });
    return out;
  }();
  Rng rng_{1};
};

TEST_F(ExecPlayers, a_good_answer_is_played) {
  const auto action = first_choice(std::string(kReady) + R"(echo '{"id":1,"action":"keep_tickets 1 2 3"}')");
  EXPECT_EQ(to_text(game_, action), "keep_tickets 1 2 3");
}

TEST_F(ExecPlayers, one_program_answers_again_and_again_and_after_a_forfeit_it_starts_anew) {
  const auto folder = std::filesystem::temp_directory_path() / ("perron_exec_" + std::to_string(getpid()));
  auto made = make_seat_player("exec:echo start >> " + folder.string() + "; " + kReady +
                               R"(echo '{"id":1,"action":"keep_tickets 1 2"}'; read -r q; echo '{"id":7}'; sleep 100)");
  const auto& player = *made;
  EXPECT_NO_THROW(player->choose(game_, view_, rng_));
  EXPECT_THROW(player->choose(game_, view_, rng_), Forfeit);
  EXPECT_NO_THROW(player->choose(game_, view_, rng_));
  EXPECT_EQ(kit::file_text(folder.string()), "start\nstart\n");
  std::filesystem::remove(folder);
}

TEST_F(ExecPlayers, what_is_wrong_is_a_forfeit_with_its_reason) {
  const std::string ready = kReady;
  const auto expect = [&](const std::string& command, const std::string& reason) {
    EXPECT_NE(forfeit(command).find(reason), std::string::npos) << command << ": " << forfeit(command);
  };
  expect("exit 3", "ended with exit code 3");
  expect("no-such-program-at-all 2>/dev/null", "ended with exit code 127");
  expect(ready + "kill -9 $$", "was ended by signal 9");
  expect(ready + "sleep 100", "gave no answer within 400 ms");
  expect(ready + "exec sleep 100 >/dev/null", "closed its output");
  expect(ready + "echo what", "no JSON object: \"what\"");
  expect(ready + "echo '[1]'", "no JSON object");
  expect(ready + R"(echo '{"id":1,"id":1,"action":"pass"}')", "no JSON object");
  expect(ready + R"(printf '{"id":\377}\n')", "no JSON object");
  expect(ready + R"(echo '{"action":"pass"}')", "without the id");
  expect(ready + R"(echo '{"id":2,"action":"pass"}')", "without the id");
  expect(ready + R"(echo '{"id":1}')", "without an action");
  expect(ready + R"(echo '{"id":1,"action":"fly"}')", "no action");
  expect(ready + R"(echo '{"id":1,"action":"pass"}')", "not legal");
  expect(ready + R"(echo '{"id":1,"action":"deal_hand 0 red"}')", "not legal");
  expect(ready + R"(echo '{"id":1,"error":"I am tired"}')", "I am tired");
  expect("echo '{\"ready\":false}'; sleep 100", "ready");
  expect(ready + "while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done", "more than 65536 bytes");
  expect(ready + "yes", "no JSON object");
}

TEST_F(ExecPlayers, a_program_that_never_reads_costs_its_time_only) {
  ChildProcess program;
  ASSERT_EQ(program.start("sleep 100"), "");
  const auto begin = steady_clock::now();
  EXPECT_EQ(program.ask(std::string(1 << 20, ' '), milliseconds(200)).error, "gave no answer within 200 ms");
  EXPECT_LT(steady_clock::now() - begin, milliseconds(3000));
}

TEST_F(ExecPlayers, an_answer_before_the_question_is_read_is_refused) {
  ChildProcess program;
  ASSERT_EQ(program.start("echo here; sleep 100"), "");
  EXPECT_EQ(program.ask(std::string(1 << 20, ' '), milliseconds(2000)).error, "answered before it had been asked");
}

// A program's children go with it, and nothing is left of either: no process, no open file.
TEST_F(ExecPlayers, nothing_is_left_behind) {
  const auto path = (std::filesystem::temp_directory_path() / ("perron_child_" + std::to_string(getpid()))).string();
  const auto files = open_files();
  forfeit("sleep 300 & echo $! > " + path + "; " + kReady + "wait");
  forfeit("exit 1");
  EXPECT_NO_THROW(first_choice(std::string(kReady) + R"(echo '{"id":1,"action":"keep_tickets 1 2"}'; sleep 300)"));
  EXPECT_EQ(open_files(), files);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  const auto child = "/proc/" + std::to_string(std::stoi(kit::file_text(path))) + "/stat";
  std::string stat;
  for (int i = 0; i < 100; ++i) {  // gone, or waiting for the system to take note
    stat.clear();
    std::getline(std::ifstream(child), stat);
    if (stat.empty() || stat.find(") Z ") != std::string::npos) break;
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_TRUE(stat.empty() || stat.find(") Z ") != std::string::npos) << stat;
  std::filesystem::remove(path);
}

TEST_F(ExecPlayers, wrong_names_get_a_sentence) {
  for (const auto* name : {"exec:", "exec:  ", "exec:ms=:cat", "exec:ms=0:cat", "exec:ms=many:cat", "exec:ms=99999999999:cat", "exec:ms=5"})
    EXPECT_FALSE(make_seat_player(name)) << name;
  EXPECT_TRUE(make_seat_player("exec:ms=5:cat"));
  EXPECT_TRUE(make_seat_player("random"));
}

}  // namespace
}  // namespace perron::arena
