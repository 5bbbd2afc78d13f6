// The store: what is written is read back, and an invalid write is refused without affecting others.
#include <numeric>
#include <thread>

#include "support/store_kit.h"

namespace perron::test {
namespace {

// Runs with a tail that never is flushed, and with one that always is.
struct StoreWrite : testing::TestWithParam<std::int64_t> {
  TempFolder folder;
  std::unique_ptr<BlockingStore> store = open_or_fail(folder.path(), {GetParam()});

  void reopen() {
    store.reset();
    store = open_or_fail(folder.path(), {GetParam()});
  }
  void must(Change change) { must(std::vector<Change>{std::move(change)}); }
  void must(std::vector<Change> changes) {
    const auto error = write(*store, std::move(changes));
    ASSERT_FALSE(error) << error->message;
  }
  void refuses(Change change, StoreFault fault = StoreFault::conflict) {
    const auto error = write(*store, std::move(change));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->fault, fault) << error->message;
    EXPECT_FALSE(error->message.empty());
  }
};

constexpr UserId ada{11}, bob{12}, guest{13};
constexpr GameId game{21}, other{22};
constexpr TableId table{31};

TEST_P(StoreWrite, UsersAccountsAndNames) {
  must(NewUser{{ada, "Ada", "", "", 5, kNobody}});
  must(NewUser{{bob, "Bob", "bob", "$argon2id$x", 6, kNobody}});
  refuses(NewUser{{ada, "Again", "", "", 5, kNobody}});
  refuses(NewUser{{guest, "Bob", "bob", "$argon2id$y", 5, kNobody}});
  must(RenameUser{ada, "Ada L."});
  refuses(RenameUser{guest, "nobody"});
  refuses(SetAccount{ada, "bob", "$argon2id$z"});
  must(SetAccount{ada, "ada", "$argon2id$z"});
  reopen();
  const auto user = store->user(ada);
  ASSERT_TRUE(user && *user);
  EXPECT_EQ((*user)->name, "Ada L.");
  EXPECT_EQ((*user)->account, "ada");
  EXPECT_EQ((*user)->password, "$argon2id$z");
  EXPECT_EQ((*user)->created, 5);
  EXPECT_EQ((*store->account("bob"))->id, bob);
  EXPECT_FALSE(*store->account("carl"));
  EXPECT_FALSE(*store->user(guest));
}

TEST_P(StoreWrite, SessionsAreFoundByTheHashOfTheirToken) {
  const auto hash = sha256("token"), hash2 = sha256("token 2");
  must({NewUser{{ada, "Ada", "", "", 5, kNobody}}, NewSession{{SessionId{1}, hash, ada, "phone", 10, 10}},
        NewSession{{SessionId{2}, hash2, ada, "desk", 11, 11}}});
  refuses(NewSession{{SessionId{3}, hash, ada, "twin", 10, 10}});
  must(TouchSession{SessionId{1}, 99});
  const auto session = store->session(hash);
  ASSERT_TRUE(session && *session);
  EXPECT_EQ((*session)->user, ada);
  EXPECT_EQ((*session)->seen, 99);
  EXPECT_FALSE(*store->session(sha256("another")));
  ASSERT_EQ(store->sessions_of(ada)->size(), 2u);
  EXPECT_EQ((*store->sessions_of(ada))[0].device, "phone");
  refuses(EndSession{SessionId{1}, bob});
  must(EndOtherSessions{ada, SessionId{2}});
  EXPECT_FALSE(*store->session(hash));
  must(EndSession{SessionId{2}, ada});
  EXPECT_TRUE(store->sessions_of(ada)->empty());
}

TEST_P(StoreWrite, TablesAndTheirChat) {
  TableRow row{table, ada, Visibility::by_link, TableState::waiting, kNoGame, R"({"clock":"none"})", {{ada, "Ada", ""}, {}}, 50};
  must(SaveTable{row});
  must({AddChat{{table, 1, ada, "Ada", "hello", 51}}, AddChat{{table, 2, bob, "Bob", "hi", 52}}});
  refuses(AddChat{{table, 4, bob, "Bob", "too far", 53}});
  refuses(AddChat{{TableId{99}, 1, bob, "Bob", "nowhere", 53}});
  row.state = TableState::playing;
  row.game = game;
  row.seats[1] = {kNobody, "Rook", "hard"};
  must(SaveTable{row});
  reopen();
  const auto read = store->table(table);
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->state, TableState::playing);
  EXPECT_EQ((*read)->visibility, Visibility::by_link);
  EXPECT_EQ((*read)->game, game);
  EXPECT_EQ((*read)->options, R"({"clock":"none"})");
  ASSERT_EQ((*read)->seats.size(), 2u);
  EXPECT_EQ((*read)->seats[0].user, ada);
  EXPECT_EQ((*read)->seats[1].level, "hard");
  EXPECT_EQ(store->tables(TableState::playing)->size(), 1u);
  EXPECT_TRUE(store->tables(TableState::waiting)->empty());
  ASSERT_EQ(store->chat(table, 1)->size(), 1u);
  EXPECT_EQ((*store->chat(table, 1))[0].text, "hi");
  EXPECT_EQ((*store->chat(table, 9))[0].text, "hello");
  must(RemoveTable{table});
  EXPECT_FALSE(*store->table(table));
  EXPECT_TRUE(store->chat(table, 9)->empty());
  refuses(RemoveTable{table});
}

TEST_P(StoreWrite, AGameComesBackAsItWas) {
  auto start = a_game(game, {{ada, "Ada", ""}, {kNobody, "Rook", "hard"}});
  start.game.table = table;
  start.game.first = 1;
  start.due = 77;
  must(start);
  EXPECT_EQ((*store->unfinished_games())[0].due, 77);
  auto entry = an_entry(game, 1, "r1", ada);
  entry.entry.clock = "600,599";
  entry.entry.due = 88;
  entry.entry.seat = 1;
  must(entry);
  reopen();
  const auto row = store->game(game);
  ASSERT_TRUE(row && *row);
  EXPECT_EQ((*row)->board, "tiny");
  EXPECT_EQ((*row)->table, table);
  EXPECT_EQ((*row)->key, start.game.key);
  EXPECT_EQ((*row)->first, 1);
  EXPECT_EQ((*row)->ending, Ending::none);
  ASSERT_EQ((*row)->seats.size(), 2u);
  EXPECT_EQ((*row)->seats[1].name, "Rook");
  const auto board = store->board((*row)->board_hash);
  ASSERT_TRUE(board && *board);
  EXPECT_EQ((*board)->json, start.board->json);
  EXPECT_EQ(*board, *store->board((*row)->board_hash)) << "one copy for all games of a board";
  const auto entries = store->entries(game);
  ASSERT_EQ(entries->size(), 1u);
  const auto& e = (*entries)[0];
  EXPECT_EQ(e.action, entry.entry.action);
  EXPECT_EQ(e.user, ada);
  EXPECT_EQ(e.request, "r1");
  EXPECT_EQ(e.clock, "600,599");
  EXPECT_EQ(e.seat, 1);
  EXPECT_EQ(e.at, 1001);
  const auto open = store->unfinished_games();
  ASSERT_EQ(open->size(), 1u);
  EXPECT_EQ((*open)[0].table, table);
  EXPECT_EQ((*open)[0].due, 88);
  EXPECT_FALSE(*store->game(other));
  EXPECT_FALSE(*store->board(sha256("no board")));
}

TEST_P(StoreWrite, EntriesHaveNoGapAndNoTwin) {
  must(a_game(game, {{ada, "Ada", ""}}));
  must(an_entry(game, 1));
  refuses(an_entry(game, 1));
  refuses(an_entry(game, 3));
  refuses(an_entry(other, 1));
  must(an_entry(game, 2));
  must(EndGame{game, Ending::finished, "{}", 2000});
  refuses(an_entry(game, 3));
  refuses(EndGame{game, Ending::abandoned, "{}", 2001});
  EXPECT_EQ(store->entries(game)->size(), 2u);
  EXPECT_EQ((*store->game(game))->ended, 2000);
  EXPECT_TRUE(store->unfinished_games()->empty());
}

TEST_P(StoreWrite, ARequestCountsOnceForAUserAndGame) {
  must({a_game(game, {{ada, "Ada", ""}, {bob, "Bob", ""}}), a_game(other, {{ada, "Ada", ""}})});
  must(an_entry(game, 1, "x", ada));
  reopen();
  refuses(an_entry(game, 2, "x", ada), StoreFault::repeated);
  must(an_entry(game, 2, "x", bob));
  must(an_entry(other, 1, "x", ada));
  must(an_entry(game, 3, "y", ada));
}

TEST_P(StoreWrite, AllOfAWriteOrNone) {
  const auto error = write(*store, {a_game(game, {{ada, "Ada", ""}}), an_entry(game, 1), an_entry(game, 3)});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->fault, StoreFault::conflict);
  EXPECT_FALSE(*store->game(game));
  EXPECT_TRUE(store->entries(game)->empty());
  EXPECT_FALSE(write(*store, std::vector<Change>{}));
}

TEST_P(StoreWrite, ARefusalInACommitLeavesItsNeighboursAlone) {
  must(a_game(game, {{ada, "Ada", ""}}));
  std::vector<std::future<std::optional<StoreError>>> answers;
  std::vector<int> order;
  for (std::uint32_t i = 0; i < 300; ++i) {
    auto promise = std::make_shared<std::promise<std::optional<StoreError>>>();
    answers.push_back(promise->get_future());
    const auto done = [promise, i, &order](std::optional<StoreError> answer) {
      order.push_back(int(i));
      promise->set_value(std::move(answer));
    };
    // Each number once right and twice wrong.
    if (i % 3 == 2) {
      store->write({an_entry(game, i / 3 + 1), an_entry(game, 7777)}, done);
    } else {
      store->write(an_entry(game, i / 3 + 1), done);
    }
  }
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i].get().has_value(), i % 3 != 0) << i;
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(store->entries(game)->size(), 100u);
  const auto stats = store->stats();
  EXPECT_EQ(stats.refused, 200u);
  EXPECT_LT(stats.commits, stats.writes);
  EXPECT_FALSE(stats.trouble);
  for (const auto* times : {&stats.queue, &stats.commit, &stats.sync})
    EXPECT_EQ(std::accumulate(times->counts.begin(), times->counts.end(), std::uint64_t{0}), stats.commits);
  EXPECT_LE(stats.sync.seconds, stats.commit.seconds);
}

TEST_P(StoreWrite, WhatWaitsIsWrittenBeforeTheEnd) {
  must(a_game(game, {{ada, "Ada", ""}}));
  std::atomic<int> answered = 0;
  for (std::uint32_t n = 1; n <= 5000; ++n) store->write(an_entry(game, n), [&](std::optional<StoreError> error) { answered += !error; });
  reopen();
  EXPECT_EQ(answered, 5000);
  EXPECT_EQ(store->entries(game)->size(), 5000u);
}

TEST_P(StoreWrite, MutesAreTakenAlong) {
  constexpr UserId cleo{14};
  must(NewUser{{bob, "Bob", "bob", "hash", 5, kNobody}});
  must(NewUser{{guest, "Guest", "", "", 5, kNobody}});
  must(SetMute{guest, cleo, true});
  must(SetMute{guest, cleo, true});
  must(SetMute{cleo, guest, true});
  must(SetMute{bob, ada, true});
  must(SetMute{bob, ada, false});
  EXPECT_EQ(*store->muted_by(guest), std::vector<UserId>{cleo});
  EXPECT_TRUE(store->muted_by(bob)->empty());
  must(MergeGuest{guest, bob});
  EXPECT_EQ(*store->muted_by(bob), std::vector<UserId>{cleo});
  EXPECT_EQ(*store->muted_by(cleo), (std::vector<UserId>{bob, guest}));
}

TEST_P(StoreWrite, WhatNamesAGuestTooLateBecomesTheAccounts) {
  must(NewUser{{bob, "Bob", "bob", "hash", 5, kNobody}});
  must(NewUser{{guest, "Guest", "", "", 5, kNobody}});
  must(MergeGuest{guest, bob});
  TableRow row;
  row.id = TableId{77};
  row.owner = guest;
  row.options = "{}";
  row.seats = {{guest, "Guest", ""}, {ada, "Ada", ""}, {kNobody, "", ""}};
  must(SaveTable{row});
  const auto read = *store->table(row.id);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->owner, bob);
  EXPECT_EQ(read->seats[0].user, bob);
  EXPECT_EQ(read->seats[1].user, ada);
  EXPECT_EQ(read->seats[2].user, kNobody);
}

TEST_P(StoreWrite, NamesAreMarkedAsAnAccountsWhereTheyAreItsOwn) {
  must({NewUser{{guest, "Bob", "", "", 1, kNobody}}, NewUser{{bob, "Bob", "bob", "$argon2id$", 1, kNobody}},
        a_game(game, {{guest, "Bob", ""}, {bob, "Bob", ""}, {bob, "Ada", ""}, {kNobody, "Easy 4", "easy"}}),
        SaveTable{{table, bob, Visibility::listed, TableState::waiting, kNoGame, "{}", {{guest, "Bob", ""}, {bob, "Bob", ""}}, 1}},
        AddChat{{table, 1, guest, "Bob", "hi", 1}}, AddChat{{table, 2, bob, "Bob", "hi", 1}}});
  const auto marks = [](const std::vector<SeatRow>& seats) {
    std::vector<bool> out;
    for (const auto& seat : seats) out.push_back(seat.account);
    return out;
  };
  EXPECT_EQ(marks((*store->game(game))->seats), (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(marks((*store->games_of(bob, GameFilter::all, {}))[0].seats), (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(marks((*store->table(table))->seats), (std::vector<bool>{false, true}));
  EXPECT_FALSE((*store->chat(table, 9))[0].account);
  EXPECT_TRUE((*store->chat(table, 9))[1].account);
}

TEST_P(StoreWrite, AGuestIsTakenAlong) {
  must({NewUser{{guest, "G", "", "", 1, kNobody}}, NewUser{{bob, "Bob", "bob", "$argon2id$", 1, kNobody}},
        NewSession{{SessionId{5}, sha256("g"), guest, "", 1, 1}}, a_game(game, {{guest, "G", ""}, {guest, "H", ""}}),
        SaveTable{{table, guest, Visibility::listed, TableState::playing, game, "{}", {{guest, "G", ""}}, 1}},
        AddChat{{table, 1, guest, "G", "hi", 1}}, an_entry(game, 1, "r", guest)});
  refuses(MergeGuest{bob, guest});
  refuses(MergeGuest{guest, guest});
  must(MergeGuest{guest, bob});
  refuses(MergeGuest{guest, bob});
  EXPECT_EQ((*store->user(guest))->now, bob);
  EXPECT_FALSE(*store->session(sha256("g"))) << "whoever else has the guest's token must not get into the account";
  ASSERT_EQ(store->games_of(bob, GameFilter::all, {})->size(), 1u);
  EXPECT_EQ((*store->games_of(bob, GameFilter::all, {}))[0].seats[1].user, bob);
  EXPECT_TRUE(store->games_of(guest, GameFilter::all, {})->empty());
  EXPECT_EQ((*store->table(table))->owner, bob);
  EXPECT_EQ((*store->table(table))->seats[0].user, bob);
  EXPECT_EQ((*store->chat(table, 1))[0].user, bob);
  refuses(an_entry(game, 2, "r", bob), StoreFault::repeated);
  EXPECT_EQ(store->counts()->users, 1);
}

TEST_P(StoreWrite, ListsAreReadPageByPage) {
  for (int i = 1; i <= 25; ++i) {
    const GameId id{100 + i};
    // Pairs of games start at the same time, so the id decides.
    auto start = a_game(id, {{ada, "Ada", ""}, {ada, "Ada too", ""}, {bob, "Bob", ""}}, 1000 + i / 2);
    start.game.visibility = i == 7 ? Visibility::by_link : Visibility::listed;
    must(start);
    if (i <= 20) must(EndGame{id, i % 2 ? Ending::finished : Ending::abandoned, R"({"winners":[0]})", 5000 + i / 3});
  }
  const auto all = [&](auto&& read, auto&& time) {
    std::vector<std::int64_t> out;
    Page page;
    page.limit = 4;
    while (true) {
      const auto games = read(page);
      if (!games || games->empty()) return out;
      for (const auto& summary : *games) out.push_back(static_cast<std::int64_t>(summary.id) - 100);
      page.before = games->back().id;
      page.before_time = time(games->back());
    }
  };
  const auto started = [](const GameSummary& summary) { return summary.started; };
  const auto of_ada = [&](GameFilter filter) { return all([&](const Page& page) { return store->games_of(ada, filter, page); }, started); };
  std::vector<std::int64_t> expected;
  for (int i = 25; i >= 1; --i) expected.push_back(i);
  EXPECT_EQ(of_ada(GameFilter::all), expected);
  EXPECT_EQ(of_ada(GameFilter::unfinished), std::vector<std::int64_t>(expected.begin(), expected.begin() + 5));
  expected.erase(expected.begin(), expected.begin() + 5);
  EXPECT_EQ(of_ada(GameFilter::ended), expected);
  std::erase(expected, 7);
  EXPECT_EQ(all([&](const Page& page) { return store->listed_games(page); }, [](const GameSummary& s) { return s.ended; }), expected);
  const auto first = (*store->games_of(bob, GameFilter::ended, {}))[0];
  EXPECT_EQ(first.board, "tiny");
  EXPECT_EQ(first.ending, Ending::abandoned);
  EXPECT_EQ(first.result, R"({"winners":[0]})");
  EXPECT_EQ(first.seats.size(), 3u);
  const auto counts = store->counts();
  EXPECT_EQ(counts->games, 25);
  EXPECT_EQ(counts->unfinished, 5);
}

TEST_P(StoreWrite, TextsMayHoldAnything) {
  constexpr char text[] = "a\0'\"; DROP TABLE users; -- \xc3\xa9";
  const std::string odd(text, sizeof text - 1);
  must(NewUser{{ada, odd, "", "", 5, kNobody}});
  EXPECT_EQ((*store->user(ada))->name, odd);
}

INSTANTIATE_TEST_SUITE_P(Tails, StoreWrite, testing::Values(100'000, 2));

TEST(StoreIds, HaveOneText) {
  for (int i = 0; i < 1000; ++i) {
    const auto id = new_id<GameId>();
    EXPECT_GT(static_cast<std::int64_t>(id), 0);
    const auto text = to_text(id);
    EXPECT_EQ(text.size(), kIdLetters);
    EXPECT_EQ(from_text<GameId>(text), id);
  }
  EXPECT_EQ(to_text(GameId{1}), "000000000001");
  for (const auto* wrong : {"", "000000000000", "00000000001", "0000000000001", "00000000000U", "00000000000u", "00000000000 "})
    EXPECT_FALSE(from_text<GameId>(wrong)) << wrong;
}

}  // namespace
}  // namespace perron::test
