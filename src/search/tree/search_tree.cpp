#include "search/tree/search_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"
#include "search/policy/evaluation.h"

namespace perron::search {
namespace {

constexpr double kPriorSpan = 0.04;  // in win probability: between the best prior and the worst
constexpr int kFirstCheck = 16;      // determinizations until arms are first pruned; after that at each eighth more
constexpr int kMaxDecisions = 600;   // of one rollout: a race can reach a deadlock

}  // namespace

SearchTree::SearchTree(const SearchContext& context, std::uint64_t seed)
    : context_(context), policy_{context.game, policy_weights_of(context.game), context.detours}, rng_(seed) {
  nodes_.push_back({});
  if (context.settings.iterations > 0)
    nodes_.reserve(static_cast<std::size_t>(std::min<std::int64_t>(context.settings.iterations + 2, kMaxNodes)));
  if (!context.root_actions.empty()) create_arms();
}

void SearchTree::reuse_subtree(const std::vector<Node>& from, std::int32_t root) {
  nodes_.assign(1, from[root]);
  nodes_[0].sibling = -1;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    auto child = nodes_[i].child;
    nodes_[i].child = -1;
    for (; child >= 0; child = from[child].sibling) {
      nodes_.push_back(from[child]);
      nodes_.back().sibling = nodes_[i].child;
      nodes_[i].child = static_cast<std::int32_t>(nodes_.size()) - 1;
    }
  }
}

void SearchTree::decide(const std::function<double()>& spent) {
  std::vector<std::size_t> alive(arms_.size());
  for (std::size_t i = 0; i < alive.size(); ++i) alive[i] = i;
  const int rounds = std::max(1, static_cast<int>(std::bit_width(alive.size() - 1)));
  int batches = 0, next_check = kFirstCheck;
  double debt = 0;  // iterations due to the rivals
  for (int round = 1; round <= rounds; ++round) {
    while (spent() * rounds < round) {
      next_determinization();
      for (const auto i : alive) {
        iterate(static_cast<int>(i), false);
        if (spent() >= 1) return;
      }
      if (++batches == next_check) {
        prune_arms(arms_, context_.regret, alive);
        next_check += std::max(kFirstCheck, next_check / 8);
      }
      if (alive.size() == 1 && batches >= kFirstCheck) return;  // the decision is clear
      if (context_.settings.rivals > 0) debt += static_cast<double>(alive.size()) / context_.settings.rivals;
      for (; debt >= 1; --debt) iterate(static_cast<int>(alive[rng_.below(static_cast<std::uint32_t>(alive.size()))]), true);
    }
    keep_best_arms(arms_, (arms_.size() + (std::size_t{1} << round) - 1) >> round, alive);
  }
}

void SearchTree::ponder() {
  const auto& settings = context_.settings;
  next_determinization();
  iterate(-1, settings.rivals > 0 && iterations_ % settings.rivals == 0);
}

void SearchTree::create_arms() {
  ChildActions children;
  rank_by_prior(context_.root_actions, context_.view.open, std::min(kMaxRootActions, context_.settings.width), children);
  for (const auto& child : children)
    arms_.push_back(
        {child.action, child.key, 0, child.prior, kPriorSpan * (1 - child.prior / children[0].prior), prior_visits_of(child.action.kind)});
  for (std::size_t i = 0; i < context_.alternatives.size(); ++i) {
    auto cache = context_.alternatives[i].cache;
    const auto action = best_action(policy_, context_.view.open, context_.view.mine, PolicyMode::decision, cache);
    arms_.push_back({action, key_of(context_.view.open, action), i + 1, 0, context_.alternatives[i].penalty, context_.plan_prior_visits});
  }
}

double SearchTree::prior_visits_of(Kind kind) const {
  if (!branches(context_.view.open.phase) || kind == Kind::build_station) return context_.settings.ticket_trust;
  return kind == Kind::draw_blind || kind == Kind::draw_row ? context_.settings.draw_trust : context_.prior_visits;
}

void SearchTree::next_determinization() {
  determinization_rng_ = Rng(rng_.next());
  const auto& sampling = context_.settings.sampling;
  if (iterations_ == 0) draw_determinization(context_.game, context_.view, context_.odds, sampling, determinization_rng_, determinization_);
  else resample_determinization(context_.game, context_.view, context_.odds, sampling, determinization_rng_, determinization_);
  ++determinizations_;
  if (context_.settings.check) CHECK(observe(determinization_.state, context_.view.me) == context_.view);
  determinization_.caches[context_.view.me] = context_.cache;
  rng_after_sampling_ = determinization_rng_;
}

void SearchTree::iterate(int arm, bool for_rival) {
  ++iterations_;
  for_rival_ = for_rival;
  determinization_rng_ = rng_after_sampling_;
  State state = determinization_.state;
  caches_ = determinization_.caches;
  random_numbers_.reseed(determinization_rng_.next());
  path_.clear();
  path_.push_back(0);
  const bool in_tree = arm < 0 || play_arm(arms_[arm], state);
  const bool redeterminized = in_tree && descend(state);
  rollout(state);
  backpropagate(state, redeterminized, arm);
}

// False: the tree is full and has no node for it.
bool SearchTree::play_arm(const Arm& arm, State& state) {
  if (arm.plan > 0) caches_[context_.view.me] = context_.alternatives[arm.plan - 1].cache;
  const auto node = root_child(arm);
  apply(context_.game, state, arm.action);
  if (node > 0) path_.push_back(node);
  return node > 0;
}

bool SearchTree::descend(State& state) {
  bool redeterminized = false;
  for (auto node = path_.back(); !is_over(state.open) && (path_.size() == 1 || nodes_[node].visits > 0);) {
    if (is_chance(state.open)) {
      apply(context_.game, state, deal(state));
      continue;
    }
    const auto mover = state.open.to_move;
    if (!branches(state.open.phase)) {
      apply(context_.game, state, rollout_action(state));
      continue;
    }
    if (for_rival_ && !redeterminized && mover != context_.view.me) {
      redeterminize(state, mover);
      redeterminized = true;
    }
    ChildActions children;
    list_children(state, children);
    const int pick = select(node, mover, children);
    if (children[pick].node < 0) children[pick].node = expand(node, children[pick].key, mover);
    node = children[pick].node;
    apply(context_.game, state, children[pick].action);
    if (node < 0) break;  // the tree is full
    path_.push_back(node);
  }
  return redeterminized;
}

std::int32_t SearchTree::root_child(const Arm& arm) {
  for (auto c = nodes_[0].child; c >= 0; c = nodes_[c].sibling) {
    const auto& node = nodes_[c];
    if (node.action == arm.key && node.plan == arm.plan && node.mover == context_.view.me) return c;
  }
  return expand(0, arm.key, context_.view.me, arm.plan);
}

Action SearchTree::deal(const State& state) {
  const auto action = random_numbers_.deal(context_.game, state, determinization_rng_);
  if (context_.settings.check) CHECK(can_be_dealt(context_.game, state, action));
  return action;
}

Action SearchTree::rollout_action(const State& state) {
  const auto mover = state.open.to_move;
  return best_action(policy_, state.open, state.own[mover], PolicyMode::rollout, caches_[mover]);
}

void SearchTree::redeterminize(State& state, Seat rival) {
  Determinization sampled;
  const auto view = observe(state, rival);
  auto sampling = context_.settings.sampling;
  sampling.burn_in = sampling.thinning;  // it need not be as good as that of the searching seat
  draw_determinization(context_.game, view, context_.odds, sampling, determinization_rng_, sampled);
  ++determinizations_;
  if (context_.settings.check) CHECK(observe(sampled.state, rival) == view);
  std::swap(sampled.caches[rival], caches_[rival]);
  caches_ = sampled.caches;
  state = sampled.state;
  random_numbers_.reseed(determinization_rng_.next());  // the deck is another one
}

void SearchTree::list_children(const State& state, ChildActions& out) {
  const auto mover = state.open.to_move;
  ScoredActions all;
  score_actions(policy_, state.open, state.own[mover], PolicyMode::rollout, caches_[mover], all);
  rank_by_prior(all, state.open, kMaxNodeActions, out);
}

void SearchTree::rank_by_prior(const ScoredActions& all, const Public& open, int most, ChildActions& out) const {
  std::array<std::uint16_t, 320> order;
  const int n = all.size(), kept = std::min(n, most);
  for (int i = 0; i < n; ++i) order[i] = static_cast<std::uint16_t>(i);
  std::partial_sort(order.begin(), order.begin() + kept, order.begin() + n,
                    [&](std::uint16_t a, std::uint16_t b) { return all[a].value != all[b].value ? all[a].value > all[b].value : a < b; });
  const float top = all[order[0]].value;
  float sum = 0;
  for (int i = 0; i < kept; ++i) {
    const auto& scored = all[order[i]];
    const float prior = std::exp((scored.value - top) / static_cast<float>(context_.prior_temperature));
    sum += prior;
    out.push({key_of(open, scored.action), scored.action, prior, -1});
  }
  for (int i = 0; i < out.size(); ++i) out[i].prior /= sum;
}

int SearchTree::select(std::int32_t node, Seat mover, ChildActions& children) {
  double total = 0, value = 0;
  for (auto n = nodes_[node].child; n >= 0; n = nodes_[n].sibling) {
    const auto& known = nodes_[n];
    if (known.mover != mover) continue;
    for (int i = 0; i < children.size(); ++i)
      if (children[i].key == known.action) {
        children[i].node = n;
        total += known.visits;
        value += known.value;
        break;
      }
  }
  const double mean = total > 0 ? value / total : 0.5;
  if (mover != context_.view.me && context_.settings.rivals > 0 && !for_rival_) return sample_by_visits(children, total);
  const double reach = context_.settings.explore * std::sqrt(total + 1);
  int best = 0;
  double most = -1e9;
  for (int i = 0; i < children.size(); ++i) {
    const auto& child = children[i];
    const double visits = child.node < 0 ? 0 : nodes_[child.node].visits;
    const double q = visits > 0 ? nodes_[child.node].value / visits : mean - 0.05;
    const double score = q + reach * child.prior / (1 + visits);
    if (score > most) most = score, best = i;
  }
  return best;
}

int SearchTree::sample_by_visits(const ChildActions& children, double total) {
  const double weight = 8;  // of the prior, in visits
  double pick = static_cast<double>(rng_.next() >> 11) * 0x1p-53 * (total + weight);
  for (int i = 0; i < children.size(); ++i) {
    pick -= weight * children[i].prior + (children[i].node < 0 ? 0 : nodes_[children[i].node].visits);
    if (pick < 0) return i;
  }
  return 0;
}

std::int32_t SearchTree::expand(std::int32_t parent, Action key, Seat mover, std::size_t plan) {
  if (nodes_.size() >= kMaxNodes) return -1;
  Node node{key, mover, static_cast<std::uint8_t>(plan)};
  node.sibling = nodes_[parent].child;
  nodes_.push_back(node);
  return nodes_[parent].child = static_cast<std::int32_t>(nodes_.size()) - 1;
}

void SearchTree::rollout(State& state) {
  const int most = context_.rollout_length > 0 ? context_.rollout_length : kMaxDecisions;
  for (int n = 0; !is_over(state.open) && (n < most || is_chance(state.open));) {
    if (is_chance(state.open)) {
      apply(context_.game, state, deal(state));
    } else {
      apply(context_.game, state, rollout_action(state));
      ++n;
    }
  }
}

SearchTree::Result SearchTree::result_of(const State& state) const {
  const auto scores = final_scores(context_.game, state);
  int winners = 0;
  for (const auto seat : seats_of(context_.game)) winners += scores.wins(seat);
  Result out;
  for (const auto seat : seats_of(context_.game)) {
    int best_other = -10000;
    for (const auto other : seats_of(context_.game))
      if (other != seat) best_other = std::max<int>(best_other, scores.seat[other].total);
    out.win[seat] = scores.wins(seat) ? 1.0 / winners : 0.0;
    out.points[seat] = scores.seat[seat].total;
    const double lead = best_other == -10000 ? 0 : (out.points[seat] - best_other) / context_.lead_scale;
    out.reward[seat] = (1 - context_.margin) * out.win[seat] + context_.margin / (1 + std::exp(-2 * lead));
  }
  return out;
}

void SearchTree::backpropagate(const State& state, bool redeterminized, int arm) {
  Result result;
  if (is_over(state.open)) {
    result = result_of(state);
  } else {
    const auto evaluation = evaluate(context_.game, state, caches_);
    for (const auto seat : ids<Seat>(kSeats))
      result.reward[seat] = result.win[seat] = evaluation.win[seat], result.points[seat] = evaluation.points[seat];
  }
  const auto me = context_.view.me;
  if (!redeterminized) {
    if (arm >= 0 && !for_rival_) {  // the deals of a rival's iteration are not those of the other arms
      auto& chosen = arms_[arm];
      ++chosen.visits;
      chosen.value += result.reward[me];
      chosen.results.push_back(static_cast<float>(result.reward[me]));
    }
    ++own_iterations_;
    for (const auto seat : ids<Seat>(kSeats)) wins_[seat] += result.win[seat], points_[seat] += result.points[seat];
  }
  for (const auto n : path_) {
    auto& node = nodes_[n];
    const bool rivals = n != 0 && node.mover != me;
    if (context_.settings.rivals > 0 && n != 0 && rivals != redeterminized) continue;
    ++node.visits;
    node.value += result.reward[node.mover];
  }
}

}  // namespace perron::search
