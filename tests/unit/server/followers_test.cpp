// Who follows a table, and what the followers of a game are sent: without a server, from values alone.
#include "server/people/followers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "server/game/game_messages.h"
#include "support/kit.h"
#include "support/seat_set.h"

namespace perron::server {
namespace {

using Json = nlohmann::json;

const UserId kAnna{5}, kBert{6}, kCarl{7}, kDora{8};

SeatRow person(UserId user) { return {user, "somebody", "", false}; }
SeatRow computer(std::string level) { return {kNobody, "Computer", std::move(level), false}; }

// ---- Seats.

TEST(Seating, knows_who_has_which_seats) {
  const std::vector<SeatRow> seats{person(kAnna), person(kBert), computer("hard"), person(kAnna), {}};
  EXPECT_EQ(seats_of(seats, kAnna), kit::seat_set({0, 3}));
  EXPECT_TRUE(is_seated(seats, kBert));
  EXPECT_FALSE(is_seated(seats, kCarl));
  EXPECT_EQ(persons(seats), kit::seat_set({0, 1, 3}));
  EXPECT_EQ(persons_playing(seats, kit::seat_set({0})), kit::seat_set({1, 3}));
  EXPECT_EQ(level_of(seats, Seat(0), kit::seat_set({1})), std::nullopt);
  EXPECT_EQ(level_of(seats, Seat(1), kit::seat_set({1})), wire::Level::medium);
  EXPECT_EQ(level_of(seats, Seat(2), {}), wire::Level::hard);
}

TEST(Seating, a_person_hears_what_their_seats_see_and_others_what_everyone_does) {
  const std::vector<SeatRow> seats{person(kAnna), person(kBert), person(kAnna)};
  EXPECT_EQ(viewers_of(seats, kAnna), (std::vector<Viewer>{{Seat(0)}, {Seat(2)}}));
  EXPECT_EQ(viewers_of(seats, kCarl), (std::vector<Viewer>{{}}));
  for (const auto user : {kAnna, kBert, kCarl}) {
    const auto own = viewers_of(seats, user);
    for (const auto viewer : {Viewer{Seat(0)}, Viewer{Seat(1)}, Viewer{Seat(2)}, Viewer{}})
      EXPECT_EQ(receives(seats, user, viewer), std::ranges::find(own, viewer) != own.end());
  }
}

// ---- Followers.

TEST(Followers, come_and_leave_by_connection) {
  Followers followers;
  followers.add(ClientId{1}, kAnna, {});
  followers.add(ClientId{2}, kAnna, {});
  followers.add(ClientId{3}, kCarl, {});
  EXPECT_TRUE(followers.has(ClientId{2}) && followers.has(kAnna) && !followers.has(kBert));
  EXPECT_EQ(followers.client_of(kAnna), ClientId{1});
  EXPECT_EQ(followers.remove(ClientId{1}), kAnna);
  EXPECT_EQ(followers.remove(ClientId{1}), std::nullopt);
  EXPECT_EQ(followers.client_of(kAnna), ClientId{2});
  EXPECT_EQ(followers.remove(ClientId{2}), kAnna);
  EXPECT_FALSE(followers.has(kAnna));
  EXPECT_EQ(followers.size(), 1u);
}

TEST(Followers, concern_a_table_for_as_long_as_they_follow_it) {
  const auto index = std::make_shared<UserTables>();
  Followers followers;
  followers.add(ClientId{1}, kAnna, TableRegistration(index, kAnna, TableId{1}));
  followers.add(ClientId{2}, kCarl, TableRegistration(index, kCarl, TableId{1}));
  EXPECT_EQ(index->users(), 2u);
  EXPECT_EQ(followers.copy().size(), 2u);
  followers.remove(ClientId{1});
  EXPECT_EQ(index->users(), 1u);
  followers.clear();
  EXPECT_EQ(index->users(), 0u);
}

TEST(Followers, need_one_text_for_each_viewer) {
  const std::vector<SeatRow> seats{person(kAnna), person(kBert), person(kAnna)};
  Followers followers;
  EXPECT_TRUE(followers.viewers(seats).empty());
  for (const auto& [client, user] : std::vector<std::pair<int, UserId>>{{1, kCarl}, {2, kAnna}, {3, kAnna}, {4, kDora}})
    followers.add(ClientId(client), user, {});
  EXPECT_EQ(followers.viewers(seats), (std::vector<Viewer>{{}, {Seat(0)}, {Seat(2)}}));
  EXPECT_EQ(followers.watching(seats), 2u);
}

// ---- Messages.

class GameMessages : public testing::Test {
 protected:
  GameMoment moment(bool ongoing = true, bool may_undo = true) {
    return {"thetable", "thegame", play, clocks, "00ff", away, ongoing, may_undo, 5000, *actions};
  }
  Seat mover() const { return play.state().open.to_move; }
  Json legal_in(int seat, bool ongoing = true) {
    return Json::parse(snapshot(moment(ongoing), {Seat(seat)}, std::nullopt, {})).value("legal", Json());
  }
  // The mover's first action. Kept tickets can be taken back, for nothing is dealt after them.
  Play::Prepared first_action() const {
    const auto action = kit::legal_actions(play.game(), play.state()).front();
    return play.prepare({{EntryKind::action, Seat(mover()), true, {}, action, 0, 0}});
  }
  void act() { play.commit(first_action()); }
  void abandon() { play.commit(play.prepare({{EntryKind::abandon, Seat(0), true, {}, {}, 0, 0}})); }

  Play play{std::make_shared<const Game>(make_game(kit::board_of("europe"), 2)), key_from_seed(1), Seat(0)};
  Clocks clocks;
  SeatSet away;
  std::unique_ptr<ActionList> actions = std::make_unique<ActionList>();
  Settings settings;
};

TEST_F(GameMessages, only_a_person_to_move_is_told_legal_actions) {
  EXPECT_EQ(legal_in(0).size(), kit::legal_actions(play.game(), play.state()).size());
  EXPECT_TRUE(legal_in(1).is_null());
  EXPECT_TRUE(Json::parse(snapshot(moment(), {}, std::nullopt, {})).value("legal", Json()).is_null());
  EXPECT_TRUE(legal_in(0, false).is_null());
  away = kit::seat_set({0});
  EXPECT_TRUE(legal_in(0).is_null());
}

TEST_F(GameMessages, undo_is_offered_to_the_seat_that_acted_within_the_limits) {
  act();
  const auto undo = [&](int seat, bool may) {
    return Json::parse(snapshot(moment(true, may), {Seat(seat)}, std::nullopt, {})).value("undo", false);
  };
  EXPECT_TRUE(undo(0, true));
  EXPECT_FALSE(undo(1, true));
  EXPECT_FALSE(undo(0, false));
}

TEST_F(GameMessages, updates_tell_each_viewer_the_hash_of_its_own_view_and_the_clocks) {
  clocks = Clocks({wire::ClockKind::bank, 60, 0}, 2);
  clocks.run(Seat(0), 1000);
  const std::vector<Viewer> viewers{{Seat(0)}, {Seat(1)}, {}};
  NoticeCollector collector(play.game(), viewers, play.version());
  collector.begin_at(play.state());
  auto next = first_action();
  play.report(next, collector);
  play.commit(std::move(next));
  const auto now = moment();
  const Updates updates(now, collector);
  ASSERT_EQ(updates.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto update = Json::parse(updates.text(i).view());
    const auto whole = Json::parse(snapshot(now, viewers[i], std::nullopt, {}));
    for (const char* key : {"table", "game", "version", "hash", "clocks", "legal", "undo"})
      EXPECT_EQ(update.value(key, Json()), whole.value(key, Json())) << key;
    EXPECT_EQ(update["clocks"]["left"][0], 56000);
    EXPECT_EQ(update["notices"].size(), 1u);
  }
}

TEST_F(GameMessages, nobody_follows_so_there_are_no_updates) {
  const NoticeCollector collector(play.game(), {}, play.version());
  const auto now = moment();
  EXPECT_EQ(Updates(now, collector).size(), 0u);
}

TEST_F(GameMessages, who_opens_a_game_gets_what_they_missed_or_all_of_it) {
  const auto had = static_cast<int>(play.version());
  act();
  act();
  const auto now = moment();
  const GameSync missed(now, {{}}, had, false, settings);
  ASSERT_TRUE(missed.resumes());
  EXPECT_EQ(Json::parse(missed.updates().text(0).view())["notices"].size(), 2u);
  EXPECT_FALSE(GameSync(now, {{}}, std::nullopt, false, settings).resumes());
  EXPECT_FALSE(GameSync(now, {{}}, had + 3, false, settings).resumes());  // a version that is not there yet
  EXPECT_FALSE(GameSync(now, {{}}, -1, false, settings).resumes());
  settings.most_missed = 1;
  EXPECT_FALSE(GameSync(now, {{}}, had, false, settings).resumes());
}

TEST_F(GameMessages, a_snapshot_has_the_newest_part_of_the_past_if_asked_for) {
  for (int n = 0; n < 20; ++n) act();
  const auto now = moment();
  const auto notices = [&](bool history) {
    return Json::parse(GameSync(now, {{}}, {}, history, settings).snapshot(0, {})).value("notices", Json());
  };
  EXPECT_TRUE(notices(false).is_null());
  EXPECT_EQ(notices(true).size(), play.version());
  settings.most_history = 5;
  EXPECT_EQ(notices(true).size(), 5u);
}

TEST_F(GameMessages, the_key_is_told_when_a_game_was_played_to_its_end) {
  auto short_play = play;
  abandon();
  const auto abandoned = Json::parse(ended(moment(false), 0));
  EXPECT_EQ(abandoned["ending"], "abandoned");
  EXPECT_FALSE(abandoned.contains("key"));
  EXPECT_FALSE(abandoned.contains("result"));
  play = short_play;
  Rng rng(1);
  while (!play.over()) {
    const auto& state = play.state();
    const auto action = random_action(play.game(), state.open, state.own[Seat(mover())], rng, *actions);
    play.add({EntryKind::action, Seat(mover()), true, {}, action, 0, 0});
  }
  const auto finished = Json::parse(ended(moment(false), 0));
  EXPECT_EQ(finished["ending"], "finished");
  EXPECT_EQ(finished["key"], to_hex(play.key()));
  EXPECT_TRUE(finished.contains("result"));
}

}  // namespace
}  // namespace perron::server
