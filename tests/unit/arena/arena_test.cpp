// The arena's parts: who meets whom, one game with its forfeits, the state file, the report.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "arena/print.h"
#include "arena/report.h"
#include "arena/state_file.h"
#include "arena/unit_player.h"
#include "content/load.h"
#include "support/kit.h"

namespace perron::arena {
namespace {

Match field(int players, int seats) {
  Match match{"tiny", "0", seats, Lineups::field, {}, 3, false, "5"};
  for (int p = 0; p < players; ++p) match.players.push_back("p" + std::to_string(p));
  return match;
}

TEST(ArenaSchedule, two_seats_are_a_round_robin_on_the_same_deals) {
  const Schedule schedule(field(4, 2));
  EXPECT_EQ(schedule.lineups_per_deal(), 6);
  EXPECT_EQ(schedule.units_for(13), 12);  // 12 games a deal
  std::set<std::vector<int>> met;
  for (int unit = 6; unit < 12; ++unit) {
    EXPECT_EQ(schedule.deal(unit), 1);
    met.insert(schedule.lineup(unit));
  }
  EXPECT_EQ(met.size(), 6u);
}

TEST(ArenaSchedule, one_player_for_each_seat_is_one_line_up) {
  const Schedule schedule(field(3, 3));
  EXPECT_EQ(schedule.units_for(10), 4);
  EXPECT_EQ(schedule.lineup(7), (std::vector<int>{0, 1, 2}));
}

TEST(ArenaSchedule, too_many_line_ups_are_drawn_so_that_all_play_equally_often) {
  const Schedule schedule(field(20, 4));  // 4845 line-ups
  ASSERT_EQ(schedule.lineups_per_deal(), 20);
  std::map<int, int> times;
  std::map<std::pair<int, int>, int> pairs;
  for (int unit = 0; unit < 20 * 200; ++unit) {
    const auto lineup = schedule.lineup(unit);
    ASSERT_EQ(std::set<int>(lineup.begin(), lineup.end()).size(), 4u);
    for (const int a : lineup) {
      ++times[a];
      for (const int b : lineup) ++pairs[{a, b}];
    }
  }
  for (const auto& [player, count] : times) EXPECT_EQ(count, 4 * 200);
  for (const auto& [pair, count] : pairs) EXPECT_GT(count, 60);  // 126 on the average
}

TEST(ArenaShard, each_unit_is_in_exactly_one) {
  for (int unit = 0; unit < 30; ++unit) {
    int count = 0;
    for (int k = 1; k <= 7; ++k) count += Shard{k, 7}.has(unit);
    EXPECT_EQ(count, 1);
  }
  EXPECT_EQ(read_shard("3/8"), (Shard{3, 8}));
  for (const char* text : {"0/8", "9/8", "3", "3/", "a/b", "1/2/3", ""}) EXPECT_FALSE(read_shard(text)) << text;
}

// Takes the first legal action; gives up at its third turn if told so; counts what it sees.
class Scripted final : public search::Player {
 public:
  Scripted(bool gives_up, int& watched) : gives_up_(gives_up), watched_(watched) {}
  Action choose(const Game& game, const PlayerView& view, Rng&) override {
    if (gives_up_ && ++turns_ == 3) throw Forfeit("lost its way");
    legal(game, view.open, view.mine, list_);
    return list_[0];
  }
  void inform_action(const Game&, const Public&, Action) override { ++watched_; }

 private:
  bool gives_up_;
  int& watched_;
  int turns_ = 0;
  ActionList list_;
};

struct Forfeits : testing::Test {
  Match match{"tiny", "0", 2, Lineups::fixed, {"good", "bad"}, 1, false, "5"};
  Game game = make_game(*load_board(kit::tests_dir() + "/boards/tiny.json"), 2);
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> games{0};
  int watched = 0;
  UnitPlayer player{match, game, "", stop, games, [this](std::string_view name) -> Result<std::unique_ptr<search::Player>, std::string> {
                      return std::unique_ptr<search::Player>(std::make_unique<Scripted>(name == "bad", watched));
                    }};
};

TEST_F(Forfeits, lose_the_game_and_the_match_goes_on) {
  const auto unit = player.play(0);
  ASSERT_TRUE(unit);
  EXPECT_EQ(games, 2);
  EXPECT_EQ(unit->share[0].wins, 2u * kWin);
  EXPECT_EQ(unit->share[1].wins, 0u);
  EXPECT_EQ(unit->share[1].forfeits, 2u);
  EXPECT_EQ(unit->forfeit_reasons, (std::vector<std::string>{"", "lost its way"}));
  EXPECT_EQ(unit->share[1].decisions, 6u);
  // Both seats see every action: all decisions but the two that were none.
  EXPECT_EQ(watched, 2 * static_cast<int>(unit->share[0].decisions + unit->share[1].decisions - 2));
}

TEST_F(Forfeits, a_stop_is_no_forfeit) {
  stop = true;
  EXPECT_FALSE(player.play(0));
  EXPECT_EQ(player.error(), "");
}

const char* const kHead =
    R"({"perron_arena":1,"board":"tiny","board_hash":"0","seats":2,"field":false,"seed":1,"provable":false,"sources":"5","players":["a","b"],"shard":"1/1"})"
    "\n";

std::string unit_text(int number, const char* wins) {
  return R"({"unit":)" + std::to_string(number) + R"(,"players":[0,1],"wins":)" + wins +
         R"(,"shared":[0,0],"points":[1,2],"completed":[0,0],"decisions":[5,6],"seconds":[0.1,0.2],"slowest":[0.1,0.1],"forfeits":[0,0],"unfinished":0})"
         "\n";
}

TEST(ArenaState, a_torn_last_line_is_left_out) {
  const auto whole = kHead + unit_text(1, "[2,0]") + unit_text(0, "[1.5,0.5]");
  const auto all = read_state(whole);
  ASSERT_TRUE(all) << all.error();
  EXPECT_EQ(all->units.size(), 2u);
  EXPECT_EQ(all->units[0].share[0].wins, 90u);
  EXPECT_EQ(all->units[0].share[1].micros, 200000u);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto part = read_state(std::string_view(whole).substr(0, size));
    ASSERT_TRUE(part) << size << ": " << part.error();
    EXPECT_LE(part->whole_bytes, size);
  }
}

TEST(ArenaState, strange_lines_are_refused) {
  for (const auto& text :
       {std::string("hello"), std::string("hello\n"), std::string("{}\n"), kHead + std::string("{}\n"), kHead + unit_text(0, "[2,1]"),
        kHead + unit_text(-1, "[2,0]"), kHead + unit_text(0, "[1e300,0]"), kHead + unit_text(0, "[2]"),
        kHead + unit_text(0, "[2,0]") + unit_text(0, "[2,0]"), kHead + std::string("\0\n", 2)})
    EXPECT_FALSE(read_state(text)) << text;
}

TEST(ArenaState, knows_the_program_that_played_it) {
  const std::string head = kHead, sources = R"("sources":"5",)";
  const auto state = read_state(head), old = read_state(std::string(head).erase(head.find(sources), sources.size()));
  ASSERT_TRUE(state && old);
  auto now = state->match;
  EXPECT_EQ(other_program(now, state->match), "");
  now.sources = "6";
  EXPECT_EQ(other_program(now, state->match), "was played by another version of perron (sources 5, not 6)");
  EXPECT_EQ(other_program(now, old->match), "does not say which version of perron played it");
  EXPECT_EQ(other_program(old->match, old->match), "does not say which version of perron played it");
}

TEST(ArenaReportTest, the_sequential_test_takes_units_in_their_order) {
  std::vector<Unit> units(200);
  for (std::size_t i = 0; i < units.size(); ++i) {
    units[i].number = static_cast<std::int64_t>(i);
    units[i].share[0].wins = i % 3 == 0 ? kWin : 2 * kWin;
    units[i].share[1].wins = 2 * kWin - units[i].share[0].wins;
  }
  UnitTest forward({0, 100, 0.05, 0.05}), backward({0, 100, 0.05, 0.05});
  for (const auto& unit : units) forward.add(unit);
  for (std::size_t i = units.size(); i-- > 0;) backward.add(units[i]);
  EXPECT_EQ(forward.report().verdict, Verdict::accepted);
  EXPECT_EQ(forward.report().units, backward.report().units);
  EXPECT_EQ(forward.report().llr, backward.report().llr);
  // The report stops where the test did.
  const Match match{"tiny", "0", 2, Lineups::fixed, {"a", "b"}, 1, false, "5"};
  const auto report = report_of(match, {}, units, 200, {{}, SprtPlan{0, 100, 0.05, 0.05}});
  EXPECT_EQ(report.units, forward.report().units);
  EXPECT_TRUE(report.missing.empty());
  EXPECT_NEAR(report.players[0].win_share(), 0.83, 0.02);
}

TEST(ArenaReportTest, names_what_is_missing) {
  EXPECT_EQ(ranges(std::vector<std::int64_t>{1, 2, 3, 7, 9, 10}), "1-3, 7, 9-10");
  EXPECT_EQ(ranges({}), "");
  std::vector<Unit> played(2);
  played[1].number = 3;  // with three shards the first has units 0 and 3
  EXPECT_EQ(missing_text(std::vector<std::int64_t>{1, 2, 4, 5, 6}, played, 3), "shards 2-3 of 3; unit 6");
  EXPECT_EQ(missing_text(std::vector<std::int64_t>{6, 9}, played, 3), "units 6, 9");
  EXPECT_EQ(missing_text(std::vector<std::int64_t>{1, 4}, played, 3), "shard 2 of 3");
  EXPECT_EQ(missing_text(std::vector<std::int64_t>{0, 1}, {}, 1), "units 0-1");
}

TEST(ArenaReportTest, shortens_long_lists_for_people_only) {
  std::vector<std::int64_t> odd;
  for (int i = 0; i < 21; ++i) odd.push_back(2 * i + 1);
  EXPECT_TRUE(ranges(odd).ends_with("39, 41"));
  EXPECT_TRUE(missing_text(odd, {}, 1).ends_with("37, 39, ..."));
  odd.pop_back();
  EXPECT_TRUE(missing_text(odd, {}, 1).ends_with("37, 39"));
}

}  // namespace
}  // namespace perron::arena
