// The tree of a search: iterations through worlds drawn from a view. Not for users of players: see ismcts.h.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "rules/turn.h"
#include "search/policy/alternatives.h"
#include "search/policy/policy.h"
#include "search/tree/arms.h"
#include "search/tree/ismcts.h"
#include "search/tree/common_random_numbers.h"
#include "search/tree/determinization.h"

namespace perron::search {

constexpr int kMaxRootActions = 64;    // actions of the decision that may be compared
constexpr int kMaxNodeActions = 12;    // actions of one node below that are looked at
constexpr int kMaxNodes = 400000;  // of one tree

struct Node {
  Action action;  // that led here
  std::uint8_t mover;
  std::uint8_t plan = 0;  // of the seat that thinks, when this is one of its decision's actions
  std::int32_t child = -1, sibling = -1;
  std::uint32_t visits = 0;
  double value = 0;  // of the seat that moved here, summed
};

struct ChildAction {
  Action key;     // as the tree knows it
  Action action;  // as it is played in this world
  float prior;
  std::int32_t node;
};
using ChildActions = FixedList<ChildAction, kMaxRootActions>;

// What every iteration of one decision shares.
struct SearchContext {
  const Game& game;
  const PlayerView& view;
  const SearchSettings& settings;
  const Detours& detours;
  // What the settings leave to the game.
  double scale = 0, trust = 0, plan_trust = 0, heat = 0, margin = 0, regret = 0;
  int cut = 0;
  TicketOdds odds{};
  ScoredActions first{};                 // the actions of the decision; none while another seat decides
  PlanCache cache{};                        // of the seat that thinks
  std::vector<Alternative> others{};  // plans that it could follow instead
};

// A card of the row is the same move wherever it lies.
inline Action key_of(const Public& open, Action action) {
  if (action.kind == Kind::draw_row) return {Kind::draw_row, static_cast<std::uint8_t>(index(open.row[action.a])), 0, 0};
  return action;
}

// The actions of the decision are compared in the same worlds with the same luck; the worse half is dropped again and
// again. Below them grows an ordinary tree.
class Tree {
 public:
  Tree(const SearchContext& context, std::uint64_t seed);

  // Goes on with what another tree has found out below one of its nodes. The actions themselves are compared anew, in the same worlds.
  void reuse_subtree(const std::vector<Node>& from, std::int32_t top);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arm>& arms() const { return arms_; }

  // The tree branches where what is on offer is known to all; elsewhere the policy decides.
  static bool branches(Phase phase) { return phase == Phase::turn || phase == Phase::second_draw; }

  // The decision is one that thinking makes better: not a second card, tickets, a tunnel or a passenger.
  bool needs_full_budget() const { return context_.view.open.phase == Phase::turn; }

  // Compares the actions. spent() tells how much of the budget is gone, from 0 to 1.
  void decide(const std::function<double()>& spent);

  // Thinks about a position in which another seat is to move.
  void ponder();

  std::int64_t iterations() const { return iterations_; }
  std::int64_t determinizations() const { return determinizations_; }
  std::int64_t own_results() const { return own_results_; }
  const PerSeat<double>& wins() const { return wins_; }
  const PerSeat<double>& points() const { return points_; }

 private:
  void create_arms();
  double prior_visits_of(Kind kind) const;
  void next_determinization();
  void iterate(int arm, bool rival);
  std::int32_t root_child(const Arm& arm);
  Action deal(const State& state);
  Action rollout_action(const State& state);
  // The rest of the iteration is played with our secrets as the rival may imagine them.
  void redeterminize(State& state, Seat rival);
  void list(const State& state, ChildActions& out);
  // The best so many of a list, best first, with their priors.
  void rank(const ScoredActions& all, const Public& open, int most, ChildActions& out) const;
  int select(std::int32_t node, Seat mover, ChildActions& choices);
  // In an iteration of ours a rival plays what it has learnt in its own iterations, by lot.
  int sample_by_visits(const ChildActions& choices, double total);
  std::int32_t expand(std::int32_t parent, Action key, Seat mover, std::size_t plan = 0);
  void finish(State& state);
  // Rewards of a game played to its end: winning, and a little for the points ahead.
  void count(const State& state, PerSeat<double>& win, PerSeat<double>& points, PerSeat<double>& reward) const;
  // Vector of rewards: each edge learns what its own seat got.
  void backpropagate(const State& state, bool redeterminized, int arm);

  const SearchContext& context_;
  const Policy policy_;
  Rng rng_;        // of the tree's own choices
  Rng determinization_rng_{0};  // of the present world
  Determinization determinization_;    // in which the actions are compared
  Rng rng_after_sampling_{0};   // the state of worlds_ when it had been drawn
  CommonRandomNumbers random_numbers_;
  std::vector<Arm> arms_;  // the actions of the decision, by prior
  std::vector<Node> nodes_;
  std::vector<std::int32_t> path_;
  std::array<PlanCache, kSeats> caches_;
  bool for_rival_ = false;
  std::int64_t iterations_ = 0, own_results_ = 0, determinizations_ = 0;
  PerSeat<double> wins_{}, points_{};
};

}  // namespace perron::search
