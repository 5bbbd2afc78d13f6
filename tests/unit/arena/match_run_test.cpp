// A whole match on several threads: what is left to play is played, and whoever watches may end it.
#include "arena/match_run.h"

#include <gtest/gtest.h>

#include "support/kit.h"

namespace perron::arena {
namespace {

struct SmallMatch {
  Game game = kit::games_of("tiny").front();
  ArenaOptions options;
  ReportOptions report;
  ArenaState state;
  StateWriter no_file;

  SmallMatch() {
    options.threads = 2;
    state.match = {"tiny", "0", game.seats, Lineups::fixed, {}, 3, false, "5"};
    state.match.players.assign(static_cast<std::size_t>(game.seats), "random");
    state.units_asked = 6;
  }
  MatchRun run() { return {options, report, game, state, no_file}; }
};

TEST(MatchRun, plays_the_units_that_the_state_lacks) {
  SmallMatch match;
  {
    auto first = match.run();
    ASSERT_TRUE(first.run([](const MatchProgress&) { return true; }));
    EXPECT_EQ(first.resumed(), 0);
    EXPECT_TRUE(first.report().missing.empty());
  }
  const auto played = match.state.units;
  ASSERT_EQ(played.size(), 6u);
  match.state.units.erase(match.state.units.begin() + 2);
  auto second = match.run();
  EXPECT_EQ(second.resumed(), 5);
  ASSERT_TRUE(second.run([&](const MatchProgress& progress) {
    EXPECT_GE(progress.done, 5 * match.game.seats);
    EXPECT_EQ(progress.all, 6 * match.game.seats);
    return true;
  }));
  ASSERT_EQ(match.state.units.size(), 6u);
  EXPECT_EQ(match.state.units[2].number, 2);
  EXPECT_EQ(match.state.units[2].share[0].wins, played[2].share[0].wins);  // a unit depends on its number alone
}

TEST(MatchRun, ends_when_its_watcher_says_so) {
  SmallMatch match;
  match.state.units_asked = 1000000;
  auto run = match.run();
  EXPECT_TRUE(run.run([](const MatchProgress&) { return false; }));
  EXPECT_LT(match.state.units.size(), 1000000u);
  EXPECT_FALSE(run.report().missing.empty());
}

TEST(MatchRun, says_what_could_not_be_written) {
  SmallMatch match;
  match.options.record_dir = "/no/such/folder";
  auto run = match.run();
  EXPECT_FALSE(run.run([](const MatchProgress&) { return true; }));
  EXPECT_EQ(run.error().find("can't write the record /no/such/folder/tiny-"), 0u) << run.error();
}

}  // namespace
}  // namespace perron::arena
