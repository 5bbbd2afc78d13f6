// samples COUNT: draws so many worlds during real search, on every built-in board and number of seats, and checks each
// against its view (the option `check` of ismcts). One that does not fit stops the program with the broken invariant.
#include <string>

#include "content/builtin.h"
#include "table.h"

using namespace perron;
using namespace perron::search;

namespace {

// Plays a player's advice and counts the worlds that it drew.
class Counting final : public Player {
 public:
  Counting(std::unique_ptr<Player> player, long& worlds) : player_(std::move(player)), determinization_rng_(worlds) {}
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    const auto advice = player_->advise(game, view, rng);
    determinization_rng_ += advice.worlds;
    return advice.action;
  }

 private:
  std::unique_ptr<Player> player_;
  long& determinization_rng_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "samples COUNT\n"), 2;
  const long wanted = std::atol(argv[1]);
  long worlds = 0;
  for (std::uint64_t round = 0; worlds < wanted; ++round)
    for (const auto& builtin : builtin_boards()) {
      const auto board = load_board(std::string(builtin.id));
      for (int seats = board->rules.players_min; seats <= board->rules.players_max && worlds < wanted; ++seats) {
        const auto game = make_game(*board, seats);
        std::vector<std::unique_ptr<Player>> players;
        for (int s = 0; s < seats; ++s)
          players.push_back(std::make_unique<Counting>(std::move(*make_player("ismcts:iterations=100:check")), worlds));
        Rng rng(mix64(round));
        tuning::play(game, players, mix64(round + 99), rng, [](const State&) {});
        std::fprintf(stderr, "\r\033[K%ld of %ld", worlds, wanted);
      }
    }
  std::printf("\n%ld worlds drawn during search, each fits its view\n", worlds);
}
