// The dealer: the same seed gives the same orders whatever the players do, and a key gives the deals that
// docs/record.md promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "dealer/key.h"
#include "notation/text.h"
#include "support/kit.h"

namespace perron {
namespace {

// What came from each pile between its shuffles, in order.
struct Orders {
  std::map<std::pair<int, int>, std::vector<int>> by_pile;  // (pile, number of the shuffle) -> items
};

Orders orders_of(const Game& game, const kit::Played& played) {
  Orders out;
  State state = start(game, played.first);
  for (const auto action : played.actions) {
    const auto& open = state.open;
    if (open.owed == Owed::passenger) out.by_pile[{3, 0}].push_back(action.b);
    else if (open.owed == Owed::ticket) {
      const int deck = open.owed_tickets[0] > 0 ? 0 : 1;
      const auto& pile = open.piles[deck];
      if (pile.bag > 0) out.by_pile[{1 + deck, pile.shuffles}].push_back(action.b);
    } else if (open.owed != Owed::nothing) {
      out.by_pile[{0, open.shuffles}].push_back(action.b);
    }
    apply(game, state, action);
  }
  return out;
}

class Dealing : public testing::TestWithParam<std::string> {};

TEST_P(Dealing, is_the_same_for_the_same_seed) {
  for (const auto& game : kit::games_of(GetParam())) {
    const auto one = kit::play(game, "random", 11), two = kit::play(game, "random", 11), other = kit::play(game, "random", 12);
    EXPECT_EQ(one.actions, two.actions);
    EXPECT_EQ(one.last, two.last);
    EXPECT_NE(one.actions, other.actions);
  }
}

// The first order of every pile is the same for all players: they only take more or less of it.
TEST_P(Dealing, does_not_depend_on_the_players) {
  for (const auto& game : kit::games_of(GetParam()))
    for (std::uint64_t seed = 20; seed < 24; ++seed) {
      const auto play_with = [&](const char* player, std::uint64_t choices) {
        FastDealer dealer(FastStreams{seed});
        return orders_of(game, kit::play(game, {player}, dealer, choices, {}));
      };
      const auto one = play_with("random", 1), two = play_with("h1", 2), three = play_with("hoard", 3);
      for (const auto* other : {&two, &three})
        for (const auto& [pile, items] : one.by_pile) {
          if (pile.second > 1) continue;  // a later shuffle is of what the players gave back
          const auto it = other->by_pile.find(pile);
          if (it == other->by_pile.end()) continue;
          const auto common = std::min(items.size(), it->second.size());
          EXPECT_TRUE(std::equal(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(common), it->second.begin()))
              << "pile " << pile.first;
        }
    }
}

// The key 00 01 ... 1f. What follows from it was worked out by another program, from the description alone.
Key test_key() {
  Key key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<unsigned char>(i);
  return key;
}

// The first deals of the opening, of one kind, as one text.
std::string first_deals(const char* board, int seats, Kind kind, std::size_t count) {
  const auto game = make_game(kit::board_of(board), seats);
  KeyDealer dealer(KeyStreams{test_key()});
  const auto played = kit::play(game, {"h1"}, dealer, 1, {});
  std::string out;
  for (const auto action : played.actions) {
    if (action.kind != kind || count == 0) continue;
    const bool ticket = kind == Kind::deal_ticket;
    out += (out.empty() ? "" : " ") + (ticket ? game.board.tickets[action.ticket()].id : std::string(name_of(action.color())));
    --count;
  }
  return out;
}

TEST(KeyDealing, commitment_is_the_sha256_of_the_key) {
  EXPECT_EQ(to_hex(test_key()), "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  EXPECT_EQ(commitment(test_key()), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  EXPECT_EQ(key_from_hex(to_hex(test_key())), test_key());
  EXPECT_FALSE(key_from_hex("00"));
  EXPECT_FALSE(key_from_hex(std::string(63, '0') + "g"));
}

TEST(KeyDealing, gives_the_known_answers) {
  KeyDealer dealer(KeyStreams{test_key()});
  EXPECT_EQ(dealer.first_seat(2), Seat{0});
  EXPECT_EQ(dealer.first_seat(3), Seat{1});
  EXPECT_EQ(dealer.first_seat(4), Seat{2});
  EXPECT_EQ(dealer.first_seat(5), Seat{2});
  EXPECT_EQ(first_deals("europe", 2, Kind::deal_hand, 8), "red white yellow locomotive blue blue orange orange");
  EXPECT_EQ(first_deals("europe", 2, Kind::deal_row, 4), "orange black yellow purple");
  EXPECT_EQ(first_deals("europe", 2, Kind::deal_ticket, 5),
            "danzig-lisboa frankfurt-kobenhavn sarajevo-sevastopol erzurum-rostov cadiz-stockholm");
  EXPECT_EQ(first_deals("germany", 2, Kind::deal_passenger, 10), "red white blue yellow red yellow red blue yellow red");
  EXPECT_EQ(first_deals("first-journey", 2, Kind::deal_hand, 8), "locomotive locomotive red locomotive yellow red locomotive locomotive");
  EXPECT_EQ(first_deals("first-journey", 2, Kind::deal_ticket, 4), "ankara-rome athens-paris barcelona-brest madrid-vienna");
}

TEST(KeyDealing, source_gives_the_known_answers) {
  KeySource source(test_key(), 7);
  for (const std::uint32_t right : {98u, 101u, 34u, 27u, 54u, 53u, 97u, 73u}) EXPECT_EQ(source.below(110), right);
  for (const std::uint32_t right : {1588993608u, 553716728u, 388108768u, 1428201u}) EXPECT_EQ(source.below(3000000000u), right);
}

template <class Source>
void expect_even(Source source) {
  for (const std::uint32_t n : {1u, 2u, 3u, 7u, 110u, 251u}) {
    const int draws = 2000 * static_cast<int>(n);
    std::vector<double> counted(n, 0), expected(n, 2000);
    for (int i = 0; i < draws; ++i) ++counted[source.below(n)];
    EXPECT_LT(kit::surprise(expected, counted), 5) << n;
  }
  // Near 3/4 of the range a draw that takes no care would give the first third twice as often.
  std::vector<double> thirds(3, 0);
  for (int i = 0; i < 30000; ++i) {
    const auto draw = source.below(3u << 30);
    ASSERT_LT(draw, 3u << 30);
    ++thirds[draw >> 30];
  }
  EXPECT_LT(kit::surprise({10000, 10000, 10000}, thirds), 5);
}

TEST(KeyDealing, source_is_even) { expect_even(KeySource(test_key(), 1)); }
TEST(FastDealing, source_is_even) { expect_even(Rng(1)); }

// Streams of a key are independent: another pile or another shuffle is another order.
TEST(KeyDealing, streams_differ) {
  const KeyStreams streams{test_key()};
  std::vector<std::uint32_t> seen;
  for (const auto pile : {Pile::cards, Pile::first_tickets, Pile::second_tickets, Pile::passengers, Pile::first_seat})
    for (std::uint32_t number = 0; number < 3; ++number) seen.push_back(streams.stream(pile, number).below(1u << 31));
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
}

// Shuffled orders are even: every card of the deck is as likely to come first.
template <class Streams>
void expect_even_deals(const std::function<Streams(int)>& streams) {
  const auto game = make_game(kit::board_of("europe"), 2);
  const int games = kit::scaled(8000);
  std::vector<double> counted(kColors, 0), expected;
  for (int i = 0; i < games; ++i) {
    TableDealer<Streams> dealer(streams(i));
    ++counted[dealer.deal(game, start(game, Seat{0})).b];
  }
  for (const auto count : game.rules().cards) expected.push_back(games * count / 110.0);
  EXPECT_LT(kit::surprise(expected, counted), 5);
}

TEST(KeyDealing, deals_are_even) {
  expect_even_deals<KeyStreams>([](int i) { return KeyStreams{key_from_seed(static_cast<std::uint64_t>(i))}; });
}
TEST(FastDealing, deals_are_even) {
  expect_even_deals<FastStreams>([](int i) { return FastStreams{static_cast<std::uint64_t>(i)}; });
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, Dealing, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

}  // namespace
}  // namespace perron
