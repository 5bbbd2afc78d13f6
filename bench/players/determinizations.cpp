// determinizations COUNT: samples this many determinizations during real searches, on every built-in board and number of seats, and
// checks each against its view (the option `check` of ismcts). An inconsistent one stops the program with the broken invariant.
#include <string>

#include "content/builtin.h"
#include "table.h"

using namespace perron;
using namespace perron::search;

namespace {

// Plays a player's advice and counts the determinizations.
class Counting final : public Player {
 public:
  Counting(std::unique_ptr<Player> player, long& count) : player_(std::move(player)), count_(count) {}
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    const auto advice = player_->advise(game, view, rng);
    count_ += advice.determinizations;
    return advice.action;
  }

 private:
  std::unique_ptr<Player> player_;
  long& count_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "determinizations COUNT\n"), 2;
  const long wanted = std::atol(argv[1]);
  long count = 0;
  for (std::uint64_t round = 0; count < wanted; ++round)
    for (const auto& builtin : builtin_boards()) {
      const auto board = load_board(std::string(builtin.id));
      for (int seats = board->rules.players_min; seats <= board->rules.players_max && count < wanted; ++seats) {
        const auto game = make_game(*board, seats);
        std::vector<std::unique_ptr<Player>> players;
        for (int i = 0; i < seats; ++i)
          players.push_back(std::make_unique<Counting>(std::move(*make_player("ismcts:iterations=100:check")), count));
        Rng rng(mix64(round));
        tuning::play(game, players, mix64(round + 99), rng, [](const State&) {});
        std::fprintf(stderr, "\r\033[K%ld of %ld", count, wanted);
      }
    }
  std::printf("\n%ld determinizations sampled during search, each consistent with its view\n", count);
}
