// The game at a table, from values alone: what a request would bring about, and that nothing changes before it is committed.
#include "server/game/match.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "server/room/turn.h"
#include "server/table/stored_table.h"
#include "support/kit.h"
#include "support/seat_set.h"

namespace perron::server {
namespace {

const UserId kAnna{5}, kBert{6}, kCarl{7};
constexpr Milliseconds kStart = 1'000'000;
constexpr GameId kGame{77};

SeatRow person(UserId user) { return {user, "somebody", "", false}; }
SeatRow computer(std::string level) { return {kNobody, "Computer", std::move(level), false}; }
Requester requester(UserId user, std::string id = "a request") { return {ClientId{1}, {user, "somebody", false}, std::move(id), 0, ""}; }

class MatchTest : public testing::Test {
 protected:
  MatchTest() {
    row.id = TableId{3};
    row.owner = kAnna;
    row.seats = {person(kAnna), person(kBert)};
    options.first = Seat(0);
    options.clock = {wire::ClockKind::bank, 60, 5};
    offer.pin = pin_board("europe", "{}");
  }
  Result<NewGame, RequestRefusal> begin() {
    const auto board = std::make_shared<const Game>(make_game(kit::board_of("europe"), static_cast<int>(row.seats.size())));
    return Match::begin(settings, {row, options, &offer, board, kStart}, kGame, [] { return key_from_seed(1); });
  }
  void start() {
    auto begun = begin();
    ASSERT_TRUE(begun);
    row = begun->table;
    match = std::move(begun->match);
  }
  Match::Context by(const Requester* who) const { return {who, row.seats, now}; }
  wire::Act first_action() const {
    const auto action = kit::legal_actions(match->play().game(), match->play().state()).front();
    return {to_text(kGame), match->mover(), static_cast<int>(match->play().version()), action};
  }
  void commit(Match::StepPtr step) {
    ASSERT_TRUE(step);
    match->commit(*step, {});
  }
  // By whoever is to move.
  void act() {
    const auto who = requester(Seats(row.seats)[match->mover()].user);
    auto step = match->prepare(by(&who), first_action());
    ASSERT_TRUE(step);
    commit(*step);
  }
  template <class R>
  std::string refusal(UserId user, const R& request) const {
    const auto who = requester(user);
    const auto step = match->prepare(by(&who), request);
    return step ? "" : std::string(name_of(step.error().code));
  }

  Settings settings;
  wire::Options options;
  Boards::Offer offer;
  TableRow row;
  std::unique_ptr<Match> match;
  Milliseconds now = kStart;
};

// ---- The beginning.

TEST_F(MatchTest, a_new_game_is_stored_with_its_table_and_the_time_when_it_is_due) {
  const auto begun = begin();
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->table.state, TableState::playing);
  EXPECT_EQ(begun->table.game, kGame);
  ASSERT_EQ(begun->changes.size(), 2u);
  EXPECT_EQ(std::get<SaveTable>(begun->changes[0]).table.game, kGame);
  const auto& stored = std::get<StartGame>(begun->changes[1]);
  EXPECT_EQ(stored.game.first, 0);
  EXPECT_EQ(stored.game.key, key_from_seed(1));
  EXPECT_EQ(stored.due, kStart + 60'000);  // when the first person is out of time
}

TEST_F(MatchTest, a_game_needs_all_seats_and_a_board) {
  row.seats.push_back({});
  EXPECT_EQ(begin().error().code, RefusalCode::seats_open);
  const auto none = Match::begin(settings, {row, options, nullptr, nullptr, kStart}, kGame, [] { return key_from_seed(1); });
  EXPECT_EQ(none.error().code, RefusalCode::no_such_board);
}

TEST_F(MatchTest, a_computer_player_that_begins_is_due_at_once) {
  row.seats[0] = computer("easy");
  const auto begun = begin();
  EXPECT_EQ(std::get<StartGame>(begun->changes[1]).due, kStart);
  EXPECT_EQ(begun->match->computer_to_move(begun->table.seats), wire::Level::easy);
  EXPECT_EQ(begun->match->timeout_at(0), 0);
}

// ---- Actions.

TEST_F(MatchTest, a_step_changes_nothing_before_it_is_committed) {
  start();
  const auto before = match->play().state();
  const auto version = match->play().version();
  const auto who = requester(kAnna);
  now += 10'000;
  const auto step = match->prepare(by(&who), first_action());
  ASSERT_TRUE(step);
  EXPECT_EQ(match->play().state(), before);
  ASSERT_EQ((*step)->changes.size(), 1u);
  const auto& entry = std::get<AppendEntry>((*step)->changes[0]).entry;
  EXPECT_EQ(entry.n, 1u);
  EXPECT_EQ(entry.user, kAnna);
  EXPECT_EQ(entry.request, "a request");
  EXPECT_EQ(entry.at, now);
  EXPECT_EQ(entry.clock, (*step)->clocks.text());
  const auto after = (*step)->moves.state();
  const auto collector = match->commit(**step, {{}});
  EXPECT_EQ(match->play().state(), after);
  EXPECT_EQ(collector.before(), before);
  EXPECT_EQ(collector.after(), version);
  EXPECT_FALSE(collector.notices(0).empty());
}

TEST_F(MatchTest, an_action_is_refused_with_the_first_reason) {
  start();
  const auto good = first_action();
  const auto with = [&](auto change) {
    auto request = good;
    change(request);
    return request;
  };
  EXPECT_EQ(refusal(kAnna, good), "");
  EXPECT_EQ(refusal(kAnna, with([](auto& one) { one.game = "another"; })), "not_playing");
  EXPECT_EQ(refusal(kAnna, with([](auto& one) { one.seat = Seat(4); })), "no_such_seat");
  EXPECT_EQ(refusal(kBert, good), "not_your_seat");
  EXPECT_EQ(refusal(kAnna, with([](auto& one) { one.version = 0; })), "stale");
  EXPECT_EQ(refusal(kAnna, with([](auto& one) { ++one.version; })), "stale");
  EXPECT_EQ(refusal(kAnna, with([](auto& one) { one.action = {Kind::claim, 200, 0, 0}; })), "rule");
}

TEST_F(MatchTest, the_clock_stops_less_the_lag_and_that_of_the_next_seat_runs) {
  start();
  while (match->mover() == Seat(0)) {
    now += 1000;
    auto who = requester(kAnna);
    who.lag = 400;
    auto step = match->prepare(by(&who), first_action());
    ASSERT_TRUE(step);
    commit(*step);
  }
  const auto used = static_cast<Milliseconds>(match->play().log().size()) * 600;
  EXPECT_EQ(match->clock_running(), Seat(1));
  EXPECT_EQ(match->timeout_at(0), now + 60'000);
  EXPECT_EQ(match->timeout_at(settings.most_lag * 2), now + 60'000 + settings.most_lag);
  std::unique_ptr<ActionList> actions = std::make_unique<ActionList>();
  EXPECT_EQ(match->moment(row.id, now, *actions).clocks.left(Seat(0), now), 60'000 - used + 5000);
}

TEST_F(MatchTest, an_action_is_taken_back_within_the_limits) {
  start();
  act();  // keeps tickets: nothing is dealt after that
  const wire::Undo undo{to_text(kGame), Seat(0), static_cast<int>(match->play().version())};
  EXPECT_EQ(refusal(kAnna, undo), "");
  settings.most_undos = 0;
  EXPECT_EQ(refusal(kAnna, undo), "too_many_undos");
  settings.most_undos = 9;
  const auto who = requester(kAnna);
  commit(*match->prepare(by(&who), undo));
  EXPECT_EQ(refusal(kAnna, wire::Undo{to_text(kGame), Seat(0), static_cast<int>(match->play().version())}), "cannot_undo");
}

// ---- Requests that come again.

TEST_F(MatchTest, finds_what_a_request_has_brought_about) {
  start();
  const auto request = first_action();
  act();
  const auto hash = request_hash(kAnna, "a request");
  EXPECT_EQ(match->done_before(99, hash), 1u);
  EXPECT_EQ(match->done_before(1, hash), 0u);
  EXPECT_EQ(match->done_before(99, request_hash(kBert, "a request")), 0u);
  EXPECT_EQ(match->version_of(1, Match::item_of(request)), match->play().log()[0].version);
  EXPECT_EQ(match->version_of(1, Match::item_of(wire::Undo{to_text(kGame), Seat(0), 0})), std::nullopt);
}

TEST_F(MatchTest, only_a_stale_action_or_one_against_the_rules_may_have_been_played) {
  start();
  auto request = first_action();
  EXPECT_FALSE(match->may_be_done(request, {RefusalCode::not_your_seat}));
  EXPECT_TRUE(match->may_be_done(request, {RefusalCode::rule, "", "not_your_turn"}));
  request.version = 0;
  EXPECT_TRUE(match->may_be_done(request, {RefusalCode::stale, ""}));
  request.game = "another";
  EXPECT_FALSE(match->may_be_done(request, {RefusalCode::stale, ""}));
}

// ---- Seats that change hands.

TEST_F(MatchTest, a_computer_player_takes_the_seat_of_a_person_who_leaves_until_the_person_returns) {
  start();
  const auto who = requester(kAnna);
  const wire::TakeBackSeat back{to_text(kGame), Seat(0)};
  const auto nothing = match->prepare(by(&who), back);
  EXPECT_TRUE(nothing && !*nothing);
  commit(match->prepare_leaving(by(&who), kit::seat_set({0})));
  EXPECT_EQ(match->away(), kit::seat_set({0}));
  EXPECT_EQ(match->computer_to_move(row.seats), wire::Level::medium);
  EXPECT_EQ(match->clock_running(), kNoSeat);
  EXPECT_EQ(match->prepare_leaving(by(&who), kit::seat_set({0})), nullptr);
  EXPECT_EQ(refusal(kAnna, first_action()), "computer_plays");
  EXPECT_EQ(refusal(kBert, back), "not_your_seat");
  settings.most_entries = 1;
  EXPECT_EQ(refusal(kAnna, back), "game_too_long");
  settings.most_entries = 1000;
  commit(*match->prepare(by(&who), back));
  EXPECT_EQ(match->away(), SeatSet());
  EXPECT_EQ(match->clock_running(), Seat(0));
}

TEST_F(MatchTest, the_one_to_move_is_replaced_and_the_other_alone_decides_about_the_end) {
  start();
  const auto bert = requester(kBert);
  const wire::Abandon abandon{to_text(kGame), true};
  const auto vote = match->vote(by(&bert), abandon);
  EXPECT_TRUE(vote && !*vote);
  EXPECT_EQ(match->abandoning(), kit::seat_set({1}));
  const auto step = match->prepare_replacement(by(nullptr), wire::TakeoverReason::time);
  EXPECT_EQ(std::get<AppendEntry>(step->changes[0]).entry.user, kNobody);
  const auto first = step->moves.items().front();
  commit(step);
  const auto end = match->prepare_end(by(nullptr), first);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->ends);
  EXPECT_EQ(std::get<EndGame>(end->changes[1]).ending, Ending::abandoned);
  commit(end);
  EXPECT_FALSE(match->ongoing());
  EXPECT_EQ(match->abandoning(), SeatSet());
  EXPECT_EQ(refusal(kBert, first_action()), "not_playing");
}

TEST_F(MatchTest, the_last_vote_ends_the_game) {
  start();
  const auto anna = requester(kAnna), bert = requester(kBert), carl = requester(kCarl);
  const wire::Abandon on{to_text(kGame), true}, off{to_text(kGame), false};
  EXPECT_EQ(match->vote(by(&carl), on).error().code, RefusalCode::not_your_seat);
  EXPECT_FALSE(*match->vote(by(&anna), on));
  EXPECT_FALSE(*match->vote(by(&anna), off));
  EXPECT_FALSE(*match->vote(by(&bert), on));
  const auto step = match->vote(by(&anna), on);
  ASSERT_TRUE(*step);
  EXPECT_EQ(std::get<AppendEntry>((*step)->changes[0]).entry.due, 0);
}

TEST_F(MatchTest, a_game_without_progress_ends) {
  start();
  act();
  EXPECT_EQ(match->prepare_end(by(nullptr), match->play().log().back()), nullptr);
  settings.most_entries = 1;
  const auto end = match->prepare_end(by(nullptr), match->play().log().back());
  ASSERT_TRUE(end);
  EXPECT_EQ(end->moves.items().front().kind, EntryKind::abandon);
}

TEST_F(MatchTest, a_thought_that_cannot_be_played_is_dropped) {
  start();
  EXPECT_EQ(match->prepare_computer_move(by(nullptr), {Kind::claim, 200, 0, 0}), nullptr);
  const auto step = match->prepare_computer_move(by(nullptr), first_action().action);
  ASSERT_TRUE(step);
  EXPECT_FALSE(step->moves.items().front().by_person);
}

TEST_F(MatchTest, plays_to_the_end_which_is_told_once) {
  start();
  auto last = now;
  while (match->ongoing()) {
    const auto who = requester(Seats(row.seats)[match->mover()].user);
    auto step = match->prepare(by(&who), first_action());
    ASSERT_TRUE(step);
    if ((*step)->ends) {
      ASSERT_EQ((*step)->changes.size(), 2u);
      EXPECT_EQ(std::get<EndGame>((*step)->changes[1]).ending, Ending::finished);
    }
    commit(*step);
    ASSERT_LT(match->play().log().size(), kit::kMostActions);
  }
  const auto actions = std::make_unique<ActionList>();
  const auto text = match->ended_text(match->moment(row.id, last, *actions));
  EXPECT_NE(text.find("finished"), std::string::npos);
  EXPECT_EQ(match->ended_text(match->moment(row.id, last + 1, *actions)), text);
}

// ---- From the store.

class LoadedMatch : public MatchTest {
 protected:
  Result<std::unique_ptr<Match>, std::string> load(std::string clock = "", SeatSet away = {}, bool set_back = false) {
    start();
    LoadedGame game;
    game.row.seats = row.seats;
    game.row.started = kStart;
    game.row.ending = ending;
    game.play = std::make_unique<Play>(match->play());
    game.away = away;
    game.clock = std::move(clock);
    if (!game.clock.empty()) game.play->add({EntryKind::note, Seat(0), false, {}, {}, 0, 0});
    return Match::load(settings, std::move(game), row, options.clock, {restart, set_back});
  }
  Ending ending = Ending::none;
  Milliseconds restart = 0;
};

TEST_F(LoadedMatch, continues_with_the_clocks_that_it_had) {
  const auto loaded = load("0 1000000 50000 60000");
  ASSERT_TRUE(loaded);
  EXPECT_EQ((*loaded)->timeout_at(0), kStart + 50'000);
  EXPECT_TRUE((*loaded)->ongoing());
}

TEST_F(LoadedMatch, counts_no_time_without_a_server) {
  restart = kStart + 500'000;
  EXPECT_EQ((*load())->timeout_at(0), restart + 60'000);
  restart = kStart - 500'000;
  EXPECT_EQ((*load("", {}, true))->timeout_at(0), restart + 60'000);
}

TEST_F(LoadedMatch, contradictions_are_found) {
  EXPECT_EQ(load("nonsense").error(), "the clocks after its last entry can't be read");
  EXPECT_EQ(load("1 1000000 50000 60000").error(), "a clock runs of a seat that is not a person's to move");
  EXPECT_EQ(load("0 1000000 50000 60000", kit::seat_set({0})).error(), "a clock runs of a seat that is not a person's to move");
  ending = Ending::finished;
  EXPECT_EQ(load().error(), "its table says otherwise about whether it has ended");
}

// ---- The turn, as the autopilot sees it.

class TurnTest : public MatchTest {
 protected:
  Autopilot::Turn turn() const {
    auto seated = row;
    seated.options = text_of(StoredTable{"europe", options});
    return turn_of(*match, Table(std::move(seated)), here, 0, now);
  }
  Followers here;
};

TEST_F(TurnTest, a_person_who_is_away_is_absent_when_another_player_waits) {
  start();
  EXPECT_FALSE(turn().absent);
  here.add(ClientId{1}, kCarl, {});
  EXPECT_FALSE(turn().absent);  // only watches
  here.add(ClientId{2}, kBert, {});
  EXPECT_TRUE(turn().absent);
  options.clock = {wire::ClockKind::days, 1, 0};
  EXPECT_FALSE(turn().absent);
  options.clock = {wire::ClockKind::bank, 60, 5};
  here.add(ClientId{3}, kAnna, {});
  EXPECT_FALSE(turn().absent);
}

TEST_F(TurnTest, computer_players_pause_when_nobody_plays_or_watches) {
  start();
  const auto anna = requester(kAnna), bert = requester(kBert);
  commit(match->prepare_leaving(by(&anna), kit::seat_set({0})));
  EXPECT_EQ(turn().computer, wire::Level::medium);
  EXPECT_FALSE(turn().paused);
  commit(match->prepare_leaving(by(&bert), kit::seat_set({1})));
  EXPECT_TRUE(turn().paused);
  here.add(ClientId{1}, kCarl, {});
  EXPECT_FALSE(turn().paused);
}

}  // namespace
}  // namespace perron::server
