// A data folder with random games of every board, as a server would leave it: for the tests of `perron data`.
//   perron_make_store FOLDER GAMES SEED
// Of each six games one is abandoned, one goes on, the others are finished; some have actions taken back.
//   perron_make_store FOLDER undone PAIRS
// Two games at tables, one over and one going on, with an action that is played and taken back PAIRS times. Prints the id of each table and
// game: of the game over, then of the other.
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

  void play_undone(const BuiltinBoard& builtin, int number, int pairs, bool over) {
    const auto game = make_game(*read_board(builtin.json), 2);
    TableRow table{TableId{1 + number}, UserId{1}, Visibility::listed, TableState::playing, GameId{1 + number}, "{}", {}, 1};
    for (int seat = 0; seat < 2; ++seat) table.seats.push_back({UserId{1}, "P" + std::to_string(seat), ""});
    if (over) table.state = TableState::over;
    StartGame begin;
    begin.game.id = table.game;
    begin.game.table = table.id;
    begin.game.engine = "test";
    begin.game.options = table.options;
    begin.game.key = key_from_seed(1);
    begin.game.started = 1'700'000'000'000;
    begin.game.seats = table.seats;
    begin.board = pin_board(std::string(builtin.id), std::string(builtin.json));
    changes_.push_back(SaveTable{table});
    changes_.push_back(begin);
    const auto [seat, action] = undoable(game, begin.game.key);
    Entry entry;
    entry.game = table.game;
    entry.seat = static_cast<std::uint8_t>(index(seat));
    entry.user = UserId{1};
    entry.at = begin.game.started;
    for (int pair = 0; pair < pairs; ++pair) {
      for (const auto kind : {EntryKind::action, EntryKind::undo}) {
        ++entry.n;
        entry.kind = kind;
        entry.action = kind == EntryKind::action ? action : Action{};
        changes_.push_back(AppendEntry{entry});
      }
      if (pair % 500 == 499) write();
    }
    ++entry.n;
    entry.kind = EntryKind::abandon;
    if (over) changes_.push_back(AppendEntry{entry});
    if (over) changes_.push_back(EndGame{table.game, Ending::abandoned, "{}", entry.at});
    write();
    std::printf("%s %s\n", to_text(table.id).c_str(), to_text(table.game).c_str());
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
  // The first decision of a game, and an action there that deals nothing.
  std::pair<Seat, Action> undoable(const Game& game, const Key& key) {
    KeyDealer dealer(KeyStreams{key});
    auto state = start(game, Seat{0});
    while (is_chance(state.open)) apply(game, state, dealer.deal(game, state));
    const auto seat = state.open.to_move;
    legal(game, state.open, state.own[seat], scratch_);
    for (const auto action : scratch_) {
      auto after = state;
      apply(game, after, action);
      if (!is_chance(after.open)) return {seat, action};
    }
    std::exit(1);
  }

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
      const auto action = random_action(game, state.open, state.own[seat], rng_, scratch_);
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
    std::fprintf(stderr, "perron_make_store FOLDER GAMES SEED\nperron_make_store FOLDER undone PAIRS\n");
    return 2;
  }
  auto store = open_store(argv[1], [](std::function<void()> function) { function(); });
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 1;
  }
  const auto writer = std::make_unique<Writer>(**store, std::strtoull(argv[3], nullptr, 10));
  const auto boards = builtin_boards();
  if (std::string_view(argv[2]) == "undone") {
    writer->changes() = {NewUser{{UserId{1}, "Ada", "ada", "$argon2id$", 1, kNobody}}};
    for (int number = 0; number < 2; ++number) writer->play_undone(boards[0], number, std::atoi(argv[3]), number == 0);
    return 0;
  }
  writer->changes() = {
      NewUser{{UserId{1}, "Ada", "ada", "$argon2id$", 1, kNobody}},
      NewUser{{UserId{2}, "guest", "", "", 1, kNobody}},
      NewUser{{UserId{3}, "idle", "", "", 1, kNobody}},
      NewSession{{SessionId{1}, sha256("idle"), UserId{3}, "", 1, 1}},
      SaveTable{{TableId{7}, UserId{1}, Visibility::listed, TableState::waiting, kNoGame, "{}", {{UserId{1}, "Ada", ""}}, 1}},
      AddChat{{TableId{7}, 1, UserId{1}, "Ada", "hello", 1}}};
  writer->write();
  const int games = std::atoi(argv[2]);
  for (int number = 0; number < games; ++number) writer->play(boards[static_cast<std::size_t>(number) % boards.size()], number);
  return 0;
}
