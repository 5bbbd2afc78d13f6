// When a game goes on without being asked: from values alone, without a clock, computer players or a disk.
#include "server/room/autopilot.h"

#include <gtest/gtest.h>

namespace perron::server {
namespace {

using Task = Autopilot::Task;
using wire::Level;

constexpr Milliseconds kStart = 1'000'000;
constexpr Action kAction{Kind::draw_blind, 0, 0, 0};

class AutopilotTest : public testing::Test {
 protected:
  AutopilotTest() {
    settings.computer_delay = 900;
    settings.gone_after = 120'000;
    settings.busy_pause = 30'000;
  }
  static Autopilot::Turn person(Milliseconds now) {
    Autopilot::Turn turn;
    turn.now = now;
    turn.version = 7;
    return turn;
  }
  static Autopilot::Turn absent(Milliseconds now) {
    auto turn = person(now);
    turn.absent = true;
    return turn;
  }
  static Autopilot::Turn computer(Milliseconds now, std::uint32_t version = 7) {
    auto turn = person(now);
    turn.computer = Level::hard;
    turn.version = version;
    return turn;
  }
  void answer(std::uint32_t version = 7) {
    autopilot.answered();
    autopilot.take(kAction, version);
  }

  Settings settings;
  Autopilot autopilot{settings};
};

TEST_F(AutopilotTest, a_computer_player_is_asked_once) {
  EXPECT_TRUE(autopilot.plan(computer(kStart)).ask);
  autopilot.asked(7, kStart);
  EXPECT_TRUE(autopilot.thinks());
  EXPECT_FALSE(autopilot.plan(computer(kStart)).ask);
  answer();
  EXPECT_FALSE(autopilot.thinks());
  EXPECT_FALSE(autopilot.plan(computer(kStart)).ask);
}

TEST_F(AutopilotTest, nobody_is_asked_for_nobody_or_for_a_person) {
  auto turn = computer(kStart);
  turn.paused = true;
  EXPECT_FALSE(autopilot.plan(turn).ask);
  EXPECT_FALSE(autopilot.plan(person(kStart)).ask);
}

TEST_F(AutopilotTest, a_quick_thought_waits_until_people_can_follow) {
  autopilot.asked(7, kStart);
  EXPECT_EQ(autopilot.plan(computer(kStart + 10)).due, 0);
  answer();
  EXPECT_FALSE(autopilot.may_play(kStart + 10));
  EXPECT_EQ(autopilot.plan(computer(kStart + 10)).due, kStart + 900);
  EXPECT_EQ(autopilot.due_task(computer(kStart + 899)), Task::wait);
  EXPECT_EQ(autopilot.due_task(computer(kStart + 900)), Task::play);
}

TEST_F(AutopilotTest, a_late_thought_is_due_at_once) {
  autopilot.asked(7, kStart);
  answer();
  EXPECT_TRUE(autopilot.may_play(kStart + 5000));
  EXPECT_EQ(autopilot.plan(computer(kStart + 5000)).due, kStart + 5000);
}

TEST_F(AutopilotTest, a_thought_is_used_once_and_only_in_its_turn) {
  autopilot.asked(7, kStart);
  answer();
  EXPECT_EQ(autopilot.use_move(computer(kStart)), kAction);
  EXPECT_FALSE(autopilot.has_move());
  EXPECT_EQ(autopilot.use_move(computer(kStart)), std::nullopt);
  answer();
  EXPECT_EQ(autopilot.use_move(computer(kStart, 8)), std::nullopt);  // somebody has acted meanwhile
  EXPECT_FALSE(autopilot.has_move());
  answer();
  EXPECT_EQ(autopilot.use_move(person(kStart)), std::nullopt);  // has come back
}

TEST_F(AutopilotTest, a_thought_is_dropped_when_a_person_has_the_seat) {
  answer();
  autopilot.plan(person(kStart));
  EXPECT_FALSE(autopilot.has_move());
  answer();
  autopilot.begin_game();
  EXPECT_FALSE(autopilot.has_move());
}

TEST_F(AutopilotTest, a_person_out_of_time_is_replaced) {
  auto turn = person(kStart);
  turn.timeout_at = kStart + 50;
  EXPECT_EQ(autopilot.plan(turn).due, kStart + 50);
  EXPECT_EQ(autopilot.due_task(turn), Task::wait);
  turn.now = kStart + 50;
  EXPECT_EQ(autopilot.due_task(turn), Task::replace_timed_out);
}

TEST_F(AutopilotTest, a_person_who_is_gone_for_long_is_replaced) {
  EXPECT_EQ(autopilot.plan(absent(kStart)).due, kStart + 120'000);
  EXPECT_EQ(autopilot.plan(absent(kStart + 1000)).due, kStart + 120'000);
  EXPECT_EQ(autopilot.due_task(absent(kStart + 119'999)), Task::wait);
  EXPECT_EQ(autopilot.due_task(absent(kStart + 120'000)), Task::replace_absent);
}

TEST_F(AutopilotTest, whoever_comes_back_has_the_whole_time_again) {
  autopilot.plan(absent(kStart));
  EXPECT_EQ(autopilot.plan(person(kStart + 100'000)).due, 0);
  EXPECT_EQ(autopilot.plan(absent(kStart + 110'000)).due, kStart + 230'000);
  autopilot.plan(computer(kStart + 120'000));  // has the seat for a while
  EXPECT_EQ(autopilot.plan(absent(kStart + 130'000)).due, kStart + 250'000);
}

TEST_F(AutopilotTest, what_comes_first_is_due_first) {
  auto turn = absent(kStart);
  turn.timeout_at = kStart + 500'000;
  EXPECT_EQ(autopilot.plan(turn).due, kStart + 120'000);
  turn.timeout_at = kStart + 100'000;
  EXPECT_EQ(autopilot.plan(turn).due, kStart + 100'000);
}

TEST_F(AutopilotTest, shortened_thinking_is_busy_for_a_while) {
  EXPECT_FALSE(autopilot.note_level(Level::hard, Level::hard, kStart));
  EXPECT_TRUE(autopilot.note_level(Level::hard, Level::easy, kStart));
  EXPECT_TRUE(autopilot.busy());
  EXPECT_FALSE(autopilot.note_level(Level::hard, Level::hard, kStart + 29'999));
  EXPECT_TRUE(autopilot.busy());
  EXPECT_TRUE(autopilot.note_level(Level::hard, Level::hard, kStart + 30'000));
  EXPECT_FALSE(autopilot.busy());
  autopilot.note_level(Level::hard, Level::easy, kStart);
  autopilot.begin_game();
  EXPECT_FALSE(autopilot.busy());
}

}  // namespace
}  // namespace perron::server
