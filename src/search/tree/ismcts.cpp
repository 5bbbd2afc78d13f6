#include "search/tree/ismcts.h"

#include <algorithm>
#include <chrono>

#include "search/threads.h"
#include "search/tree/guess.h"
#include "search/tree/search_tree.h"

namespace perron::search {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLightShare = 0.4;  // of the budget: for decisions that the sense takes nearly as well

class IsmctsPlayer final : public Player {
 public:
  explicit IsmctsPlayer(const SearchSettings& settings) : settings_(settings) {}

  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    auto problem = decision_of(game, view);
    const auto seed = rng.next();
    return problem.first.size() == 1 ? problem.first[0].action : think(problem, seed).action;
  }

  Advice advise(const Game& game, const PlayerView& view, Rng& rng) override {
    auto problem = decision_of(game, view);
    return think(problem, rng.next());
  }

  bool ponders() const override { return settings_.ponder; }

  void forget() override { memory_.clear(); }

  // Follows the game down the tree, so that what has been thought about it is kept.
  void watch(const Game&, const Public& before, Action action) override {
    if (memory_.empty() || !Tree::branches(before.phase)) return;
    const auto key = key_of(before, action);
    std::int32_t found = -1;
    for (auto child = memory_[static_cast<std::size_t>(here_)].child; child >= 0;
         child = memory_[static_cast<std::size_t>(child)].sibling) {
      const auto& node = memory_[static_cast<std::size_t>(child)];
      if (node.action != key || node.mover != at(before.to_move)) continue;
      if (found < 0 || node.visits > memory_[static_cast<std::size_t>(found)].visits) found = child;  // the plan most thought about
    }
    if (found < 0) memory_.clear();
    else here_ = found;
  }

  void ponder(const Game& game, const PlayerView& view, Rng& rng, StopToken stop) override {
    if (!settings_.ponder || is_over(view.open) || is_chance(view.open) || !Tree::branches(view.open.phase)) return;
    auto problem = problem_of(game, view);
    refresh(game, view.open, view.mine, view.me, taste_of(game), Care::player, problem.mind);
    problem.odds = guess_tickets(game, view.open);
    Tree tree(problem, rng.next());
    if (!memory_.empty()) tree.adopt(memory_, here_);
    while (!stop.stop_requested() && tree.nodes().size() + 1 < kMostNodes) tree.ponder();
    remember(tree);
  }

 private:
  Problem problem_of(const Game& game, const PlayerView& view) {
    detours_.look_at(game);
    const bool race = std::holds_alternative<Race>(game.rules().tickets);
    const bool hunt = game.rules().passengers.has_value();
    const auto or_by_game = [&](double set, double in_race, double in_hunt, double else_) {
      return set >= 0 ? set : race ? in_race : hunt ? in_hunt : else_;
    };
    Problem out{game, view, settings_, detours_};
    out.scale = settings_.scale > 0 ? settings_.scale : race ? 2.0 : 20.0;
    out.cut = static_cast<int>(or_by_game(settings_.cut, 0, 0, 100));
    out.trust = or_by_game(settings_.trust, 200, 250, 300);
    out.plan_trust = or_by_game(settings_.plan_trust, 100, 30, 30);
    out.heat = settings_.heat > 0 ? settings_.heat : race ? 0.4 : 1.2;
    out.margin = or_by_game(settings_.margin, 0.2, 0.5, 0.5);
    out.regret = or_by_game(settings_.regret, 0.0005, 0.002, 0.002);
    return out;
  }

  Problem decision_of(const Game& game, const PlayerView& view) {
    auto problem = problem_of(game, view);
    weigh({game, taste_of(game), detours_}, view.open, view.mine, Care::player, problem.mind, problem.first);
    return problem;
  }

  Advice think(Problem& problem, std::uint64_t seed) {
    const auto& view = problem.view;
    problem.odds = guess_tickets(problem.game, view.open);
    if (view.open.phase == Phase::turn)
      problem.others = other_plans(problem.game, view, taste_of(problem.game), problem.mind, static_cast<std::size_t>(settings_.plans));
    std::vector<Tree> trees;
    for (int i = 0; i < settings_.threads; ++i) trees.emplace_back(problem, seed + static_cast<std::uint64_t>(i));
    if (!memory_.empty()) trees[0].adopt(memory_, here_);
    const auto begin = Clock::now();
    at_once(trees.size(), [&](std::size_t i) { run(trees[i], begin); });
    if (settings_.ponder) remember(trees[0]);
    return sum_up(trees);
  }

  void remember(const Tree& tree) {
    memory_ = tree.nodes();
    here_ = 0;
  }

  void run(Tree& tree, Clock::time_point begin) const {
    const double share = tree.weighty() ? 1 : kLightShare;
    const double iterations = share * static_cast<double>(settings_.iterations) / settings_.threads;
    const std::chrono::duration<double, std::milli> time(share * settings_.ms);
    tree.decide([&] {
      double spent = iterations > 0 ? static_cast<double>(tree.iterations()) / iterations : 0;
      if (settings_.ms > 0) spent = std::max(spent, (Clock::now() - begin) / time);
      return spent;
    });
  }

  // The trees of all threads together.
  Advice sum_up(const std::vector<Tree>& trees) const {
    Advice advice{};
    auto arms = trees[0].arms();
    for (std::size_t t = 1; t < trees.size(); ++t)
      for (std::size_t i = 0; i < arms.size(); ++i) {
        arms[i].visits += trees[t].arms()[i].visits;
        arms[i].value += trees[t].arms()[i].value;
      }
    double visits = 0, told = 0;
    for (const auto& arm : arms) visits += arm.visits;
    const Worth worth(arms);
    // Only what was thought about to the end may win: an action dropped early can look good by luck.
    double most = 0;
    for (const auto& arm : arms) most = std::max(most, arm.visits);
    std::ranges::stable_sort(arms, [&](const Arm& a, const Arm& b) {
      const bool full_a = 2 * a.visits >= most, full_b = 2 * b.visits >= most;
      return full_a != full_b ? full_a : worth(a) > worth(b);
    });
    for (const auto& arm : arms) {  // best first: an action is as good as with the best plan after it
      const auto known = std::ranges::find(advice.candidates, arm.action, &Candidate::action);
      if (known != advice.candidates.end()) known->share += arm.visits / visits;
      else if (arm.visits > 0) advice.candidates.push_back({arm.action, arm.visits / visits, arm.value / arm.visits});
    }
    for (const auto& tree : trees) {
      advice.iterations += tree.iterations();
      advice.worlds += tree.worlds_drawn();
      told += static_cast<double>(tree.told());
      for (std::size_t s = 0; s < kSeats; ++s) advice.win[s] += tree.wins()[s], advice.points[s] += tree.points()[s];
    }
    for (std::size_t s = 0; s < kSeats; ++s) advice.win[s] /= std::max(1.0, told), advice.points[s] /= std::max(1.0, told);
    advice.action = arms[0].action;
    return advice;
  }

  SearchSettings settings_;
  Detours detours_;
  std::vector<Node> memory_;  // with pondering: the tree of the last thinking
  std::int32_t here_ = 0;     // where the game has come to in it
};

}  // namespace

std::unique_ptr<Player> make_ismcts(const SearchSettings& settings) { return std::make_unique<IsmctsPlayer>(settings); }

}  // namespace perron::search
