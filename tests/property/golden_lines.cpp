// Perft counts of nasty spots, and the examples of the rulebook: golden files that play lines of actions (tests/golden/README.md).
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "arena/perft.h"
#include "notation/text.h"
#include "support/kit.h"

namespace perron {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// "perft 3 23837" into its first word and the rest.
std::pair<std::string, std::string> split_word(const std::string& line) {
  const auto space = line.find(' ');
  return space == line.npos ? std::pair(line, std::string()) : std::pair(line.substr(0, space), line.substr(space + 1));
}

Action first_outcome(const Game& game, const State& state) {
  OutcomeList list;
  outcomes(game, state, list);
  return list[0].action;
}

// Plays a line in which deals are named, or left to `deals`. The answer is what is wrong with it.
std::string play_named(const Game& game, State& state, const std::string& line) {
  std::size_t begin = 0;
  while (begin < line.size()) {
    auto end = line.find(" / ", begin);
    if (end == line.npos) end = line.size();
    const auto text = line.substr(begin, end - begin);
    begin = std::min(end + 3, line.size());
    if (text == "deals") {
      while (is_chance(state.open)) apply(game, state, first_outcome(game, state));
      continue;
    }
    const auto next = arena::play_line(game, state, text, arena::Chance::exact, 0);
    if (!next) return next.error();
    state = *next;
  }
  return "";
}

// ---- perft

struct Spot {
  std::string id, board, line;
  int seats = 0, first = 0;
  arena::Chance chance = arena::Chance::exact;
  std::uint64_t seed = 0;
  std::vector<std::string> expectations;
  struct Count {
    int depth;
    std::uint64_t positions;
    std::size_t file_line;
    bool by_hand;
  };
  std::vector<Count> counts;
};

std::vector<Spot> read_spots(const std::vector<std::string>& lines) {
  std::vector<Spot> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i][0] == '#') continue;
    const auto [word, rest] = split_word(lines[i]);
    if (word == "id") {
      out.push_back({});
      out.back().id = rest;
      continue;
    }
    if (out.empty()) {
      ADD_FAILURE() << "line " << i + 1 << " comes before any id";
      return out;
    }
    auto& spot = out.back();
    if (word == "board") {
      spot.board = rest;
    } else if (word == "seats") {
      spot.seats = std::atoi(rest.c_str());
    } else if (word == "first") {
      spot.first = std::atoi(rest.c_str());
    } else if (word == "line") {
      spot.line += (spot.line.empty() ? "" : " / ") + rest;
    } else if (word == "expect") {
      spot.expectations.push_back(rest);
    } else if (word == "chance") {
      spot.chance = rest == "exact" ? arena::Chance::exact : arena::Chance::seeded;
      if (rest != "exact") spot.seed = std::strtoull(split_word(rest).second.c_str(), nullptr, 10);
    } else if (word == "perft") {
      std::istringstream in(rest);
      Spot::Count count{0, 0, i, rest.find("by hand") != rest.npos};
      in >> count.depth >> count.positions;
      spot.counts.push_back(count);
    } else {
      ADD_FAILURE() << "line " << i + 1 << " is not understood: " << lines[i];
    }
  }
  return out;
}

// Counts by asking why_not about every encoding of an action, without legal.
std::uint64_t slow_count(const Game& game, const State& state, int depth, arena::Chance chance, std::uint64_t seed) {
  const State here = chance == arena::Chance::seeded ? arena::settle(game, state, seed) : state;
  if (depth == 0) return 1;
  if (is_over(here.open)) return 0;
  std::vector<Action> actions;
  if (is_chance(here.open)) {
    for (int kind = static_cast<int>(Kind::deal_hand); kind < kKinds; ++kind)
      for (int a = 0; a < kPlaces; ++a)
        for (int b = 0; b < kTickets; ++b) {
          const Action deal{Kind(kind), static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), 0};
          if (a == here.open.owed_at && can_be_dealt(game, here, deal)) actions.push_back(deal);
        }
  } else {
    actions = kit::accepted(game, here.open, here.own[here.open.to_move]);
  }
  std::uint64_t sum = 0;
  for (const auto action : actions) {
    State next = here;
    apply(game, next, action);
    sum += slow_count(game, next, depth - 1, chance, seed);
  }
  return sum;
}

State position_of(const Spot& spot, const Game& game) {
  State state = start(game, Seat(spot.first));
  if (spot.chance == arena::Chance::seeded && spot.line.find("deal_") == spot.line.npos) {
    const auto played = arena::play_line(game, state, spot.line, arena::Chance::seeded, spot.seed);
    EXPECT_TRUE(played) << spot.id << ": " << played.error();
    return played ? *played : state;
  }
  EXPECT_EQ(play_named(game, state, spot.line), "") << spot.id;
  return state;
}

class Perft : public testing::Test {
 protected:
  const std::string path_ = kit::golden_path("perft.txt");
  std::vector<std::string> lines_ = lines_of(kit::file_text(path_));
  std::vector<Spot> spots_ = read_spots(lines_);
};

TEST_F(Perft, counts_are_those_of_the_corpus) {
  ASSERT_GT(spots_.size(), 20u);
  for (const auto& spot : spots_) {
    const auto game = make_game(kit::board_of(spot.board), spot.seats);
    const auto state = position_of(spot, game);
    for (const auto& text : spot.expectations) EXPECT_EQ(kit::expectation_fault(game, state, text), "") << spot.id << ": " << text;
    EXPECT_FALSE(spot.counts.empty()) << spot.id;
    for (const auto& count : spot.counts) {
      const auto positions = arena::count_positions(game, state, count.depth, spot.chance, spot.seed);
      if (kit::update_golden() && !count.by_hand) {
        lines_[count.file_line] = "perft " + std::to_string(count.depth) + " " + std::to_string(positions);
      } else {
        EXPECT_EQ(positions, count.positions) << spot.id << ", depth " << count.depth;
      }
    }
  }
  if (!kit::update_golden()) return;
  std::string out;
  for (const auto& line : lines_) out += line + "\n";
  kit::write_file(path_, out);
}

// The same by the slow way: one step for each spot, two where there are few actions.
TEST_F(Perft, counts_are_those_of_asking_why_not) {
  for (const auto& spot : spots_) {
    const auto game = make_game(kit::board_of(spot.board), spot.seats);
    const auto state = position_of(spot, game);
    for (const auto& count : spot.counts) {
      if (count.depth > 1 && (count.depth > 2 || spot.counts[0].positions > static_cast<std::uint64_t>(kit::scaled(24)))) continue;
      EXPECT_EQ(slow_count(game, state, count.depth, spot.chance, spot.seed), count.positions) << spot.id << ", depth " << count.depth;
    }
  }
}

TEST_F(Perft, ids_are_unique_and_every_board_is_there) {
  std::set<std::string> ids, boards;
  for (const auto& spot : spots_) {
    EXPECT_TRUE(ids.insert(spot.id).second) << spot.id;
    boards.insert(spot.board);
  }
  for (const auto& name : kit::board_names()) EXPECT_TRUE(boards.contains(name)) << name;
}

// ---- rulebook

class Rulebook : public testing::TestWithParam<std::string> {};

TEST_P(Rulebook, is_followed) {
  const auto lines = lines_of(kit::file_text(GetParam()));
  std::optional<Game> game;
  State state{};
  std::string board;
  int seats = 0, first = 0, expectations = 0;
  Rng rng(61);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i][0] == '#') continue;
    const auto where = std::filesystem::path(GetParam()).filename().string() + ":" + std::to_string(i + 1) + ": " + lines[i];
    const auto [word, rest] = split_word(lines[i]);
    if (word == "board") board = rest;
    else if (word == "seats") seats = std::atoi(rest.c_str());
    else if (word == "first") first = std::atoi(rest.c_str());
    else if (word == ">" || word == "=") {
      if (!game) {
        game = make_game(kit::board_of(board), seats);
        state = start(*game, Seat(first));
      }
      if (word == "=") {
        ++expectations;
        EXPECT_EQ(kit::expectation_fault(*game, state, rest), "") << where;
      } else {
        ASSERT_EQ(play_named(*game, state, rest), "") << where;
      }
      ASSERT_EQ(kit::check_node(*game, state, kit::Depth::quick, rng), "") << where;
    } else {
      FAIL() << where << " is not understood";
    }
  }
  EXPECT_GT(expectations, 5);
}

INSTANTIATE_TEST_SUITE_P(Examples, Rulebook, testing::ValuesIn(kit::files_in(kit::golden_path("rulebook"), ".txt")),
                         [](const auto& file) { return kit::plain_name(std::filesystem::path(file.param).stem().string()); });

}  // namespace
}  // namespace perron
