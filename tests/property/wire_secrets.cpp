// Secrets at the wire: every byte that a viewer is sent is the same, whatever it may not see is; and nobody is told another's
// cards or tickets before they are public.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "server/game/notice_collector.h"
#include "support/kit.h"
#include "support/server_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;

// All that a viewer is sent of one step.
std::string told(const Game& game, const State& before, Action action, const State& after, Viewer viewer) {
  server::NoticeCollector collector(game, {viewer}, 0);
  collector.begin_at(before);
  collector.step(1, before, action, after);
  const auto news = server::view_changes(game, before, after, {&viewer, 1});
  return std::string(collector.notices(0)) + std::string(news[0].changed.view()) + std::to_string(news[0].hash) +
         server::text_of_view(game, after, viewer);
}

// Who has the view before and is told what changed has the view after.
TEST(WireViews, changes_lead_from_view_to_view) {
  for (const std::string board : {"europe", "germany", "first-journey"})
    for (const auto& game : kit::games_of(board)) {
      std::vector<Viewer> viewers{{}};
      for (int s = 0; s < game.seats; ++s) viewers.push_back({Seat(s)});
      std::vector<Json> views(viewers.size());
      State last;
      kit::play(game, "random", 3, [&](const State& state) {
        const bool first = views[0].empty();
        const auto news = server::view_changes(game, first ? state : last, state, viewers);
        for (std::size_t i = 0; i < viewers.size(); ++i) {
          const auto whole = server::text_of_view(game, state, viewers[i]);
          if (first) views[i] = Json::parse(whole);
          const auto changed = Json::parse(news[i].changed.view());
          for (const auto& [key, value] : changed.items()) views[i][key] = value;
          EXPECT_EQ(views[i].dump(), whole);
          EXPECT_EQ(news[i].hash, wire::fnv1a(whole));
        }
        last = state;
        return !testing::Test::HasFailure();
      });
    }
}

class WireSecrets : public testing::TestWithParam<std::string> {};

// What another seat does, and what it is dealt, in the true world and in one that the viewer cannot tell from it.
TEST_P(WireSecrets, messages_do_not_depend_on_what_is_hidden) {
  long compared = 0;
  for (const auto& game : kit::games_of(GetParam()))
    for (const std::string player : kit::kPlainPlayers) {
      Rng rng(11);
      kit::play(game, player, 5, [&](const State& state) {
        const auto seat = Seat(rng.below(static_cast<std::uint32_t>(game.seats)));
        const State world = sample(game, observe(state, seat), rng);
        const auto compare = [&](Action truth, Action other) {
          State a = state, b = world;
          apply(game, a, truth);
          apply(game, b, other);
          if (observe(a, seat) != observe(b, seat)) return;  // told apart by the rules themselves: tests/property/secrets.cpp
          ++compared;
          EXPECT_EQ(told(game, state, truth, a, {seat}), told(game, world, other, b, {seat}));
          EXPECT_EQ(told(game, state, truth, a, {}), told(game, world, other, b, {}));  // who has no seat sees less still
        };
        if (is_chance(state.open)) {
          const bool hidden = (state.open.owed == Owed::hand || state.open.owed == Owed::ticket) && Seat(state.open.owed_at) != seat;
          OutcomeList truth, other;
          outcomes(game, state, truth);
          outcomes(game, world, other);
          const auto mate = hidden ? other[other.size() - 1].action : truth[0].action;
          if (can_be_dealt(game, world, mate)) compare(truth[0].action, mate);
          return !testing::Test::HasFailure();
        }
        const auto mover = state.open.to_move;
        for (const auto action : kit::legal_actions(game, state)) {
          if (rng.below(8) > 0 && action.kind != Kind::keep_tickets) continue;
          if (!why_not(game, world.open, world.own[mover], mover, action)) compare(action, action);
        }
        // As many other tickets are kept.
        if (mover != seat && state.open.offered[mover] >= 3 && (state.open.phase == Phase::keep || state.open.phase == Phase::first_keep))
          for (const auto& [one, two] : {std::pair(3, 6), std::pair(5, 3)}) {
            const Action a{Kind::keep_tickets, static_cast<std::uint8_t>(one), 0, 0},
                b{Kind::keep_tickets, static_cast<std::uint8_t>(two), 0, 0};
            if (!why_not(game, state.open, state.own[mover], mover, a) && !why_not(game, world.open, world.own[mover], mover, b))
              compare(a, b);
          }
        return !testing::Test::HasFailure();
      });
    }
  EXPECT_GT(compared, 100);
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, WireSecrets, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

// ---- Over the hub: whole games, every byte kept.

// Tickets that this client may know: its own, and those laid open.
std::set<std::string> known_tickets(const kit::TestClient& client, std::size_t until) {
  std::set<std::string> out;
  const std::function<void(const Json&)> add = [&](const Json& value) {
    if (value.is_string()) out.insert(value.get<std::string>());
    if (value.is_array())
      for (const auto& item : value) add(item);
  };
  for (std::size_t i = 0; i < until; ++i) {
    const auto& view = client.all[i].value("view", Json::object());
    if (view.contains("mine")) {
      add(view["mine"]["tickets"]);
      add(view["mine"]["offered"]);
      for (const auto& seen : view["mine"]["seen"]) add(seen["ticket"]);
    }
    for (const auto& seat : view.value("seats", Json::array())) add(seat.value("shown", Json::array()));
  }
  return out;
}

TEST(WireSecretsOfGames, no_name_of_anothers_card_or_ticket_comes_before_it_is_public) {
  for (const auto& board : kit::builtin_names())
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(kit::scaled(3)); ++seed) {
      kit::TestServer server;
      const auto game = server.start(board, {"anna", "bert", "computer"});
      auto& watcher = server.client("watcher");
      watcher.ask({{"type", "open"}, {"table", game.table}, {"history", true}});
      server.run();
      auto &anna = server.client("anna"), &bert = server.client("bert");
      kit::play_on(server, game, {&anna, &bert}, seed);
      const auto facts = kit::board_of(board);
      for (const auto* client : {&anna, &bert, &watcher}) {
        ASSERT_FALSE(client->ended.is_null());
        const int own = client == &anna ? 0 : client == &bert ? 1 : -1;
        std::size_t end = 0;
        while (client->all[end].value("type", "") != "ended") ++end;
        const auto known = known_tickets(*client, end);
        for (std::size_t i = 0; i < end; ++i) {
          // Ids of tickets look like ids of tracks: only those that no track has can be looked for in the bytes.
          for (const auto& ticket : facts.tickets) {
            const bool also_track = std::ranges::any_of(facts.tracks, [&](const auto& track) { return track.id == ticket.id; });
            if (also_track || known.contains(ticket.id)) continue;
            ASSERT_EQ(client->raw[i].find("\"" + ticket.id + "\""), std::string::npos) << client->who.name << client->raw[i];
          }
          ASSERT_EQ(client->raw[i].find("\"key\""), std::string::npos);
          for (const auto& notice : client->all[i].value("notices", Json::array())) {
            const auto deal = notice.value("deal", "");
            if ((deal != "hand" && deal != "ticket") || notice["seat"] == own) continue;
            ASSERT_FALSE(notice.contains("card") || notice.contains("ticket")) << notice.dump();
          }
        }
      }
    }
}

// ---- Non-interference over the hub: two games whose keys differ, played alike as far as a viewer can tell, send it the
// same bytes.

struct Twins {
  Key one, two;
  std::vector<Action> script;
};

// All that the viewer has seen since the first deal.
std::string eyes_of(const server::Play& play, Viewer viewer) {
  server::NoticeCollector collector(play.game(), {viewer}, 0);
  play.replay(collector);
  return std::string(collector.notices(0)) + server::text_of_view(play.game(), play.state(), viewer);
}

// Goes on with actions that both worlds allow, as long as the viewer sees no difference.
Twins twins_of(const std::shared_ptr<const Game>& game, std::uint64_t seed, Viewer viewer) {
  Twins out{key_from_seed(2 * seed), key_from_seed(2 * seed + 1), {}};
  server::Play one(game, out.one, Seat(0)), two(game, out.two, Seat(0));
  if (eyes_of(one, viewer) != eyes_of(two, viewer) || one.state() == two.state()) return out;
  Rng rng(seed);
  while (!one.over() && out.script.size() < 60) {
    const auto mover = one.state().open.to_move;
    auto list = kit::legal_actions(*game, one.state());
    shuffle(std::span(list), rng);
    const auto fits = [&](Action action) {
      const auto& world = two.state();
      if (why_not(*game, world.open, world.own[mover], mover, action)) return false;
      const server::LogItem item{EntryKind::action, mover, true, {}, action, 0, 0};
      auto a = one, b = two;
      a.add(item);
      b.add(item);
      return !a.over() && eyes_of(a, viewer) == eyes_of(b, viewer) && a.version() == b.version();
    };
    const auto it = std::ranges::find_if(list, fits);
    if (it == list.end()) break;
    const server::LogItem item{EntryKind::action, mover, true, {}, *it, 0, 0};
    one.add(item);
    two.add(item);
    out.script.push_back(*it);
  }
  return out;
}

// Every byte that the viewer got, less ids that are drawn by lot and the commitment.
std::vector<std::string> bytes_sent(const std::string& board, const Key& key, const std::vector<Action>& script, Viewer viewer) {
  kit::TestServer server;
  server.boards.push_back(board);
  server.restart();
  server.hub().set_key_source([&] { return key; });
  const auto game = server.start("tiny", {"anna", "bert"}, {{"first", 0}});
  auto &anna = server.client("anna"), &bert = server.client("bert"), &watcher = server.client("watcher");
  watcher.ask({{"type", "open"}, {"table", game.table}, {"history", true}});
  server.run();
  for (const auto action : script) {
    const int seat = anna.streams[0].view["to_move"].get<int>();
    auto& client = seat == 0 ? anna : bert;
    const Json numbers = {static_cast<int>(action.kind), action.a, action.b, action.c};
    const auto id =
        client.ask({{"type", "act"}, {"game", game.game}, {"seat", seat}, {"version", client.streams[seat].version}, {"action", numbers}});
    server.run();
    EXPECT_TRUE(client.was_ok(id));
  }
  auto& reader = viewer.is(Seat(0)) ? anna : viewer.is(Seat(1)) ? bert : watcher;
  reader.ask({{"type", "open"}, {"table", game.table}, {"history", true}});
  if (reader.streams.contains(0)) reader.ask({{"type", "explain"}, {"game", game.game}, {"seat", 0}, {"tickets", true}});
  server.run();
  auto out = reader.raw;
  for (auto& text : out)
    for (const auto& word : {game.table, game.game, commitment(key)})
      for (auto where = text.find(word); where != std::string::npos; where = text.find(word)) text.replace(where, word.size(), "@");
  return out;
}

TEST(WireSecretsOfGames, twins_that_differ_in_what_is_hidden_send_the_same_bytes) {
  const auto board = kit::file_text(kit::tests_dir() + "/boards/tiny.json");
  const auto game = std::make_shared<const Game>(make_game(kit::board_of("tiny"), 2));
  for (const auto viewer : {Viewer{Seat(0)}, Viewer{Seat(1)}, Viewer{}}) {
    int games = 0;
    for (std::uint64_t seed = 0; seed < 100000 && games < kit::scaled(12); ++seed) {
      const auto twins = twins_of(game, seed, viewer);
      if (twins.script.size() < 4) continue;  // they part too soon to say much
      ++games;
      const auto one = bytes_sent(board, twins.one, twins.script, viewer), two = bytes_sent(board, twins.two, twins.script, viewer);
      ASSERT_EQ(one.size(), two.size());
      for (std::size_t i = 0; i < one.size(); ++i) ASSERT_EQ(one[i], two[i]) << "message " << i;
    }
    EXPECT_GE(games, kit::scaled(12));
  }
}

}  // namespace
}  // namespace perron
