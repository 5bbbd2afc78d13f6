// plans BOARD GAMES SEED DETERMINIZATIONS: what a seat gains by following another plan than its own. Two quick searches play. In one turn
// in four, rollouts follow each of alternative_plans() in the same DETERMINIZATIONS determinizations, after the best action of that plan.
// Prints the average gain in win probability over the seat's own plan: plans with another path by the extra half cards, plans that give a
// ticket up separately; the true spread of such plans (the part on which both halves of the determinizations agree); and the gain, in one
// half of the determinizations, of the plan that was best in the other half.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "search/policy/alternatives.h"
#include "search/policy/policy.h"
#include "search/tree/common_random_numbers.h"
#include "search/tree/determinization.h"
#include "search/tree/ticket_odds.h"
#include "table.h"

using namespace perron;
using namespace perron::search;

namespace {

using Halves = std::array<double, 2>;

struct Group {
  double count = 0;
  Halves sum{};
  double product = 0;
};

// The seat's share of the win if it follows this plan from here.
double play_on(const Policy& policy, const Determinization& determinization, const PlanCache& cache, Action first, Seat me,
               std::uint64_t seed) {
  const auto& game = policy.game;
  auto caches = determinization.caches;
  caches[me] = cache;
  State state = determinization.state;
  CommonRandomNumbers numbers;
  numbers.reseed(seed);
  Rng rng(mix64(seed));
  apply(game, state, first);
  for (int n = 0; !is_over(state.open) && n < 4000; ++n) {
    const auto mover = state.open.to_move;
    if (is_chance(state.open)) apply(game, state, numbers.deal(game, state, rng));
    else apply(game, state, best_action(policy, state.open, state.own[mover], PolicyMode::rollout, caches[mover]));
  }
  if (!is_over(state.open)) return 1.0 / game.seats;
  const auto scores = final_scores(game, state);
  int winners = 0;
  for (const auto s : seats_of(game)) winners += scores.wins(s);
  return scores.wins(me) ? 1.0 / winners : 0;
}

std::string name_of(const Plan& own, const Plan& other) {
  if (!(own.live == other.live)) return "a ticket given up";
  const int more = other.effort - own.effort;
  const int low = more < 0 ? -1 : more == 0 ? 0 : more < 5 ? 1 : more < 10 ? 5 : more < 20 ? 10 : 20;
  return low < 0 ? "less effort" : "half cards more: " + std::to_string(low) + (low == 0 ? "" : " or more");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::fprintf(stderr, "plans BOARD GAMES SEED DETERMINIZATIONS\n"), 2;
  const auto game = tuning::game_of(argv[1], "2");
  const auto& weights = policy_weights_of(game);
  Detours detours;
  detours.prepare(game);
  const Policy policy{game, weights, detours};
  const int games = std::atoi(argv[2]), worlds = std::atoi(argv[4]);
  std::vector<std::unique_ptr<Player>> players;
  for (int i = 0; i < game.seats; ++i) players.push_back(std::move(*make_player("ismcts:iterations=250")));
  std::map<std::string, Group> groups;
  int positions = 0, found = 0;
  double gained = 0;
  for (int g = 0; g < games; ++g) {
    const auto seed = mix64(static_cast<std::uint64_t>(g) + mix64(std::strtoull(argv[3], nullptr, 10)));
    Rng rng(seed), pick(seed + 1);
    tuning::play(game, players, seed, rng, [&](const State& state) {
      if (pick.below(4) != 0) return;
      ++positions;
      const auto me = state.open.to_move;
      const auto view = observe(state, me);
      std::vector<Alternative> plans(1);
      refresh(game, view.open, view.mine, me, weights, PolicyMode::decision, plans[0].cache);
      const PlanCache own = plans[0].cache;
      std::ranges::copy(alternative_plans(game, view, weights, own, 100), std::back_inserter(plans));
      found += static_cast<int>(plans.size()) - 1;
      std::vector<Action> first;
      for (const auto& plan : plans) {
        auto cache = plan.cache;
        first.push_back(best_action(policy, view.open, view.mine, PolicyMode::decision, cache));
      }
      const auto odds = estimate_ticket_odds(game, view.open);
      std::vector<Halves> win(plans.size());
      Determinization determinization;
      for (int k = 0; k < worlds; ++k) {
        const auto deals = pick.next();
        draw_determinization(game, view, odds, {}, pick, determinization);
        for (std::size_t i = 0; i < plans.size(); ++i)
          win[i][k & 1] += play_on(policy, determinization, plans[i].cache, first[i], me, deals) * 2 / worlds;
      }
      for (std::size_t half = 0; half < 2; ++half) {
        const auto best = std::ranges::max_element(win, {}, [&](const Halves& w) { return w[half]; }) - win.begin();
        gained += (win[best][1 - half] - win[0][1 - half]) / 2;
      }
      for (std::size_t i = 1; i < plans.size(); ++i) {
        auto& group = groups[name_of(own.plan, plans[i].cache.plan)];
        ++group.count;
        for (std::size_t half = 0; half < 2; ++half) group.sum[half] += win[i][half] - win[0][half];
        group.product += (win[i][0] - win[0][0]) * (win[i][1] - win[0][1]);
      }
    });
    std::fprintf(stderr, "\r%d of %d games", g + 1, games);
  }
  std::fprintf(stderr, "\r");
  std::printf("%-28s %8s %10s %10s\n", "plan", "number", "mean", "spread");
  for (const auto& [name, group] : groups) {
    const double mean = (group.sum[0] + group.sum[1]) / 2 / group.count;
    const double spread = group.product / group.count - group.sum[0] * group.sum[1] / group.count / group.count;
    std::printf("%-28s %8.0f %10.3f %10.3f\n", name.c_str(), group.count, mean, std::sqrt(std::max(0.0, spread)));
  }
  std::printf("%d positions, %.1f other plans each; the best plan gains %.4f of a win a position\n", positions, 1.0 * found / positions,
              gained / positions);
}
