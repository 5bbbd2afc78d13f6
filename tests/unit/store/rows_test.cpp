// Rows with impossible values: they are reported and left out, the others are read. See also tests/fuzz/fuzz_rows.cpp.
#include <sqlite3.h>

#include <algorithm>

#include "store/sqlite/archive.h"
#include "support/store_kit.h"

namespace perron::test {
namespace {

constexpr UserId ada{1}, bob{2};

struct StoreRows : testing::Test {
  TempFolder folder;

  void SetUp() override {
    const auto store = open_or_fail(folder.path());
    std::vector<Change> changes{NewUser{{ada, "Ada", "ada", "$argon2id$", 1, kNobody}}, NewUser{{bob, "Bob", "", "", 1, kNobody}},
                                NewSession{{SessionId{5}, sha256("a"), ada, "", 1, 1}},
                                NewSession{{SessionId{6}, sha256("b"), ada, "", 1, 1}}};
    for (const int id : {7, 8}) {
      changes.push_back(SaveTable{{TableId{id}, ada, Visibility::listed, TableState::waiting, kNoGame, "{}", {{ada, "Ada", ""}}, 1}});
      changes.push_back(AddChat{{TableId{id}, 1, ada, "Ada", "hello", 1}});
    }
    for (const int id : {1000, 1001}) {
      changes.push_back(a_game(GameId{id}, {{ada, "Ada", ""}, {bob, "Bob", ""}}));
      changes.push_back(an_entry(GameId{id}, 1, "r", ada));
    }
    ASSERT_FALSE(write(*store, std::move(changes)));
    ASSERT_FALSE(write(*store, {EndGame{GameId{1000}, Ending::finished, R"({"winners":[0]})", 2000},
                                EndGame{GameId{1001}, Ending::finished, R"({"winners":[1]})", 3000}}));
  }

  // Without type checks: a damaged page or another program can contain anything.
  void sql(const std::string& statements) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((folder / "perron.db").c_str(), &database), SQLITE_OK);
    std::string text =
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(replace(replace(sql, 'STRICT, WITHOUT ROWID',"
        "'WITHOUT ROWID'), ' STRICT', ''), ' NOT NULL', '') WHERE type = 'table'";
    ASSERT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
    ASSERT_EQ(sqlite3_open((folder / "perron.db").c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  // Expects this message from a read and from the check.
  void is_named(Store& store, const std::string& part) {
    const auto has = [&](const std::vector<std::string>& sentences) {
      return std::ranges::any_of(sentences, [&](const std::string& one) { return one.find(part) != std::string::npos; });
    };
    EXPECT_TRUE(has(store.take_bad_rows())) << part;
    const auto archive = Archive::open(folder.path());
    ASSERT_TRUE(archive);
    EXPECT_TRUE(has((*archive)->row_errors())) << part;
  }
};

template <class T>
bool is_bad(const StoreResult<T>& read) {
  return !read && read.error().fault == StoreFault::bad_row;
}

TEST_F(StoreRows, ListsGoOnWithoutTheBadOnes) {
  sql("UPDATE tables SET state = 0, visibility = 9 WHERE id = 7; UPDATE games SET result = '{]' WHERE id = 1000;"
      "UPDATE sessions SET token_hash = x'0102' WHERE id = 5; UPDATE chat SET text = CAST(x'ff' AS TEXT) WHERE table_id = 7");
  const auto store = open_or_fail(folder.path());
  ASSERT_EQ(store->tables(TableState::waiting)->size(), 1u);
  EXPECT_EQ(store->sessions_of(ada)->size(), 1u);
  EXPECT_EQ(store->chat(TableId{7}, 10)->size(), 0u);
  EXPECT_EQ(store->listed_games({})->size(), 1u);
  EXPECT_EQ(store->listed_games({INT64_MAX, kNoGame, 1})->size(), 1u) << "a page of one is full, whatever was left out";
  EXPECT_EQ(store->games_of(ada, GameFilter::all, {})->size(), 1u);
  const auto found = store->take_bad_rows();
  EXPECT_EQ(found.size(), 4u);
  for (const auto& sentence : found) EXPECT_EQ(sentence.find("{]"), std::string::npos) << "values are nobody's business";
  EXPECT_TRUE(store->take_bad_rows().empty()) << "once each";
}

// JSON ends at the end of the text, not at a null byte: otherwise the rest would be sent with the list of games.
TEST_F(StoreRows, AResultHasNothingBehindANullByte) {
  sql("UPDATE games SET result = CAST(x'7b7d00' AS TEXT) WHERE id = 1000");
  const auto store = open_or_fail(folder.path());
  EXPECT_EQ(store->listed_games({})->size(), 1u);
  EXPECT_TRUE(is_bad(store->game(GameId{1000})));
  is_named(*store, "result");
}

TEST_F(StoreRows, EachColumnIsChecked) {
  const std::pair<const char*, const char*> games[] = {{"visibility = 2", "column visibility"},
                                                       {"key = x'00'", "column key"},
                                                       {"key = NULL", "column key"},
                                                       {"first = 256", "column first"},
                                                       {"first = -1", "column first"},
                                                       {"started = -1", "column started"},
                                                       {"ended = 1e300", "column ended"},
                                                       {"ending = 3", "column ending"},
                                                       {"options = '[]'", "column options"},
                                                       {"options = 'x'", "column options"},
                                                       {"result = '{'", "column result"},
                                                       {"table_id = -5", "column table_id"},
                                                       {"engine = x'00'", "column engine"},
                                                       {"started = 9223372036854775807", "column started"},
                                                       {"engine = NULL", "column engine"},
                                                       {"started = 'soon'", "column started"}};
  for (const auto& [change, column] : games) {
    sql("UPDATE games SET table_id = NULL, visibility = 0, key = zeroblob(32), first = 0, started = 1000, ended = 2000, ending = 1,"
        "options = '{}', result = '{}', engine = ''; UPDATE games SET " +
        std::string(change) + " WHERE id = 1000");
    const auto store = open_or_fail(folder.path());
    EXPECT_TRUE(is_bad(store->game(GameId{1000}))) << change;
    EXPECT_TRUE(store->game(GameId{1001})) << change;
    is_named(*store, std::string("table games, row id 0000000000z8: ") + column);
  }
}

TEST_F(StoreRows, EntriesAndSeatsAreChecked) {
  const std::pair<const char*, const char*> changes[] = {
      {"UPDATE tail SET kind = 256", "table tail, row game 0000000000z8 n 1: column kind"},
      {"UPDATE tail SET seat = NULL", "column seat"},
      {"UPDATE tail SET action = 4294967296", "column action"},
      {"UPDATE tail SET user = -1", "column user"},
      {"UPDATE tail SET request = x'41'", "column request"},
      {"UPDATE tail SET clock = CAST(zeroblob(5000) AS TEXT)", "column clock"},
      {"UPDATE tail SET at = -1", "column at"},
      {"UPDATE game_seats SET seat = 5 WHERE seat = 1", "table game_seats, row game 0000000000z8 seat 5: column seat"},
      {"UPDATE game_seats SET name = NULL", "column name"}};
  for (const auto& [change, sentence] : changes) {
    const TempFolder copy;
    sql(change);
    const auto store = open_or_fail(folder.path());
    EXPECT_TRUE(is_bad(store->game(GameId{1000})) || is_bad(store->entry(GameId{1000}, 1))) << change;
    is_named(*store, sentence);
    sql("UPDATE tail SET kind = 1, seat = 0, action = 0, user = 1, request = 'r', clock = NULL, at = 1; UPDATE game_seats SET seat = 1"
        " WHERE seat = 5; UPDATE game_seats SET name = 'x'");
  }
}

TEST_F(StoreRows, PeopleAreChecked) {
  sql("UPDATE users SET created = -1 WHERE id = 1; UPDATE sessions SET seen = 'x'; UPDATE users SET now = -7 WHERE id = 2");
  const auto store = open_or_fail(folder.path());
  EXPECT_TRUE(is_bad(store->user(ada)));
  EXPECT_TRUE(is_bad(store->account("ada")));
  EXPECT_TRUE(is_bad(store->session(sha256("a"))));
  is_named(*store, "table users, row id 000000000001: column created");
}

TEST_F(StoreRows, AChangedBoardIsNotTheGamesBoard) {
  sql(R"(UPDATE boards SET json = '{"id":"other"}')");
  const auto store = open_or_fail(folder.path());
  const auto row = store->game(GameId{1000});
  ASSERT_TRUE(row && *row);
  const auto board = store->board((*row)->board_hash);
  ASSERT_TRUE(is_bad(board));
  EXPECT_NE(board.error().message.find("was changed"), std::string::npos) << board.error().message;
}

TEST_F(StoreRows, AnEntryThatIsThereTwiceStopsNoOtherWrites) {
  sql("INSERT INTO tail SELECT 900, game, n, kind, seat, action, user, request, clock, at, due FROM tail WHERE game = 1001;"
      "UPDATE games SET ending = 0, ended = NULL WHERE id = 1000");
  const auto store = open_or_fail(folder.path(), {0});
  EXPECT_FALSE(write(*store, an_entry(GameId{1000}, 2))) << "all games are sorted with it";
  EXPECT_EQ(store->entries(GameId{1001})->size(), 1u);
}

TEST_F(StoreRows, AnImpossibleIdOfTheTailIsToldAtTheStart) {
  sql("UPDATE tail SET id = 9223372036854775807 WHERE game = 1000");
  const auto store = open_store(folder.path(), at_once());
  ASSERT_TRUE(is_bad(store));
  EXPECT_NE(store.error().message.find("perron data vacuum"), std::string::npos);
  ASSERT_TRUE(vacuum(folder.path(), {}));
  EXPECT_EQ(open_or_fail(folder.path())->entries(GameId{1000})->size(), 1u);
}

}  // namespace
}  // namespace perron::test
