// outlook BOARD SEATS GAMES: positions of games between planners with whims as lines of numbers, for fit_outlook.py: for each seat
// the features of its outlook, its final points (in a race: tickets) and its share of the win.
#include "search/policy/evaluation.h"
#include "table.h"

using namespace perron;
using namespace perron::search;

namespace {

// Does something odd now and then, so that the outlook knows of positions into which a planner would not come, as the search does.
class Whimsical final : public Player {
 public:
  explicit Whimsical(const char* spec) : sober_(std::move(*make_player(spec))), odd_(std::move(*make_player("random"))) {}
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    return (rng.below(30) == 0 ? odd_ : sober_)->choose(game, view, rng);
  }

 private:
  std::unique_ptr<Player> sober_, odd_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "outlook BOARD SEATS GAMES\n"), 2;
  const auto game = tuning::game_of(argv[1], argv[2]);
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  const auto seats = static_cast<std::size_t>(game.seats);
  // A race's sense counts in smaller numbers.
  const char* kinds[] = {"planner", race ? "planner:blur=0.3" : "planner:blur=0.5", "planner",
                         race ? "planner:blur=0.8" : "planner:blur=4"};
  for (int g = 0; g < std::atoi(argv[3]); ++g) {
    Rng rng(mix64(static_cast<std::uint64_t>(g)));
    std::vector<std::unique_ptr<Player>> players;
    for (std::size_t s = 0; s < seats; ++s) players.push_back(std::make_unique<Whimsical>(kinds[rng.below(4)]));
    std::vector<std::array<Features, kSeats>> seen;
    const auto end = tuning::play(game, players, mix64(static_cast<std::uint64_t>(g) + 777), rng, [&](const State& state) {
      if (rng.below(8) != 0) return;
      auto& row = seen.emplace_back();
      for (std::size_t s = 0; s < seats; ++s) {
        PlanCache cache;
        refresh(game, state.open, state.own[s], Seat(s), policy_weights_of(game), PolicyMode::rollout, cache);
        row[s] = features_of(game, state, Seat(s), cache);
      }
    });
    if (!is_over(end.open)) continue;
    const auto scores = final_scores(game, end);
    int winners = 0;
    for (std::size_t s = 0; s < seats; ++s) winners += scores.wins(Seat(s));
    for (const auto& row : seen) {
      for (std::size_t s = 0; s < seats; ++s) {
        for (const float x : row[s]) std::printf("%g ", static_cast<double>(x));
        std::printf("%d %g ", race ? scores.seat[s].completed : scores.seat[s].total, scores.wins(Seat(s)) ? 1.0 / winners : 0.0);
      }
      std::printf("\n");
    }
  }
}
