#include "search/tree/search_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"
#include "search/policy/evaluation.h"

namespace perron::search {
namespace {

constexpr double kPriorSpan = 0.04;  // of the chance to win: between the best prior and the worst
constexpr int kFirstLook = 16;       // worlds until the first look for clear decisions; then at each eighth more
constexpr int kMaxDecisions = 600;  // of one playout: a race can stand still

}  // namespace

Tree::Tree(const SearchContext& context, std::uint64_t seed)
    : context_(context), policy_{context.game, policy_weights_of(context.game), context.detours}, rng_(seed) {
  nodes_.push_back({});
  if (context.settings.iterations > 0)
    nodes_.reserve(static_cast<std::size_t>(std::min<std::int64_t>(context.settings.iterations + 2, kMaxNodes)));
  if (!context.first.empty()) create_arms();
}

void Tree::reuse_subtree(const std::vector<Node>& from, std::int32_t top) {
  nodes_.assign(1, from[static_cast<std::size_t>(top)]);
  nodes_[0].sibling = -1;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    auto child = nodes_[i].child;
    nodes_[i].child = -1;
    for (; child >= 0; child = from[static_cast<std::size_t>(child)].sibling) {
      nodes_.push_back(from[static_cast<std::size_t>(child)]);
      nodes_.back().sibling = nodes_[i].child;
      nodes_[i].child = static_cast<std::int32_t>(nodes_.size()) - 1;
    }
  }
}

void Tree::decide(const std::function<double()>& spent) {
  std::vector<std::size_t> alive(arms_.size());
  for (std::size_t i = 0; i < alive.size(); ++i) alive[i] = i;
  const int rounds = std::max(1, static_cast<int>(std::bit_width(alive.size() - 1)));
  int batches = 0, look = kFirstLook;
  double debt = 0;  // iterations owed to the rivals
  for (int round = 1; round <= rounds; ++round) {
    while (spent() * rounds < round) {
      next_determinization();
      for (const auto i : alive) {
        iterate(static_cast<int>(i), false);
        if (spent() >= 1) return;
      }
      if (++batches == look) {
        prune_arms(arms_, context_.regret, alive);
        look += std::max(kFirstLook, look / 8);
      }
      if (alive.size() == 1 && batches >= kFirstLook) return;  // clear: no need to think on
      if (context_.settings.rivals > 0) debt += static_cast<double>(alive.size()) / context_.settings.rivals;
      for (; debt >= 1; --debt) iterate(static_cast<int>(alive[rng_.below(static_cast<std::uint32_t>(alive.size()))]), true);
    }
    keep_best_arms(arms_, (arms_.size() + (std::size_t{1} << round) - 1) >> round, alive);
  }
}

void Tree::ponder() {
  const auto& settings = context_.settings;
  next_determinization();
  iterate(-1, settings.rivals > 0 && iterations_ % settings.rivals == 0);
}

void Tree::create_arms() {
  ChildActions choices;
  rank(context_.first, context_.view.open, std::min(kMaxRootActions, context_.settings.width), choices);
  for (const auto& choice : choices)
    arms_.push_back(
        {choice.action, choice.key, 0, choice.prior, kPriorSpan * (1 - choice.prior / choices[0].prior), prior_visits_of(choice.action.kind)});
  for (std::size_t i = 0; i < context_.others.size(); ++i) {
    auto cache = context_.others[i].cache;
    const auto action = best_action(policy_, context_.view.open, context_.view.mine, PolicyMode::decision, cache);
    arms_.push_back({action, key_of(context_.view.open, action), i + 1, 0, context_.others[i].penalty, context_.plan_trust});
  }
}

double Tree::prior_visits_of(Kind kind) const {
  if (!branches(context_.view.open.phase) || kind == Kind::build_station) return context_.settings.ticket_trust;
  return kind == Kind::draw_blind || kind == Kind::draw_row ? context_.settings.draw_trust : context_.trust;
}

void Tree::next_determinization() {
  determinization_rng_ = Rng(rng_.next());
  const auto& how = context_.settings.sampling;
  if (iterations_ == 0) draw_determinization(context_.game, context_.view, context_.odds, how, determinization_rng_, determinization_);
  else resample_determinization(context_.game, context_.view, context_.odds, how, determinization_rng_, determinization_);
  ++determinizations_;
  if (context_.settings.check) CHECK(observe(determinization_.state, context_.view.me) == context_.view);
  determinization_.caches[at(context_.view.me)] = context_.cache;
  rng_after_sampling_ = determinization_rng_;
}

void Tree::iterate(int arm, bool rival) {
  ++iterations_;
  for_rival_ = rival;
  determinization_rng_ = rng_after_sampling_;
  State state = determinization_.state;
  caches_ = determinization_.caches;
  random_numbers_.begin(determinization_rng_.next());
  path_.clear();
  path_.push_back(0);
  bool redeterminized = false;
  std::int32_t node = 0;
  if (arm >= 0) {
    const auto& chosen = arms_[static_cast<std::size_t>(arm)];
    if (chosen.plan > 0) caches_[at(context_.view.me)] = context_.others[chosen.plan - 1].cache;
    node = root_child(chosen);
    apply(context_.game, state, chosen.action);
    if (node > 0) path_.push_back(node);
  }
  while (!is_over(state.open) && (path_.size() == 1 || nodes_[static_cast<std::size_t>(node)].visits > 0)) {
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
    ChildActions choices;
    list(state, choices);
    const int pick = select(node, mover, choices);
    if (choices[pick].node < 0) choices[pick].node = expand(node, choices[pick].key, mover);
    node = choices[pick].node;
    apply(context_.game, state, choices[pick].action);
    if (node < 0) break;  // the tree is full
    path_.push_back(node);
  }
  finish(state);
  backpropagate(state, redeterminized, arm);
}

std::int32_t Tree::root_child(const Arm& arm) {
  for (auto c = nodes_[0].child; c >= 0; c = nodes_[static_cast<std::size_t>(c)].sibling) {
    const auto& node = nodes_[static_cast<std::size_t>(c)];
    if (node.action == arm.key && node.plan == arm.plan && node.mover == at(context_.view.me)) return c;
  }
  return expand(0, arm.key, context_.view.me, arm.plan);
}

Action Tree::deal(const State& state) {
  const auto action = random_numbers_.deal(context_.game, state, determinization_rng_);
  if (context_.settings.check) CHECK(can_be_dealt(context_.game, state, action));
  return action;
}

Action Tree::rollout_action(const State& state) {
  const auto mover = at(state.open.to_move);
  return best_action(policy_, state.open, state.own[mover], PolicyMode::rollout, caches_[mover]);
}

void Tree::redeterminize(State& state, Seat rival) {
  Determinization determinization;
  const auto view = observe(state, rival);
  auto how = context_.settings.sampling;
  how.draws = how.steps;  // it need not be as good as ours
  draw_determinization(context_.game, view, context_.odds, how, determinization_rng_, determinization);
  ++determinizations_;
  if (context_.settings.check) CHECK(observe(determinization.state, rival) == view);
  std::swap(determinization.caches[at(rival)], caches_[at(rival)]);
  caches_ = determinization.caches;
  state = determinization.state;
  random_numbers_.begin(determinization_rng_.next());  // another deck
}

void Tree::list(const State& state, ChildActions& out) {
  const auto mover = at(state.open.to_move);
  ScoredActions all;
  score_actions(policy_, state.open, state.own[mover], PolicyMode::rollout, caches_[mover], all);
  rank(all, state.open, kMaxNodeActions, out);
}

void Tree::rank(const ScoredActions& all, const Public& open, int most, ChildActions& out) const {
  std::array<std::uint16_t, 320> order;
  const int n = all.size(), kept = std::min(n, most);
  for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(i);
  std::partial_sort(order.begin(), order.begin() + kept, order.begin() + n,
                    [&](std::uint16_t a, std::uint16_t b) { return all[a].value != all[b].value ? all[a].value > all[b].value : a < b; });
  const float top = all[order[0]].value;
  float sum = 0;
  for (int i = 0; i < kept; ++i) {
    const auto& scored = all[order[static_cast<std::size_t>(i)]];
    const float prior = std::exp((scored.value - top) / static_cast<float>(context_.heat));
    sum += prior;
    out.push({key_of(open, scored.action), scored.action, prior, -1});
  }
  for (int i = 0; i < out.size(); ++i) out[i].prior /= sum;
}

int Tree::select(std::int32_t node, Seat mover, ChildActions& choices) {
  double total = 0, value = 0;
  for (auto c = nodes_[static_cast<std::size_t>(node)].child; c >= 0; c = nodes_[static_cast<std::size_t>(c)].sibling) {
    const auto& child = nodes_[static_cast<std::size_t>(c)];
    if (child.mover != at(mover)) continue;
    for (int i = 0; i < choices.size(); ++i)
      if (choices[i].key == child.action) {
        choices[i].node = c;
        total += child.visits;
        value += child.value;
        break;
      }
  }
  const double mean = total > 0 ? value / total : 0.5;
  if (mover != context_.view.me && context_.settings.rivals > 0 && !for_rival_) return sample_by_visits(choices, total);
  const double reach = context_.settings.explore * std::sqrt(total + 1);
  int best = 0;
  double most = -1e9;
  for (int i = 0; i < choices.size(); ++i) {
    const auto& choice = choices[i];
    const double visits = choice.node < 0 ? 0 : nodes_[static_cast<std::size_t>(choice.node)].visits;
    const double q = visits > 0 ? nodes_[static_cast<std::size_t>(choice.node)].value / visits : mean - 0.05;
    const double score = q + reach * choice.prior / (1 + visits);
    if (score > most) most = score, best = i;
  }
  return best;
}

int Tree::sample_by_visits(const ChildActions& choices, double total) {
  const double weight = 8;  // of the prior, in visits
  double pick = static_cast<double>(rng_.next() >> 11) * 0x1p-53 * (total + weight);
  for (int i = 0; i < choices.size(); ++i) {
    pick -= weight * choices[i].prior + (choices[i].node < 0 ? 0 : nodes_[static_cast<std::size_t>(choices[i].node)].visits);
    if (pick < 0) return i;
  }
  return 0;
}

std::int32_t Tree::expand(std::int32_t parent, Action key, Seat mover, std::size_t plan) {
  if (nodes_.size() >= kMaxNodes) return -1;
  Node node{key, static_cast<std::uint8_t>(mover), static_cast<std::uint8_t>(plan)};
  node.sibling = nodes_[static_cast<std::size_t>(parent)].child;
  nodes_.push_back(node);
  return nodes_[static_cast<std::size_t>(parent)].child = static_cast<std::int32_t>(nodes_.size()) - 1;
}

void Tree::finish(State& state) {
  const int most = context_.cut > 0 ? context_.cut : kMaxDecisions;
  for (int n = 0; !is_over(state.open) && (n < most || is_chance(state.open));) {
    if (is_chance(state.open)) {
      apply(context_.game, state, deal(state));
    } else {
      apply(context_.game, state, rollout_action(state));
      ++n;
    }
  }
}

void Tree::count(const State& state, PerSeat<double>& win, PerSeat<double>& points, PerSeat<double>& reward) const {
  const auto scores = final_scores(context_.game, state);
  const auto seats = static_cast<std::size_t>(context_.game.seats);
  int winners = 0;
  for (std::size_t s = 0; s < seats; ++s) winners += scores.wins(Seat(s));
  for (std::size_t s = 0; s < seats; ++s) {
    int best_other = -10000;
    for (std::size_t o = 0; o < seats; ++o)
      if (o != s) best_other = std::max<int>(best_other, scores.seat[o].total);
    win[s] = scores.wins(Seat(s)) ? 1.0 / winners : 0.0;
    points[s] = scores.seat[s].total;
    const double lead = best_other == -10000 ? 0 : (points[s] - best_other) / context_.scale;
    reward[s] = (1 - context_.margin) * win[s] + context_.margin / (1 + std::exp(-2 * lead));
  }
}

void Tree::backpropagate(const State& state, bool redeterminized, int arm) {
  PerSeat<double> win{}, points{}, reward{};
  if (is_over(state.open)) {
    count(state, win, points, reward);
  } else {
    const auto evaluation = evaluate(context_.game, state, caches_);
    for (std::size_t s = 0; s < kSeats; ++s) reward[s] = win[s] = evaluation.win[s], points[s] = evaluation.points[s];
  }
  if (!redeterminized) {
    if (arm >= 0 && !for_rival_) {  // a rival's iteration is in a world of its own
      ++arms_[static_cast<std::size_t>(arm)].visits;
      arms_[static_cast<std::size_t>(arm)].value += reward[at(context_.view.me)];
      arms_[static_cast<std::size_t>(arm)].results.push_back(static_cast<float>(reward[at(context_.view.me)]));
    }
    ++own_results_;
    for (std::size_t s = 0; s < kSeats; ++s) wins_[s] += win[s], points_[s] += points[s];
  }
  for (const auto n : path_) {
    auto& node = nodes_[static_cast<std::size_t>(n)];
    const bool rivals = n != 0 && node.mover != at(context_.view.me);
    if (context_.settings.rivals > 0 && n != 0 && rivals != redeterminized) continue;
    ++node.visits;
    node.value += reward[node.mover];
  }
}

}  // namespace perron::search
