// Records: what is written is read back as the same game, and what is altered is refused.
#include <gtest/gtest.h>

#include "dealer/key.h"
#include "notation/record.h"
#include "support/kit.h"

namespace perron {
namespace {

class Records : public testing::TestWithParam<std::string> {};

void expect_same(const Game& game, const kit::Played& played, const Record& record) {
  EXPECT_EQ(record.header.board, game.board.id);
  EXPECT_EQ(static_cast<int>(record.header.seats.size()), game.seats);
  EXPECT_EQ(record.header.first, played.first);
  EXPECT_EQ(record.actions, played.actions);
  EXPECT_EQ(record.last, played.last);
  EXPECT_EQ(record.finished, is_over(played.last.open));
  EXPECT_EQ(record.lines.size(), record.actions.size());
  ASSERT_FALSE(record.lines.empty());
  EXPECT_EQ(record.lines.back(), static_cast<int>(record.actions.size()) + 1);
}

TEST_P(Records, are_read_back_as_written) {
  for (const auto& game : kit::games_of(GetParam()))
    for (const std::string player : kit::kPlainPlayers)
      for (int i = 0; i < kit::scaled(3); ++i) {
        const auto played = kit::play(game, player, mix64(static_cast<std::uint64_t>(3000 + i)));
        const auto record = read_record(kit::record_of(game, played, "", ""), kit::finder());
        ASSERT_TRUE(record) << record.error().line << ": " << record.error().message;
        expect_same(game, played, *record);
      }
}

TEST_P(Records, may_be_unfinished) {
  for (const auto& game : kit::games_of(GetParam())) {
    auto played = kit::play(game, "random", 5);
    played.actions.resize(played.actions.size() / 2);
    State state = start(game, played.first);
    for (const auto action : played.actions) apply(game, state, action);
    played.last = state;
    const auto record = read_record(kit::record_of(game, played, "", ""), kit::finder());
    ASSERT_TRUE(record) << record.error().message;
    expect_same(game, played, *record);
  }
}

// Cut off anywhere, with a line missing, twice, or exchanged with its neighbour: refused at that line, or another game
// that is as right, but never the same one.
TEST_P(Records, altered_by_a_line_are_noticed) {
  const auto games = kit::games_of(GetParam());
  const auto& game = games.front();
  const auto played = kit::play(game, "random", 6);
  const auto text = kit::record_of(game, played, "", "");
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  Rng rng(7);
  for (int i = 0; i < kit::scaled(60); ++i) {
    auto changed = lines;
    const auto at = rng.below(static_cast<std::uint32_t>(lines.size() - 1));
    const auto how = rng.below(3);
    if (how == 0) changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
    if (how == 1) changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
    if (how == 2) std::swap(changed[at], changed[at + 1]);
    if (changed == lines) continue;
    std::string out;
    for (const auto& line : changed) out += line + "\n";
    const auto record = read_record(out, kit::finder());
    if (record) {
      EXPECT_NE(record->actions, played.actions);
    } else {
      EXPECT_GE(record.error().line, static_cast<int>(at) + 1) << record.error().message;
    }
  }
}

// Every deal of a game from a key follows from that key, and from no other.
TEST_P(Records, from_a_key_are_verified) {
  for (const auto& game : kit::games_of(GetParam())) {
    const auto key = key_from_seed(static_cast<std::uint64_t>(game.seats));
    KeyDealer dealer(KeyStreams{key});
    const auto played = kit::play(game, {"random", "h1"}, dealer, 8, {});
    const auto record = read_record(kit::record_of(game, played, commitment(key), to_hex(key)), kit::finder());
    ASSERT_TRUE(record) << record.error().line << ": " << record.error().message;
    expect_same(game, played, *record);
    EXPECT_EQ(record->header.key_sha256, commitment(key));
    ASSERT_EQ(record->key, to_hex(key));
    const auto told = key_from_hex(record->key);
    ASSERT_TRUE(told);
    const auto deals_follow = [&](const Key& from) {
      KeyDealer again(KeyStreams{from});
      State state = start(game, record->header.first);
      for (const auto action : record->actions) {
        if (is_deal(action.kind) && again.deal(game, state) != action) return false;
        apply(game, state, action);
      }
      return true;
    };
    EXPECT_TRUE(deals_follow(*told));
    auto other = key;
    other[31] ^= 1;
    EXPECT_FALSE(deals_follow(other));
    EXPECT_NE(commitment(other), record->header.key_sha256);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, Records, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

}  // namespace
}  // namespace perron
