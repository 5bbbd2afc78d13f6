// evaluation BOARD SEATS GAMES: positions of games between planners that make random moves now and then, as lines of numbers for
// fit_evaluation.py: for each seat the features of the evaluation function, its final points (in a race: tickets) and its share of the win.
#include "search/policy/evaluation.h"

#include "table.h"

using namespace perron;
using namespace perron::search;

namespace {

// Makes a random move now and then: the evaluation must fit positions that planners never reach, but searches do.
class NoisyPlayer final : public Player {
 public:
  explicit NoisyPlayer(const char* spec) : player_(std::move(*make_player(spec))), random_(std::move(*make_player("random"))) {}
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    return (rng.below(30) == 0 ? random_ : player_)->choose(game, view, rng);
  }

 private:
  std::unique_ptr<Player> player_, random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "evaluation BOARD SEATS GAMES\n"), 2;
  const auto game = tuning::game_of(argv[1], argv[2]);
  const bool race = std::holds_alternative<Race>(game.rules().tickets);
  // The scores of the policy are smaller in a race.
  const char* kinds[] = {"planner", race ? "planner:blur=0.3" : "planner:blur=0.5", "planner",
                         race ? "planner:blur=0.8" : "planner:blur=4"};
  for (int g = 0; g < std::atoi(argv[3]); ++g) {
    Rng rng(mix64(static_cast<std::uint64_t>(g)));
    std::vector<std::unique_ptr<Player>> players;
    for (int i = 0; i < game.seats; ++i) players.push_back(std::make_unique<NoisyPlayer>(kinds[rng.below(4)]));
    std::vector<PerSeat<Features>> seen;
    const auto end = tuning::play(game, players, mix64(static_cast<std::uint64_t>(g) + 777), rng, [&](const State& state) {
      if (rng.below(8) != 0) return;
      auto& row = seen.emplace_back();
      for (const auto s : seats_of(game)) {
        PlanCache cache;
        refresh(game, state.open, state.own[s], s, policy_weights_of(game), PolicyMode::rollout, cache);
        row[s] = features_of(game, state, s, cache);
      }
    });
    if (!is_over(end.open)) continue;
    const auto scores = final_scores(game, end);
    int winners = 0;
    for (const auto s : seats_of(game)) winners += scores.wins(s);
    for (const auto& row : seen) {
      for (const auto s : seats_of(game)) {
        for (const float x : row[s]) std::printf("%g ", static_cast<double>(x));
        std::printf("%d %g ", race ? scores.seat[s].completed : scores.seat[s].total, scores.wins(s) ? 1.0 / winners : 0.0);
      }
      std::printf("\n");
    }
  }
}
