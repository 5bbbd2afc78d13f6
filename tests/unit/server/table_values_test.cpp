// A table as a value: what its requests would make of its row, who hosts it, and what people and the lobby are sent of it. Without a
// server: no disk, no connections, no clock.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/people/table_registrations.h"
#include "server/table/chat.h"
#include "server/table/table.h"
#include "server/table/table_messages.h"
#include "support/seat_set.h"
#include "wire/messages.h"

namespace perron::server {
namespace {

using Json = nlohmann::json;

const UserId kAnna{5}, kBert{6}, kCarl{7}, kDora{8};

Identity identity(UserId user, std::string name = "Somebody") { return {user, std::move(name), false}; }

const wire::SeatChoice kMine{wire::SeatChoice::Kind::me, wire::Level::medium, ""};

// Anna's, with Bert and an open seat.
Table table_of(TableState state = TableState::waiting) {
  wire::Create request{"europe", {kMine, {}, {}}, {}};
  request.options.listed = true;
  Table out(Table::row_of(request, identity(kAnna, "Anna"), TableId{3}, 1000));
  auto row = out.join(identity(kBert, "Bert"), {})->next;
  row.state = state;
  out.set(std::move(row));
  return out;
}

Followers followers(const std::vector<UserId>& users) {
  Followers out;
  std::uint64_t client = 1;
  for (const auto user : users) out.add(ClientId{client++}, user, {});
  return out;
}

std::vector<UserId> users_of(const TableRow& row) {
  std::vector<UserId> out;
  for (const auto& seat : row.seats) out.push_back(seat.user);
  return out;
}

// ---- Seats and options.

TEST(Table, whoever_makes_it_sits_where_they_chose) {
  wire::Create request{"europe", {{wire::SeatChoice::Kind::computer, wire::Level::hard, ""}, kMine}, {}};
  const Table table(Table::row_of(request, identity(kAnna, "Anna"), TableId{3}, 1000));
  EXPECT_EQ(table.board(), "europe");
  EXPECT_EQ(table.row().owner, kAnna);
  EXPECT_EQ(table.row().created, 1000);
  EXPECT_EQ(table.row().seats[0].name, "Hard 1");
  EXPECT_EQ(table.row().seats[1].name, "Anna");
  EXPECT_EQ(table.options_fault(), "");
}

TEST(Table, a_person_joins_at_a_free_seat_while_it_waits) {
  const auto table = table_of();
  const auto joined = table.join(identity(kCarl), {});
  ASSERT_TRUE(joined);
  EXPECT_EQ(joined->seat, Seat(2));
  EXPECT_EQ(users_of(joined->next), (std::vector{kAnna, kBert, kCarl}));
  EXPECT_EQ(users_of(table.row()), (std::vector{kAnna, kBert, kNobody}));  // not before it is on disk
  EXPECT_EQ(table.join(identity(kCarl), {"", Seat(1), ""}).error().code, RefusalCode::seat_taken);
  EXPECT_EQ(table.join(identity(kCarl), {"", Seat(3), ""}).error().code, RefusalCode::no_such_seat);
  EXPECT_EQ(table_of(TableState::playing).join(identity(kCarl), {}).error().code, RefusalCode::not_waiting);
  auto full = table;
  full.set(joined->next);
  EXPECT_EQ(full.join(identity(kDora), {}).error().code, RefusalCode::no_free_seat);
}

TEST(Table, only_the_host_of_a_waiting_table_changes_it) {
  const auto table = table_of();
  EXPECT_EQ(table.free_seat(kBert, {"", Seat(0)}).error().code, RefusalCode::not_the_host);
  EXPECT_EQ(table_of(TableState::playing).add_computer(kAnna, {}).error().code, RefusalCode::not_waiting);
  EXPECT_FALSE(table.refuse_change(kAnna));
  EXPECT_EQ(users_of(*table.free_seat(kAnna, {"", Seat(1)})), (std::vector{kAnna, kNobody, kNobody}));
  EXPECT_EQ(table.free_seat(kAnna, {"", Seat(3)}).error().code, RefusalCode::no_such_seat);
  EXPECT_EQ(table.add_computer(kAnna, {"", std::nullopt, wire::Level::easy})->seats[2].level, "easy");
}

TEST(Table, options_must_suit_the_board_and_the_seats) {
  const auto table = table_of();
  const Boards::Offer offer{nullptr, "Europe", 1, 2, 5};
  wire::ChangeOptions fewer, more, first, link;
  fewer.seats = 2;
  more.seats = 6;
  first.first = Seat(3);
  link.listed = false;
  EXPECT_EQ(users_of(*table.change_options(kAnna, fewer, &offer)), (std::vector{kAnna, kBert}));
  EXPECT_EQ(table.change_options(kAnna, more, &offer).error().code, RefusalCode::no_such_seat);
  EXPECT_EQ(table.change_options(kAnna, fewer, nullptr).error().code, RefusalCode::no_such_seat);
  EXPECT_EQ(table.change_options(kAnna, first, &offer).error().code, RefusalCode::no_such_seat);
  auto changed = table;
  changed.set(*table.change_options(kAnna, link, &offer));
  EXPECT_FALSE(changed.options().listed);
  EXPECT_EQ(changed.row().visibility, Visibility::by_link);
  auto full = table;
  full.set(table.join(identity(kCarl), {})->next);
  EXPECT_EQ(full.change_options(kAnna, fewer, &offer).error().code, RefusalCode::seat_taken);
}

TEST(Table, leaving_passes_it_on_or_ends_it) {
  const auto table = table_of();
  EXPECT_EQ(*table.seats_to_leave(kAnna, {}), kit::seat_set({0}));
  EXPECT_EQ(table.seats_to_leave(kAnna, {"", Seat(1)}).error().code, RefusalCode::not_your_seat);
  EXPECT_EQ(table.seats_to_leave(kCarl, {}).error().code, RefusalCode::not_your_seat);
  const auto next = table.leave(kAnna, kit::seat_set({0}));
  ASSERT_TRUE(next);
  EXPECT_EQ(next->owner, kBert);
  auto left = table;
  left.set(*next);
  EXPECT_FALSE(left.leave(kBert, kit::seat_set({1})));
  EXPECT_TRUE(table_of(TableState::over).leave(kAnna, kit::seat_set({0, 1})));  // the game stays
}

TEST(Table, options_that_cannot_be_read_are_reported_and_nobody_watches) {
  auto row = table_of(TableState::playing).row();
  row.options = R"({"format":99})";
  const Table table(row);
  EXPECT_NE(table.options_fault(), "");
  EXPECT_FALSE(table.may_watch(kCarl));
  EXPECT_TRUE(table.may_watch(kAnna));
}

// ---- Another game.

TEST(Table, another_game_needs_the_votes_of_all_who_are_here) {
  auto table = table_of(TableState::over);
  EXPECT_EQ(table.vote_rematch(kCarl, {}).error().code, RefusalCode::not_your_seat);
  EXPECT_FALSE(*table.vote_rematch(kAnna, followers({kAnna, kBert})));
  EXPECT_EQ(table.rematch(), kit::seat_set({0}));
  const auto decided = table.vote_rematch(kBert, followers({kAnna, kBert}));
  ASSERT_TRUE(decided && *decided);
  EXPECT_FALSE((*decided)->begins);  // a seat is open
  EXPECT_EQ((*decided)->next.state, TableState::waiting);
  table.withdraw_rematch(kBert);
  EXPECT_EQ(table.rematch(), kit::seat_set({0}));
  EXPECT_EQ(table_of().vote_rematch(kAnna, {}).error().code, RefusalCode::not_over);
}

TEST(Table, whoever_is_gone_loses_their_seat_to_another_game) {
  auto table = table_of(TableState::over);
  const auto decided = table.vote_rematch(kBert, followers({kBert}));
  ASSERT_TRUE(decided && *decided);
  EXPECT_EQ(users_of((*decided)->next), (std::vector{kNobody, kBert, kNobody}));
  EXPECT_EQ((*decided)->next.owner, kBert);
}

TEST(Table, another_game_begins_at_once_when_all_seats_are_taken) {
  auto table = table_of();
  auto row = *table.add_computer(kAnna, {});
  row.state = TableState::over;
  table.set(std::move(row));
  table.vote_rematch(kAnna, followers({kAnna, kBert}));
  EXPECT_TRUE((**table.vote_rematch(kBert, followers({kAnna, kBert}))).begins);
}

// ---- People.

TEST(Table, the_next_person_who_is_here_becomes_the_host) {
  const auto table = table_of();
  EXPECT_EQ(table.heir(followers({kAnna, kCarl})), kNobody);
  EXPECT_EQ(table.heir(followers({kCarl, kBert})), kBert);
  EXPECT_TRUE(table.anybody_here(followers({kCarl, kBert})));
  EXPECT_FALSE(table.anybody_here(followers({kCarl})));
}

TEST(Table, a_name_changes_before_the_game_and_an_account_is_marked_where_it_is_its_own) {
  auto table = table_of();
  EXPECT_TRUE(table.rename({kBert, "Robert", true}));
  EXPECT_EQ(table.row().seats[1].name, "Robert");
  EXPECT_TRUE(table.row().seats[1].account);
  EXPECT_FALSE(table.rename({kCarl, "Carla", true}));
  auto playing = table_of(TableState::playing);
  EXPECT_FALSE(playing.rename({kBert, "Robert", true}));
  EXPECT_EQ(playing.row().seats[1].name, "Bert");
}

TEST(Table, an_account_takes_over_the_seats_and_the_table_of_its_guest) {
  auto table = table_of();
  EXPECT_TRUE(table.replace(kAnna, {kDora, "Dora", true}));
  EXPECT_EQ(table.row().owner, kDora);
  EXPECT_EQ(users_of(table.row()), (std::vector{kDora, kBert, kNobody}));
  EXPECT_FALSE(table.replace(kCarl, {kDora, "Dora", true}));
}

// ---- Chat.

TEST(TableChat, a_person_may_write_a_few_lines_at_once_and_more_later) {
  Settings settings;
  settings.chat_burst = 2;
  settings.chat_span = 10'000;
  Chat chat(settings);
  EXPECT_TRUE(chat.may_write(kAnna, 1000) && chat.may_write(kAnna, 1000));
  EXPECT_FALSE(chat.may_write(kAnna, 1000));
  EXPECT_TRUE(chat.may_write(kBert, 1000));
  EXPECT_FALSE(chat.may_write(kAnna, 5999));
  EXPECT_TRUE(chat.may_write(kAnna, 6000));
}

TEST(TableChat, continues_the_numbers_of_the_store) {
  const Settings settings;
  Chat chat(settings);
  EXPECT_FALSE(chat.lines());
  chat.set_lines(7);
  chat.add_line();
  EXPECT_EQ(chat.lines(), 8u);
}

// ---- The index of people.

TEST(TableRegistrations, list_the_owner_the_seats_and_the_author_of_a_write) {
  const auto index = std::make_shared<UserTables>();
  const auto row = table_of().row();
  TableRegistrations registrations(row.id);
  registrations.set_row(row);
  EXPECT_EQ(index->users(), 0u);  // it is not in memory for all to find
  registrations.enter(index, row);
  EXPECT_EQ(index->users(), 2u);
  registrations.begin_write(kAnna, row);
  registrations.begin_write(kCarl, row);
  EXPECT_EQ(index->of(kCarl), std::vector{row.id});
  registrations.end_write();
  EXPECT_TRUE(index->of(kCarl).empty());
  auto next = row;
  next.seats[1] = {};
  registrations.set_row(next);
  EXPECT_TRUE(index->of(kBert).empty());
}

// ---- Messages.

class TableMessages : public testing::Test {
 protected:
  Json head() const { return Json::parse(wire::table_text(table_head(now()), {})); }
  TableMoment now() const { return {table, here, away, kit::seat_set({1}), busy, unlisted, address}; }

  Table table = table_of();
  Followers here = followers({kBert, kCarl});
  SeatSet away;
  bool busy = true, unlisted = false;
  std::string address;
};

TEST_F(TableMessages, people_see_who_is_here_and_who_watches) {
  const auto text = head();
  EXPECT_EQ(text["state"], "waiting");
  EXPECT_EQ(text["host"], to_text(kAnna));
  EXPECT_FALSE(text["seats"][0].value("online", true));
  EXPECT_TRUE(text["seats"][1].value("online", false));
  EXPECT_EQ(text["watching"], 1);
  EXPECT_EQ(text.value("busy", false), false);  // nobody plays yet
}

TEST_F(TableMessages, a_closed_table_says_so) {
  table.close();
  EXPECT_EQ(head()["state"], "closed");
  EXPECT_FALSE(listing_of(now()));
}

TEST_F(TableMessages, the_lobby_shows_tables_that_people_wait_at_or_may_watch) {
  ASSERT_TRUE(listing_of(now()));
  EXPECT_EQ(listing_of(now())->rank.tier, LobbyTier::waiting_alone);  // the host is away
  EXPECT_EQ(listing_of(now())->rank.group, "user " + to_text(kAnna));
  address = "an address";
  EXPECT_EQ(listing_of(now())->rank.group, address);
  unlisted = true;
  EXPECT_FALSE(listing_of(now()));
  table = table_of(TableState::playing);
  EXPECT_EQ(listing_of(now())->rank.tier, LobbyTier::playing);
  table = table_of(TableState::over);
  EXPECT_FALSE(listing_of(now()));
}

}  // namespace
}  // namespace perron::server
