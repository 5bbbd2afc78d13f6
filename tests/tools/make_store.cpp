// A data folder with random games of every board, as a server would leave it: for the tests of `perron data`.
//   perron_make_store FOLDER GAMES SEED
// Of each six games one is abandoned, one goes on, the others are finished; some have actions taken back.
#include <cstdio>
#include <cstdlib>
#include <future>

#include "content/board_reader.h"
#include "content/builtin.h"
#include "dealer/key.h"
#include "store/store.h"

namespace {

using namespace perron;

class Writer {
 public:
  Writer(Store& store, std::uint64_t seed) : store_(store), rng_(seed) {}

  void play(const BuiltinBoard& builtin, int number) {
    auto board = read_board(builtin.json);
    const int least = board->rules.players_min, most = board->rules.players_max;
    const int seats = least + number % (most - least + 1);
    const auto game = make_game(std::move(*board), seats);
    StartGame begin;
    begin.game.id = GameId{1000 + number};
    begin.game.engine = "test";
    begin.game.options = "{}";
    begin.game.key = key_from_seed(static_cast<std::uint64_t>(number));
    begin.game.started = begin.game.id == GameId{1000} ? 0 : 1'700'000'000'000 + number;
    for (int seat = 0; seat < seats; ++seat) begin.game.seats.push_back({UserId{1 + seat % 2}, "P" + std::to_string(seat), ""});
    begin.board = pin_board(std::string(builtin.id), std::string(builtin.json));
    changes_.clear();
    changes_.push_back(begin);
    entries(game, begin.game, number % 6);
    write();
  }

  void write() {
    std::promise<std::optional<StoreError>> answer;
    store_.write(std::move(changes_), [&](std::optional<StoreError> error) { answer.set_value(std::move(error)); });
    if (const auto error = answer.get_future().get()) {
      std::fprintf(stderr, "%s\n", error->message.c_str());
      std::exit(1);
    }
    changes_.clear();
  }

  std::vector<Change>& changes() { return changes_; }

 private:
  void entries(const Game& game, const GameRow& row, int fate) {
    KeyDealer dealer(KeyStreams{row.key});
    auto state = start(game, Seat{row.first});
    std::uint32_t n = 0;
    const auto deal = [&] {
      int dealt = 0;
      for (; is_chance(state.open); ++dealt) apply(game, state, dealer.deal(game, state));
      return dealt;
    };
    const auto add = [&](EntryKind kind, Seat seat, Action action) {
      Entry entry;
      entry.game = row.id;
      entry.n = ++n;
      entry.kind = kind;
      entry.seat = static_cast<std::uint8_t>(index(seat));
      entry.action = action;
      entry.at = row.started + n;
      changes_.push_back(AppendEntry{entry});
    };
    deal();
    for (int steps = 0; !is_over(state.open) && steps < 3000; ++steps) {
      if (fate < 2 && n > 30) break;
      const auto seat = state.open.to_move;
      const auto action = random_action(game, state.open, state.own[static_cast<std::size_t>(index(seat))], rng_, scratch_);
      const auto before = state;
      apply(game, state, action);
      add(EntryKind::action, seat, action);
      if (deal() == 0 && !is_over(state.open) && rng_.below(4) == 0) {
        add(EntryKind::undo, seat, {});
        state = before;
      }
    }
    if (fate == 0) add(EntryKind::abandon, Seat{0}, {});
    if (fate != 1) changes_.push_back(EndGame{row.id, fate == 0 ? Ending::abandoned : Ending::finished, "{}", row.started + n});
  }

  Store& store_;
  Rng rng_;
  std::vector<Change> changes_;
  ActionList scratch_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "perron_make_store FOLDER GAMES SEED\n");
    return 2;
  }
  auto store = open_store(argv[1], [](std::function<void()> function) { function(); });
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 1;
  }
  const auto writer = std::make_unique<Writer>(**store, std::strtoull(argv[3], nullptr, 10));
  writer->changes() = {
      NewUser{{UserId{1}, "Ada", "ada", "$argon2id$", 1, kNobody}},
      NewUser{{UserId{2}, "guest", "", "", 1, kNobody}},
      NewUser{{UserId{3}, "idle", "", "", 1, kNobody}},
      NewSession{{SessionId{1}, sha256("idle"), UserId{3}, "", 1, 1}},
      SaveTable{{TableId{7}, UserId{1}, Visibility::listed, TableState::waiting, kNoGame, "{}", {{UserId{1}, "Ada", ""}}, 1}},
      AddChat{{TableId{7}, 1, UserId{1}, "Ada", "hello", 1}}};
  writer->write();
  const int games = std::atoi(argv[2]);
  const auto boards = builtin_boards();
  for (int number = 0; number < games; ++number) writer->play(boards[static_cast<std::size_t>(number) % boards.size()], number);
  return 0;
}
