// Boards that nobody has thought of: random sheets and networks, as far as content accepts them, under the kit. Finds what
// only an odd combination of rules brings about.
#include <gtest/gtest.h>

#include "content/board_reader.h"
#include "support/kit.h"

namespace perron {
namespace {

// A JSON text put together at random. Numbers are small, so that most boards are possible, and the rest is refused.
class BoardMaker {
 public:
  explicit BoardMaker(Rng& rng) : rng_(rng) {}

  std::string make() {
    race_ = chance(3);
    two_decks_ = !race_ && chance(2);
    regions_ = chance(3);
    passengers_ = chance(3);
    const int cities = number(2, 7);
    std::string places, tracks, tickets;
    int standing = 0;
    for (int i = 0; i < cities; ++i) {
      std::string place = R"("id":"c)" + std::to_string(i) + R"(","name":"City")";
      if (regions_ && i < 2) place += i == 0 ? R"(,"region":"east")" : R"(,"region":"west")";
      if (const int n = passengers_ ? number(0, 2) : 0; n > 0) {
        place += R"(,"passengers":)" + std::to_string(n);
        standing += n;
      }
      add(places, "{" + place + "}");
    }
    const bool country = chance(3);
    if (country) {
      add(places, R"({"id":"land","name":"Land","kind":"country"})");
      add(places, R"({"id":"t0","name":"Land","kind":"terminal","country":"land"})");
      add(places, R"({"id":"t1","name":"Land","kind":"terminal","country":"land"})");
      add(tracks, track("c0", "t0"));
      add(tracks, track("c1", "t1"));
    }
    for (int i = 1; i < cities; ++i) add(tracks, track(city(number(0, i - 1)), city(i)));
    for (int extra = number(0, 8); extra > 0; --extra)
      if (const int a = number(0, cities - 1), b = number(0, cities - 1); a != b) add(tracks, track(city(a), city(b)));
    for (int a = 0; a < cities; ++a)
      for (int b = a + 1; b < cities; ++b)
        if (chance(cities < 4 ? 1 : 2)) add(tickets, ticket(city(a), city(b)));
    if (country) add(tickets, ticket("c0", "land"));
    const std::string head = R"({"perron_board":1,"id":"random","version":1,"name":"Random",)";
    return head + "\"rules\":{" + rules(standing) + "},\"places\":[" + places + "],\"tracks\":[" + tracks + "],\"tickets\":[" + tickets +
           "]}";
  }

 private:
  bool chance(int one_in) { return rng_.below(static_cast<std::uint32_t>(one_in)) == 0; }
  int number(int least, int most) { return least + static_cast<int>(rng_.below(static_cast<std::uint32_t>(most - least + 1))); }
  std::string digits(int least, int most) { return std::to_string(number(least, most)); }
  static void add(std::string& list, const std::string& item) { (list += list.empty() ? "" : ",") += item; }
  static std::string city(int i) { return "c" + std::to_string(i); }

  std::string track(const std::string& a, const std::string& b) {
    static constexpr const char* colors[] = {"red", "blue", "green", "grey"};
    const int length = number(1, 3);
    std::string out =
        R"({"a":")" + a + R"(","b":")" + b + R"(","length":)" + std::to_string(length) + R"(,"colour":")" + colors[rng_.below(4)] + "\"";
    if (chance(6)) out += R"(,"locomotives":)" + digits(1, length);
    if (tunnels_ && chance(3)) out += R"(,"tunnel":true)";
    return out + "}";
  }

  std::string ticket(const std::string& a, const std::string& b) {
    std::string out = R"({"a":")" + a + R"(","b":")" + b + "\"";
    if (!race_) out += R"(,"points":)" + digits(1, 9);
    if (two_decks_) out += chance(2) ? R"(,"deck":"one")" : R"(,"deck":"two")";
    return out + "}";
  }

  std::string ticket_rules() {
    if (race_)
      return R"("decks":[{"id":"one"}],"race":{"open":)" + digits(1, 4) + R"(,"goal":)" + digits(1, 6) + R"(,"swap":)" +
             (chance(2) ? "true}" : "false}");
    const std::string end = chance(2) ? R"(,"not_kept_first":"reshuffle"})" : R"(,"not_kept_first":"leave_game"})";
    if (two_decks_ && chance(2)) {
      const int split = number(1, 4);
      return R"("decks":[{"id":"one"},{"id":"two"}],"split":)" + std::to_string(split) + R"(,"keep":{"first":)" + digits(1, split) +
             R"(,"later":)" + digits(1, split) + end;
    }
    const int first = number(0, 3), later = number(0, 2), second = two_decks_ ? number(0, 2) : 0;
    const int second_later = two_decks_ && later == 0 ? number(0, 2) : 0;
    std::string decks = R"({"id":"one","first":)" + std::to_string(first) + R"(,"later":)" + std::to_string(later) + "}";
    if (two_decks_) decks += R"(,{"id":"two","first":)" + std::to_string(second) + R"(,"later":)" + std::to_string(second_later) + "}";
    const int offered = later + second_later;
    return R"("decks":[)" + decks + R"(],"keep":{"first":)" + digits(1, std::max(1, first + second)) + R"(,"later":)" +
           (offered > 0 ? digits(1, offered) : "0") + end;
  }

  std::string rules(int standing) {
    const int wagons = number(3, 14), most = number(2, 5), row = number(1, 6);
    std::string out = R"("players":{"min":2,"max":)" + std::to_string(most) + R"(},"wagons":)" + std::to_string(wagons);
    out += R"(,"cards":{"red":)" + digits(2, 9) + R"(,"blue":)" + digits(2, 9) + R"(,"green":)" + digits(2, 9) + R"(,"locomotive":)" +
           digits(0, 5) + "}";
    out += R"(,"opening_cards":)" + digits(0, 3) + R"(,"draw":{"cards":)" + digits(1, 3);
    // A row that goes too easily is thrown away for ever: not below half of it.
    if (!chance(3))
      out += R"(,"row":{"places":)" + std::to_string(row) + R"(,"flush_at_locomotives":)" + (chance(4) ? "0" : digits((row + 1) / 2, row)) +
             "}";
    out += "}";
    if (chance(2)) out += R"(,"claim_points":[1,2,4])";
    if (chance(2)) out += R"(,"one_of_parallel_up_to_players":)" + digits(0, 5);
    out += R"(,"end":{"wagons_left":)" + digits(0, 2) + R"(,"turns_each":)" + digits(0, 2) + R"(},"tickets":{)" + ticket_rules() + "}";
    if (tunnels_) out += R"(,"tunnels":{"cards":)" + digits(1, 5) + "}";
    if (chance(3)) out += R"(,"stations":{"each":)" + digits(1, 6) + R"(,"points_unused":)" + digits(0, 4) + "}";
    if (standing > 0)
      out += R"(,"passengers":{"colours":{"red":)" + std::to_string(standing - standing / 2) + R"(,"blue":)" +
             std::to_string(standing / 2) + R"(},"points_most":5,"points_second":2})";
    if (chance(3)) out += R"(,"longest_line":{"points":7})";
    if (chance(3)) out += R"(,"globetrotter":{"points":6})";
    if (regions_) out += R"(,"east_west":{"regions":["east","west"],"points":)" + digits(0, 3) + "}";
    return out;
  }

  Rng& rng_;
  bool race_ = false, two_decks_ = false, regions_ = false, passengers_ = false, tunnels_ = chance(2);
};

TEST(RandomBoards, hold_what_the_kit_asks) {
  int played = 0;
  for (int i = 0; i < kit::scaled(4000); ++i) {
    Rng rng(mix64(static_cast<std::uint64_t>(i)));
    const auto text = BoardMaker(rng).make();
    const auto board = read_board(text);
    if (!board) continue;
    ++played;
    const int seats = board->rules.players_min + static_cast<int>(rng.below(board->rules.players_max - board->rules.players_min + 1u));
    const auto game = make_game(*board, seats);
    std::string fault;
    // Not h1: it may try the same tunnel for ever where nothing but locomotives is left to be turned up.
    const auto result = kit::play(game, rng.below(2) ? "random" : "hoard", static_cast<std::uint64_t>(i), [&](const State& state) {
      fault = kit::check_node(game, state, rng.below(200) == 0 ? kit::Depth::full : kit::Depth::quick, rng);
      return fault.empty();
    });
    ASSERT_EQ(fault, "") << "board " << i << ": " << text;
    ASSERT_TRUE(kit::ended(game, result.last)) << "board " << i << ": " << text;
    ASSERT_EQ(kit::check_node(game, result.last, kit::Depth::quick, rng), "") << text;
  }
  EXPECT_GT(played, kit::scaled(4000) / 10);
}

}  // namespace
}  // namespace perron
