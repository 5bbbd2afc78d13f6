// What the server sends: one fixture for each message, byte for byte. PERRON_UPDATE_GOLDEN=1 writes them anew.
#include "wire/messages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dealer/key.h"
#include "server/game/explain.h"
#include "server/game/game_result.h"
#include "server/game/notice_collector.h"
#include "server/game/replay_text.h"
#include "support/kit.h"
#include "support/seat_set.h"
#include "support/table.h"

namespace perron {
namespace {

using namespace wire;

constexpr const char* kTable = "4f0r8j2wq6ty";
constexpr const char* kGame = "9c1b5n7h3kzm";
constexpr const char* kAnna = "7v2k9m4q1x0d";
constexpr const char* kBela = "2p8e6s0g4v1a";
constexpr std::int64_t kTime = 1790000000000;

void expect_fixture(const std::string& name, const std::string& text, const std::string& from = "server-") {
  const auto path = kit::tests_dir() + "/wire/" + from + name + ".json";
  if (kit::update_golden()) kit::write_file(path, text + "\n");
  EXPECT_EQ(text + "\n", kit::file_text(path)) << name;
  EXPECT_FALSE(nlohmann::json::parse(text, nullptr, false).is_discarded());
}

// A game of First Journey from a fixed key, some actions on.
server::Play a_game() {
  server::Play play(std::make_shared<const Game>(make_game(kit::board_of("first-journey"), 2)), key_from_seed(1), Seat(0));
  return play;
}

std::vector<Action> legal_of(const server::Play& play) { return kit::legal_actions(play.game(), play.state()); }

TEST(WireMessages, small_ones) {
  expect_fixture("welcome", welcome_text({kAnna, "Anna", false, "c2VjcmV0", "perron 0.1.0", kTime}));
  expect_fixture("ok", ok_text("17"));
  expect_fixture("ok-act", begin_ok("m1").field("version", 213).end('}').take());
  expect_fixture("ok-create", begin_ok("1").field("table", kTable).end('}').take());
  expect_fixture("refused", refused_text("18", RefusalCode::stale, "The game has moved on since version 41; this is version 44."));
  expect_fixture("refused-rule",
                 refused_text("19", RefusalCode::rule, text_of(Refusal::track_taken).sentence, text_of(Refusal::track_taken).code));
  expect_fixture("bye", bye_text("The server is about to stop."));
  expect_fixture("chat", chat_text({kTable, 1, kAnna, "Anna", "Good luck! \"<b>\" \\ \u2028 ő", kTime, true}));
  expect_fixture("your_turn", your_turn_text(kTable, kGame, Seat(0)));
}

TEST(WireMessages, table_and_lobby) {
  TableFacts facts;
  facts.table = kTable;
  facts.state = "playing";
  facts.board = "europe";
  facts.host = kAnna;
  facts.game = kGame;
  facts.options = {kFirstRandom, {ClockKind::bank, 900, 10}, true, true};
  facts.seats = {{SeatFacts::Kind::person, "Anna", kAnna, "", true, "", true},
                 {SeatFacts::Kind::person, "Béla", kBela, "", false, "medium"},
                 {SeatFacts::Kind::computer, "Hard 3", "", "hard", false, ""},
                 {}};
  facts.abandon = kit::seat_set({0});
  facts.watching = 2;
  expect_fixture("table", table_text(table_head(facts), kit::seat_set({0})));
  facts.busy = true;
  expect_fixture("table-busy", table_text(table_head(facts), kit::seat_set({0})));
  const auto entry = lobby_entry({kTable,
                                  "waiting",
                                  "europe",
                                  "Anna",
                                  {SeatFacts::Kind::person, SeatFacts::Kind::open, SeatFacts::Kind::computer},
                                  {ClockKind::turn, 60, 0},
                                  true,
                                  kTime,
                                  true});
  expect_fixture("lobby", lobby_text(Whole::yes, std::vector<std::string_view>{entry}, {}));
  expect_fixture("lobby-change", lobby_text(Whole::no, {}, std::vector<std::string>{kTable}));
}

class WireStreams : public testing::Test {
 protected:
  StreamFacts stream(Seat seat, const std::string& view) {
    StreamFacts out;
    out.table = kTable;
    out.game = kGame;
    out.seat = seat;
    out.version = play.version();
    out.hash = fnv1a(view);
    out.clocks = &clocks;
    if (seat != play.state().open.to_move) return out;
    legal = legal_of(play);
    out.legal = legal;
    out.to_move = true;
    return out;
  }
  void expect_snapshot(const std::string& name, Viewer viewer) {
    const auto view = server::text_of_view(play.game(), play.state(), viewer);
    const auto sealed = commitment(play.key());
    const std::vector<ChatFacts> chat = {{kTable, 1, kAnna, "Anna", "Good luck!", kTime}};
    SnapshotFacts facts{play.game().board.id, "00ff", sealed, 1, 2, view, chat, std::nullopt};
    expect_fixture(name, snapshot_text(stream(viewer.seat, view), facts));
  }

  server::Play play = a_game();
  ClockFacts clocks{Seat(0), {871200, 900000}, kTime};
  std::vector<Action> legal;
};

TEST_F(WireStreams, snapshots) {
  expect_snapshot("snapshot", {Seat(0)});
  expect_snapshot("snapshot-public", {});
}

TEST_F(WireStreams, updates) {
  for (const auto viewer : {Viewer{Seat(0)}, Viewer{Seat(1)}, Viewer{}}) {
    auto next = play;
    server::NoticeCollector collector(next.game(), {viewer}, next.version());
    collector.begin_at(next.state());
    for (const server::LogItem& item : {server::LogItem{EntryKind::action, Seat(0), true, {}, {Kind::draw_blind, 0, 0, 0}, 0, 0},
                                        server::LogItem{EntryKind::computer_takes_seat, Seat(1), false, TakeoverReason::time, {}, 0, 0}}) {
      auto prepared = next.prepare({item});
      next.report(prepared, collector);
      next.commit(std::move(prepared));
    }
    std::swap(next, play);
    const auto after = server::text_of_view(play.game(), play.state(), viewer);
    const auto news = server::view_changes(play.game(), *collector.before(), play.state(), {&viewer, 1});
    EXPECT_EQ(news[0].hash, fnv1a(after));
    const auto seat = viewer.seat;
    expect_fixture(seat == Seat(0)   ? "update"
                   : seat == Seat(1) ? "update-other"
                                     : "update-public",
                   update_text(stream(seat, after), collector.notices(0), news[0].changed.view()).take());
    std::swap(next, play);
  }
}

TEST_F(WireStreams, replay) {
  play.add({EntryKind::action, Seat(0), true, {}, legal_of(play).front(), 0, 0});
  server::StringSink replay;
  EXPECT_EQ(server::write_replay(play, {Seat(0)}, server::TextCursor::begin, replay), server::TextCursor::end);
  expect_fixture("replay", replay.text, "http-");
}

// Help with a tunnel and with a station, after enough cards have been drawn to pay for both.
TEST(WireMessages, explained) {
  server::Play play(std::make_shared<const Game>(make_game(kit::board_of("europe"), 2)), key_from_seed(1), Seat(0));
  for (int i = 0; i < 40; ++i) {
    const auto list = legal_of(play);
    const auto blind = std::ranges::find(list, Kind::draw_blind, &Action::kind);
    const auto seat = play.state().open.to_move;
    play.add({EntryKind::action, seat, true, {}, blind == list.end() ? list.front() : *blind, 0, 0});
  }
  const auto view = observe(play.state(), Seat(0));
  const auto& tracks = play.game().tracks;
  Explain about;
  about.game = kGame;
  about.about = Explain::About::track;
  about.number = static_cast<int>(std::ranges::find_if(tracks, [](const auto& t) { return t.tunnel && t.length == 3; }) - tracks.begin());
  const auto track = server::explain(play.game(), view, about, "30");
  expect_fixture("ok-explain-track", track);
  const auto json = nlohmann::json::parse(track);
  ASSERT_FALSE(json["payments"].empty());
  ASSERT_EQ(json["chances"].size(), json["payments"].size());
  EXPECT_EQ(json["chances"][0]["odds"], json["odds"]);
  for (std::size_t i = 0; i < json["payments"].size(); ++i) {
    const auto& payment = json["payments"][i];
    const auto& hand = view.mine.hand;
    const auto colour = Color(payment[2].get<int>());
    const int all = colour == Color::locomotive ? hand[colour] : hand[colour] + hand[Color::locomotive];
    EXPECT_EQ(json["chances"][i]["spare"], all - 3);
    double sum = 0;
    for (const auto& chance : json["chances"][i]["odds"]) sum += chance.get<double>();
    EXPECT_NEAR(sum, 1, 0.001);
  }
  about.about = Explain::About::place;
  about.number = 9;
  const auto place = server::explain(play.game(), view, about, "31");
  expect_fixture("ok-explain-place", place);
  EXPECT_EQ(nlohmann::json::parse(place)["cards"], 1);
}

// Open by a station, done, impossible.
TEST(WireMessages, explained_tickets) {
  auto t = Table::ready("europe", 2);
  t.give_tickets(0, {"edinburgh-paris", "berlin-moskva", "budapest-sofia", "angora-kharkov"});
  t.give_tracks(0, {"budapest-sarajevo", "sarajevo-sofia"});
  t.give_track(1, "edinburgh-london.1");
  t.set_wagons(0, 11);
  Explain about;
  about.about = Explain::About::tickets;
  expect_fixture("ok-explain-tickets", server::explain(t.game, observe(t.state, Seat(0)), about, "33"));
}

TEST_F(WireStreams, ended) {
  Rng rng(1);
  static ActionList list;
  while (!play.over()) {
    const auto& state = play.state();
    const auto mover = state.open.to_move;
    const auto action = random_action(play.game(), state.open, state.own[mover], rng, list);
    play.add({EntryKind::action, mover, true, {}, action, 0, 0});
  }
  const auto result = server::full_result(play.game(), play.state()), points = server::points_by_turn(play, 0), key = to_hex(play.key());
  const auto course = nlohmann::json::parse(points);  // of a race: the completed tickets
  EXPECT_EQ(course.back()[1], nlohmann::json::parse(result)["seats"][1]["completed"]);
  expect_fixture("ended", ended_text({kTable, kGame, "finished", result, points, key}));
  expect_fixture("ended-abandoned", ended_text({kTable, kGame, "abandoned", "", points, ""}));
}

TEST(WireMessages, hashes_are_carried_on_together) {
  for (std::size_t n = 1; n <= 9; ++n) {
    std::vector<std::uint64_t> hashes;
    for (std::size_t i = 0; i < n; ++i) hashes.push_back(fnv1a(std::to_string(i)));
    hash_on(hashes, "common");
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(hashes[i], fnv1a(std::to_string(i) + "common"));
  }
}

TEST(WireMessages, the_hash_is_fnv_1a) {
  EXPECT_EQ(hash_text(""), "cbf29ce484222325");
  EXPECT_EQ(hash_text("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(hash_text("foobar"), "85944171f73967e8");
}

TEST(WireMessages, texts_are_escaped_as_browsers_do_it) {
  std::string out;
  append_quoted(out, std::string("\"\\\b\f\n\r\t\x01\x1f/ ő\x7f", 14));
  EXPECT_EQ(out, "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/ ő\x7f\"");
}

}  // namespace
}  // namespace perron
