#include "search/tree/ismcts.h"

#include <algorithm>
#include <chrono>

#include "search/threads.h"
#include "search/tree/search_tree.h"
#include "search/tree/ticket_odds.h"

namespace perron::search {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMinorShare = 0.4;  // of the budget: for decisions that the policy makes nearly as well

class IsmctsPlayer final : public Player {
 public:
  explicit IsmctsPlayer(const SearchSettings& settings) : settings_(settings) {}

  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    auto context = decision_context(game, view);
    const auto seed = rng.next();
    return context.root_actions.size() == 1 ? context.root_actions[0].action : search(context, seed).action;
  }

  Advice advise(const Game& game, const PlayerView& view, Rng& rng) override {
    auto context = decision_context(game, view);
    return search(context, rng.next());
  }

  bool ponders() const override { return settings_.ponder; }

  void restart() override { kept_nodes_.clear(); }

  // Follows the game down the tree, so that the next search can reuse its subtree.
  void inform_action(const Game&, const Public& before, Action action) override {
    if (kept_nodes_.empty() || !SearchTree::branches(before.phase)) return;
    const auto key = key_of(before, action);
    std::int32_t found = -1;
    for (auto child = kept_nodes_[kept_root_].child; child >= 0; child = kept_nodes_[child].sibling) {
      const auto& node = kept_nodes_[child];
      if (node.action != key || node.mover != before.to_move) continue;
      if (found < 0 || node.visits > kept_nodes_[found].visits) found = child;  // of several plans the most visited
    }
    if (found < 0) kept_nodes_.clear();
    else kept_root_ = found;
  }

  void ponder(const Game& game, const PlayerView& view, Rng& rng, StopToken stop) override {
    if (!settings_.ponder || is_over(view.open) || is_chance(view.open) || !SearchTree::branches(view.open.phase)) return;
    auto context = context_of(game, view);
    refresh(game, view.open, view.mine, view.me, policy_weights_of(game), PolicyMode::decision, context.cache);
    context.odds = estimate_ticket_odds(game, view.open);
    SearchTree tree(context, rng.next());
    if (!kept_nodes_.empty()) tree.reuse_subtree(kept_nodes_, kept_root_);
    while (!stop.stop_requested() && tree.nodes().size() + 1 < kMaxNodes) tree.ponder();
    keep_nodes(tree);
  }

 private:
  SearchContext context_of(const Game& game, const PlayerView& view) {
    detours_.prepare(game);
    const bool race = std::holds_alternative<Race>(game.rules().tickets);
    const bool hunt = game.rules().passengers.has_value();
    const auto or_default = [&](double set, double in_race, double in_hunt, double else_) {
      return set >= 0 ? set : race ? in_race : hunt ? in_hunt : else_;
    };
    SearchContext out{game, view, settings_, detours_};
    out.lead_scale = settings_.scale > 0 ? settings_.scale : race ? 2.0 : 20.0;
    out.rollout_length = static_cast<int>(or_default(settings_.cut, 0, 0, 100));
    out.prior_visits = or_default(settings_.trust, 200, 250, 300);
    out.plan_prior_visits = or_default(settings_.plan_trust, 100, 30, 30);
    out.prior_temperature = settings_.heat > 0 ? settings_.heat : race ? 0.4 : 1.2;
    out.margin = or_default(settings_.margin, 0.2, 0.5, 0.5);
    out.regret = or_default(settings_.regret, 0.0005, 0.002, 0.002);
    return out;
  }

  SearchContext decision_context(const Game& game, const PlayerView& view) {
    auto context = context_of(game, view);
    score_actions({game, policy_weights_of(game), detours_}, view.open, view.mine, PolicyMode::decision, context.cache,
                  context.root_actions);
    return context;
  }

  Advice search(SearchContext& context, std::uint64_t seed) {
    const auto& view = context.view;
    context.odds = estimate_ticket_odds(context.game, view.open);
    if (view.open.phase == Phase::turn)
      context.alternatives =
          alternative_plans(context.game, view, policy_weights_of(context.game), context.cache, static_cast<std::size_t>(settings_.plans));
    std::vector<SearchTree> trees;
    for (int i = 0; i < settings_.threads; ++i) trees.emplace_back(context, seed + static_cast<std::uint64_t>(i));
    if (!kept_nodes_.empty()) trees[0].reuse_subtree(kept_nodes_, kept_root_);
    const auto begin = Clock::now();
    run_parallel(trees.size(), [&](std::size_t i) { run(trees[i], begin); });
    if (settings_.ponder) keep_nodes(trees[0]);
    return merged(trees);
  }

  void keep_nodes(const SearchTree& tree) {
    kept_nodes_ = tree.nodes();
    kept_root_ = 0;
  }

  void run(SearchTree& tree, Clock::time_point begin) const {
    const double share = tree.needs_full_budget() ? 1 : kMinorShare;
    const double iterations = share * static_cast<double>(settings_.iterations) / settings_.threads;
    const std::chrono::duration<double, std::milli> time(share * settings_.ms);
    tree.decide([&] {
      double spent = iterations > 0 ? static_cast<double>(tree.iterations()) / iterations : 0;
      if (settings_.ms > 0) spent = std::max(spent, (Clock::now() - begin) / time);
      return spent;
    });
  }

  // Merges the trees of all threads.
  Advice merged(const std::vector<SearchTree>& trees) const {
    Advice advice{};
    auto arms = trees[0].arms();
    for (std::size_t t = 1; t < trees.size(); ++t)
      for (std::size_t i = 0; i < arms.size(); ++i) {
        arms[i].visits += trees[t].arms()[i].visits;
        arms[i].value += trees[t].arms()[i].value;
      }
    double visits = 0, own_iterations = 0;
    for (const auto& arm : arms) visits += arm.visits;
    const ArmValues value_of(arms);
    // Only arms that were searched to the end may win: one dropped early can look good by chance.
    double most = 0;
    for (const auto& arm : arms) most = std::max(most, arm.visits);
    std::ranges::stable_sort(arms, [&](const Arm& a, const Arm& b) {
      const bool full_a = 2 * a.visits >= most, full_b = 2 * b.visits >= most;
      return full_a != full_b ? full_a : value_of(a) > value_of(b);
    });
    for (const auto& arm : arms) {  // best first: an action is worth what it is with the best plan
      const auto known = std::ranges::find(advice.candidates, arm.action, &Candidate::action);
      if (known != advice.candidates.end()) known->share += arm.visits / visits;
      else if (arm.visits > 0) advice.candidates.push_back({arm.action, arm.visits / visits, arm.value / arm.visits});
    }
    for (const auto& tree : trees) {
      advice.iterations += tree.iterations();
      advice.determinizations += tree.determinizations();
      own_iterations += static_cast<double>(tree.own_iterations());
      for (const auto s : ids<Seat>(kSeats)) advice.win[s] += tree.wins()[s], advice.points[s] += tree.points()[s];
    }
    for (const auto s : ids<Seat>(kSeats))
      advice.win[s] /= std::max(1.0, own_iterations), advice.points[s] /= std::max(1.0, own_iterations);
    advice.action = arms[0].action;
    return advice;
  }

  SearchSettings settings_;
  Detours detours_;
  std::vector<Node> kept_nodes_;  // with pondering: the tree of the last search
  std::int32_t kept_root_ = 0;    // the game's current position in it
};

}  // namespace

std::unique_ptr<Player> make_ismcts(const SearchSettings& settings) { return std::make_unique<IsmctsPlayer>(settings); }

}  // namespace perron::search
