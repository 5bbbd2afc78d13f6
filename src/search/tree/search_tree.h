// The search tree: iterations through determinizations of a view. Internal to the search: users of players include ismcts.h.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/policy/alternatives.h"
#include "search/policy/policy.h"
#include "search/tree/arms.h"
#include "search/tree/common_random_numbers.h"
#include "search/tree/determinization.h"
#include "search/tree/ismcts.h"

namespace perron::search {

constexpr int kMaxRootActions = 64;  // actions of the decision that may be compared
constexpr int kMaxNodeActions = 12;  // actions considered at a node below the root
constexpr int kMaxNodes = 400000;    // of one tree

struct Node {
  Action action;  // that led here
  Seat mover;
  std::uint8_t plan = 0;  // of the searching seat, for actions of the decision: see Arm
  std::int32_t child = -1, sibling = -1;
  std::uint32_t visits = 0;
  double value = 0;  // sum of the rewards of the seat that moved here
};

struct ChildAction {
  Action key;     // as the tree knows it
  Action action;  // as it is played in this determinization
  float prior;
  std::int32_t node;  // -1: not expanded yet
};
using ChildActions = FixedList<ChildAction, kMaxRootActions>;

// What all iterations of one decision share.
struct SearchContext {
  const Game& game;
  const PlayerView& view;
  const SearchSettings& settings;
  const Detours& detours;
  // Settings that default to the family of rules, resolved.
  double lead_scale = 0, prior_visits = 0, plan_prior_visits = 0, prior_temperature = 0, margin = 0, regret = 0;
  int rollout_length = 0;
  TicketOdds odds{};
  ScoredActions root_actions{};             // none while another seat decides
  PlanCache cache{};                        // of the searching seat
  std::vector<Alternative> alternatives{};  // plans that it could follow instead
};

// A card of the row is the same action at any place of the row.
inline Action key_of(const Public& open, Action action) {
  if (action.kind == Kind::draw_row) return {Kind::draw_row, static_cast<std::uint8_t>(open.row[action.a]), 0, 0};
  return action;
}

// At the root, sequential halving: the actions of the decision are compared in the same determinizations with common random numbers,
// and the worse half is dropped in each round. Below the root grows an ordinary information-set tree.
class SearchTree {
 public:
  SearchTree(const SearchContext& context, std::uint64_t seed);

  // Starts with the subtree of another tree. The root actions still start without results, so that all have the same determinizations.
  void reuse_subtree(const std::vector<Node>& from, std::int32_t root);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arm>& arms() const { return arms_; }

  // The tree branches where everybody knows what is on offer; elsewhere the policy decides.
  static bool branches(Phase phase) { return phase == Phase::turn || phase == Phase::second_draw; }

  // Whether search improves this decision: not a second card, tickets, a tunnel or a passenger.
  bool needs_full_budget() const { return context_.view.open.phase == Phase::turn; }

  // Compares the actions. spent() returns the share of the budget that has been used, from 0 to 1.
  void decide(const std::function<double()>& spent);

  // Searches a position in which another seat is to move.
  void ponder();

  std::int64_t iterations() const { return iterations_; }
  std::int64_t determinizations() const { return determinizations_; }
  // Iterations without redeterminization, and the sums of their results.
  std::int64_t own_iterations() const { return own_iterations_; }
  const PerSeat<double>& wins() const { return wins_; }
  const PerSeat<double>& points() const { return points_; }

 private:
  struct Result {
    PerSeat<double> win{}, points{}, reward{};
  };

  void create_arms();
  double prior_visits_of(Kind kind) const;
  void next_determinization();
  void iterate(int arm, bool for_rival);
  bool play_arm(const Arm& arm, State& state);
  // Selects and plays actions down to a new node. True: the secrets were redeterminized on the way.
  bool descend(State& state);
  std::int32_t root_child(const Arm& arm);
  Action deal(const State& state);
  Action rollout_action(const State& state);
  // Replaces the searching seat's secrets by a sample from the rival's view, for the rest of the iteration.
  void redeterminize(State& state, Seat rival);
  void list_children(const State& state, ChildActions& out);
  // The `most` best actions, best first, with their priors.
  void rank_by_prior(const ScoredActions& all, const Public& open, int most, ChildActions& out) const;
  int select(std::int32_t node, Seat mover, ChildActions& children);
  // A rival's action in an iteration of the searching seat: sampled by the visits of the rival's own iterations and the prior.
  int sample_by_visits(const ChildActions& children, double total);
  std::int32_t expand(std::int32_t parent, Action key, Seat mover, std::size_t plan = 0);
  void rollout(State& state);
  // Of a finished game. The reward is a mix of the win and the lead in points.
  Result result_of(const State& state) const;
  // Adds each seat's reward to its own moves on the path.
  void backpropagate(const State& state, bool redeterminized, int arm);

  const SearchContext& context_;
  const Policy policy_;
  Rng rng_;                          // for choices of the tree
  Rng determinization_rng_{0};       // for the current determinization
  Determinization determinization_;  // in which the actions are compared
  Rng rng_after_sampling_{0};        // determinization_rng_ as it was when the determinization had been drawn
  CommonRandomNumbers random_numbers_;
  std::vector<Arm> arms_;  // the actions of the decision, by prior
  std::vector<Node> nodes_;
  std::vector<std::int32_t> path_;
  PerSeat<PlanCache> caches_;
  bool for_rival_ = false;  // the current iteration
  std::int64_t iterations_ = 0, own_iterations_ = 0, determinizations_ = 0;
  PerSeat<double> wins_{}, points_{};
};

}  // namespace perron::search
