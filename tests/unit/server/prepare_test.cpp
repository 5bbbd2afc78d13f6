// A move is computed once: before it is stored, on a game that stays as it is until the move is committed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/rng.h"
#include "server/game/notice_collector.h"
#include "server/game/play.h"
#include "support/kit.h"

namespace perron {
namespace {

using server::LogItem;
using server::Play;

// ---- A game that counts the actions that its modules play, and the debts that they see paid.

struct Counts {
  int played = 0, dealt = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};
Counts counts;
IdArray<Kind, const Module*, kKinds> owner_of;
IdArray<Owed, const Module*, kDebts> payee_of;

void count_play(const Game& game, State& state, Action action) {
  ++counts.played;
  owner_of[action.kind]->play(game, state, action);
}

template <std::size_t debt>
void count_dealt(const Game& game, State& state) {
  ++counts.dealt;
  payee_of[Owed(debt)]->dealt(game, state);
}

class CountingGame {
 public:
  explicit CountingGame(const std::string& board, int seats) : game_(std::make_shared<Game>(make_game(kit::board_of(board), seats))) {
    owner_of = game_->kind_owner;
    payee_of = game_->debt_owner;
    owners_.reserve(kKinds);
    for (auto& owner : game_->kind_owner)
      if (owner && owner->play) {
        owners_.push_back(*owner);
        owners_.back().play = count_play;
        owner = &owners_.back();
      }
    [this]<std::size_t... debt>(std::index_sequence<debt...>) { (count_debt<debt>(), ...); }
    (std::make_index_sequence<kDebts>());
  }
  std::shared_ptr<const Game> game() const { return game_; }

 private:
  template <std::size_t debt>
  void count_debt() {
    auto& payee = game_->debt_owner[Owed(debt)];
    if (!payee || !payee->dealt) return;
    payees_[Owed(debt)] = *payee;
    payees_[Owed(debt)].dealt = count_dealt<debt>;
    payee = &payees_[Owed(debt)];
  }

  std::shared_ptr<Game> game_;
  std::vector<Module> owners_;
  IdArray<Owed, Module, kDebts> payees_{};
};

// ---- What can be seen of a game.

class Steps final : public server::StepObserver {
 public:
  void step(std::uint32_t n, const State& before, Action action, const State& after) override { all.push_back({n, before, action, after}); }
  void event(std::uint32_t n, const LogItem& item, const State& after) override {
    all.push_back({n, after, Action{Kind{}, static_cast<std::uint8_t>(item.kind), static_cast<std::uint8_t>(index(item.seat)), 0}, after});
  }
  struct Step {
    std::uint32_t n;
    State before;
    Action action;
    State after;
    friend bool operator==(const Step&, const Step&) = default;
  };
  std::vector<Step> all;
};

struct Seen {
  explicit Seen(const Play& play)
      : state(play.state()),
        version(play.version()),
        acted(play.acted_version()),
        undos(play.undos()),
        entries(play.log().size()),
        abandoned(play.abandoned()) {
    for (int seat = 0; seat < play.game().seats; ++seat) can_undo.push_back(play.can_undo(Seat(seat)));
    for (const auto& item : play.log()) versions.push_back(item.version);
  }
  State state;
  std::uint32_t version, acted, undos;
  std::size_t entries;
  bool abandoned;
  std::vector<bool> can_undo;
  std::vector<std::uint32_t> versions;
  friend bool operator==(const Seen&, const Seen&) = default;
};

LogItem item_of(EntryKind kind, Seat seat, Action action = {}) { return {kind, seat, true, {}, action, 0, 0}; }

// Random actions; some are taken back, and now and then seats change hands, one or two at once.
class RandomEntries {
 public:
  explicit RandomEntries(std::uint64_t seed) : rng_(seed) {}
  std::vector<LogItem> next(const Play& play) {
    if (rng_.below(8) == 0) {
      std::vector<LogItem> out{item_of(EntryKind::computer_takes_seat, Seat(0))};
      if (rng_.below(2)) out.push_back(item_of(EntryKind::person_returns, Seat(1)));
      return out;
    }
    for (int seat = 0; seat < play.game().seats; ++seat)
      if (play.can_undo(Seat(seat)) && rng_.below(2)) return {item_of(EntryKind::undo, Seat(seat))};
    const auto mover = play.state().open.to_move;
    const auto& mine = play.state().own[mover];
    return {item_of(EntryKind::action, mover, random_action(play.game(), play.state().open, mine, rng_, list_))};
  }

 private:
  Rng rng_;
  ActionList list_;
};

// ---- Tests.

TEST(ServerPrepare, a_move_is_applied_and_dealt_once) {
  const CountingGame counting("europe", 3);
  Play play(counting.game(), key_from_seed(1), Seat(0));
  RandomEntries entries(1);
  int played = 0, dealt = 0;
  while (!play.over()) {
    const auto items = entries.next(play);
    if (items.front().kind == EntryKind::undo) continue;  // the game is told again for those
    const bool acts = items.front().kind == EntryKind::action;
    counts = {};
    auto next = play.prepare(items);
    const auto prepared = counts;
    EXPECT_EQ(prepared.played, acts ? 1 : 0);
    server::NoticeCollector collector(play.game(), {{Seat(0)}, {Seat(1)}, {}}, play.version());
    play.report(next, collector);
    const bool checkpoint = play.log().size() % 256 == 0;  // kept with what can be taken back, for which the game is told again
    play.commit(std::move(next));
    EXPECT_TRUE(checkpoint || counts == prepared);
    played += prepared.played;
    dealt += prepared.dealt;
  }
  EXPECT_GT(played, 100);
  EXPECT_GT(dealt, 50);
}

TEST(ServerPrepare, a_game_stays_as_it_is_until_the_commit) {
  auto game = std::make_shared<const Game>(make_game(kit::board_of("europe"), 3));
  Play play(game, key_from_seed(2), Seat(0));
  Play untouched(game, key_from_seed(2), Seat(0));  // in which nothing is prepared in vain
  RandomEntries entries(2), others(3);
  while (!play.over() && play.log().size() < 600) {
    const Seen before(play);
    for (int i = 0; i < 2; ++i) play.prepare(others.next(play));
    ASSERT_EQ(Seen(play), before);
    const auto items = entries.next(play);
    auto next = play.prepare(items);
    ASSERT_EQ(Seen(play), before);
    const auto state = next.state();
    play.commit(std::move(next));
    ASSERT_EQ(play.state(), state);
    untouched.commit(untouched.prepare(items));
    ASSERT_EQ(Seen(play), Seen(untouched));
  }
  EXPECT_GT(play.log().size(), 300u);
  EXPECT_GT(play.undos(), 5u);
}

TEST(ServerPrepare, what_is_committed_is_what_is_added_and_what_is_told_again) {
  auto game = std::make_shared<const Game>(make_game(kit::board_of("europe"), 3));
  for (const std::uint64_t seed : {4, 5}) {
    Play play(game, key_from_seed(seed), Seat(0));
    Play added(game, key_from_seed(seed), Seat(0));
    RandomEntries entries(seed);
    Steps told;
    const auto opening = play.version();
    while (!play.over()) {
      const auto items = entries.next(play);
      auto next = play.prepare(items);
      play.report(next, told);
      std::uint32_t last = play.version();
      for (const auto& item : next.items()) {
        EXPECT_GT(item.version, last);
        last = item.version;
      }
      play.commit(std::move(next));
      EXPECT_EQ(play.version(), last);
      for (const auto& item : items) added.add(item);
      ASSERT_EQ(Seen(play), Seen(added));
    }
    Steps again;
    play.replay(again);
    ASSERT_EQ(again.all.size(), opening + told.all.size());
    EXPECT_TRUE(std::equal(told.all.begin(), told.all.end(), again.all.begin() + opening));
  }
}

}  // namespace
}  // namespace perron
