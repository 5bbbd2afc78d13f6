#include "search/ismcts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "base/check.h"
#include "rules/turn.h"
#include "search/estimate.h"
#include "search/guess.h"
#include "search/policy.h"

namespace perron {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kMostChoices = 24;     // actions of one node that are looked at
constexpr int kMostNodes = 400000;   // of one tree
constexpr double kPriorSpan = 0.04;  // of the chance to win: between the best prior and the worst
constexpr int kLookEvery = 16;       // worlds between looks for clear decisions
constexpr int kMostDecisions = 600;  // of one playout: a race can stand still

struct Node {
  Action action;  // that led here
  std::uint8_t mover;
  std::int32_t child = -1, sibling = -1;
  std::uint32_t visits = 0;
  double value = 0;  // of the seat that moved here, summed
};

struct Choice {
  Action key;     // as the tree knows it
  Action action;  // as it is played in this world
  float prior;
  std::int32_t node;
};
using Choices = FixedList<Choice, kMostChoices>;

// What every iteration of one decision shares.
struct Problem {
  const Game& game;
  const PlayerView& view;
  const SearchSettings& settings;
  TicketOdds odds;
  double scale;
  int cut;
  ScoredList first;  // the actions of the decision; none while another seat decides
  Mind mind;         // of the seat that thinks
};

// A card of the row is the same move wherever it lies.
Action key_of(const Public& open, Action action) {
  if (action.kind == Kind::draw_row) return {Kind::draw_row, static_cast<std::uint8_t>(index(open.row[action.a])), 0, 0};
  return action;
}

// One action of the decision itself.
struct Arm {
  Action action, key;
  float prior;
  double penalty;  // what the prior takes from its value as long as little is known
  double visits = 0, value = 0, squares = 0;
};

// The order in which a world's cards and tickets come, so that two actions tried in the same world meet the same luck.
class Luck {
 public:
  void begin(const State& world, std::uint64_t seed) {
    seed_ = seed;
    shuffles_ = world.open.shuffles;
    next_ = 0;
    size_ = 0;
    for (std::size_t c = 0; c < kColors; ++c)
      for (int n = world.hidden.deck[c]; n > 0; --n) cards_[size_++] = static_cast<std::uint8_t>(c);
    Rng rng(seed);
    shuffle(std::span(cards_.data(), size_), rng);
  }

  Action deal(const Game& game, const State& state, Rng& rng) {
    const auto& open = state.open;
    const bool card = open.owed == Owed::hand || open.owed == Owed::row || open.owed == Owed::tunnel;
    if (card && open.shuffles == shuffles_ && next_ < size_) {
      const auto kind = open.owed == Owed::hand ? Kind::deal_hand : open.owed == Owed::row ? Kind::deal_row : Kind::deal_tunnel;
      return {kind, open.owed_at, cards_[next_++], 0};
    }
    if (open.owed == Owed::ticket) return ticket(game, state);
    return random_deal(game, state, rng);
  }

 private:
  // The ticket that comes first in an order of its own.
  Action ticket(const Game& game, const State& state) const {
    OutcomeList list;
    outcomes(game, state, list);
    const Outcome* first = list.begin();
    for (const auto& outcome : list)
      if (mix64(seed_ + outcome.action.b) < mix64(seed_ + first->action.b)) first = &outcome;
    return first->action;
  }

  std::uint64_t seed_ = 0;
  std::uint8_t shuffles_ = 0;
  std::size_t next_ = 0, size_ = 0;
  std::array<std::uint8_t, 256> cards_;
};

// The actions of the decision are compared in the same worlds with the same luck; the worse half is dropped again and
// again. Below them grows an ordinary tree.
class Tree {
 public:
  Tree(const Problem& problem, std::uint64_t seed) : p_(problem), taste_(taste_of(problem.game)), rng_(seed) {
    nodes_.push_back({});
    if (problem.settings.iterations > 0)
      nodes_.reserve(static_cast<std::size_t>(std::min<std::int64_t>(problem.settings.iterations + 2, kMostNodes)));
    if (!problem.first.empty()) raise_arms();
  }

  // Goes on with what another tree has found out below one of its nodes.
  void adopt(const std::vector<Node>& from, std::int32_t top) {
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
    for (auto child = nodes_[0].child; child >= 0; child = nodes_[static_cast<std::size_t>(child)].sibling) {
      const auto& node = nodes_[static_cast<std::size_t>(child)];
      for (auto& arm : arms_)
        if (arm.key == node.action && node.mover == at(p_.view.me)) {
          arm.visits = node.visits;
          arm.value = node.value;
          arm.squares = node.value;  // the most it can be, as rewards are at most 1
        }
    }
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arm>& arms() const { return arms_; }

  // The tree branches where what is on offer is known to all; elsewhere the policy decides.
  static bool branches(Phase phase) { return phase == Phase::turn || phase == Phase::second_draw; }

  // Compares the actions. spent() tells how much of the budget is gone, from 0 to 1.
  template <class Spent>
  void decide(Spent&& spent) {
    std::vector<std::size_t> alive(arms_.size());
    for (std::size_t i = 0; i < alive.size(); ++i) alive[i] = i;
    const int rounds = std::max(1, static_cast<int>(std::bit_width(alive.size() - 1)));
    int batches = 0;
    double debt = 0;  // iterations owed to the rivals
    for (int round = 1; round <= rounds; ++round) {
      while (spent() * rounds < round) {
        const auto world = rng_.next();
        for (const auto i : alive) {
          iterate(world, static_cast<int>(i), false);
          if (spent() >= 1) return;
        }
        if (++batches % kLookEvery == 0) drop_hopeless(alive);
        if (alive.size() == 1) return;  // clear: no need to think on
        if (p_.settings.rivals > 0) debt += static_cast<double>(alive.size()) / p_.settings.rivals;
        for (; debt >= 1; --debt) iterate(rng_.next(), static_cast<int>(alive[rng_.below(static_cast<std::uint32_t>(alive.size()))]), true);
      }
      halve(alive);
    }
  }

  // Thinks about a position in which another seat is to move.
  void ponder() {
    const auto& settings = p_.settings;
    iterate(rng_.next(), -1, settings.rivals > 0 && iterations_ % settings.rivals == 0);
  }

  // How good an action looks: its results, and the prior while they are few.
  double worth(const Arm& arm, double mean) const {
    return (arm.value + p_.settings.trust * (mean - arm.penalty)) / (arm.visits + p_.settings.trust);
  }

  std::int64_t iterations() const { return iterations_; }
  std::int64_t told() const { return told_; }
  const PerSeat<double>& wins() const { return wins_; }
  const PerSeat<double>& points() const { return points_; }

 private:
  void raise_arms() {
    Choices choices;
    rank(p_.first, p_.view.open, std::min(kMostChoices, p_.settings.width), choices);
    for (const auto& choice : choices)
      arms_.push_back({choice.action, choice.key, choice.prior, kPriorSpan * (1 - choice.prior / choices[0].prior)});
  }

  // Drops actions that are behind the best by far more than their luck explains.
  void drop_hopeless(std::vector<std::size_t>& alive) const {
    const auto mean = [&](std::size_t i) { return arms_[i].value / arms_[i].visits; };
    const auto noise = [&](std::size_t i) {
      return std::max(0.01, arms_[i].squares / arms_[i].visits - mean(i) * mean(i)) / arms_[i].visits;
    };
    const auto best = *std::ranges::max_element(alive, {}, mean);
    std::erase_if(alive,
                  [&](std::size_t i) { return i != best && mean(best) - mean(i) > p_.settings.clear * std::sqrt(noise(best) + noise(i)); });
  }

  void halve(std::vector<std::size_t>& alive) const {
    double visits = 0, value = 0;
    for (const auto i : alive) visits += arms_[i].visits, value += arms_[i].value;
    const double mean = visits > 0 ? value / visits : 0.5;
    std::ranges::stable_sort(alive, [&](std::size_t a, std::size_t b) { return worth(arms_[a], mean) > worth(arms_[b], mean); });
    alive.resize((alive.size() + 1) / 2);
  }

  void iterate(std::uint64_t seed, int arm, bool rival) {
    ++iterations_;
    rival_ = rival;
    worlds_ = Rng(seed);
    State state = draw_world(p_.view);
    luck_.begin(state, worlds_.next());
    for (auto& mind : minds_) mind.ready = false;
    minds_[at(p_.view.me)] = p_.mind;
    path_.clear();
    path_.push_back(0);
    bool retold = false;
    std::int32_t node = 0;
    if (arm >= 0) {
      node = first_node(arms_[static_cast<std::size_t>(arm)].key);
      apply(p_.game, state, arms_[static_cast<std::size_t>(arm)].action);
      if (node > 0) path_.push_back(node);
    }
    while (!is_over(state.open) && (path_.size() == 1 || nodes_[static_cast<std::size_t>(node)].visits > 0)) {
      if (is_chance(state.open)) {
        apply(p_.game, state, luck_.deal(p_.game, state, worlds_));
        continue;
      }
      const auto mover = state.open.to_move;
      if (!branches(state.open.phase)) {
        apply(p_.game, state, judge(state));
        continue;
      }
      if (rival_ && !retold && mover != p_.view.me) {
        retell(state, mover);
        retold = true;
      }
      Choices choices;
      list(state, choices);
      const int pick = select(node, mover, choices);
      if (choices[pick].node < 0) choices[pick].node = grow(node, choices[pick].key, mover);
      node = choices[pick].node;
      apply(p_.game, state, choices[pick].action);
      if (node < 0) break;  // the tree is full
      path_.push_back(node);
    }
    finish(state);
    back_up(state, retold, arm);
  }

  std::int32_t first_node(Action key) {
    for (auto c = nodes_[0].child; c >= 0; c = nodes_[static_cast<std::size_t>(c)].sibling)
      if (nodes_[static_cast<std::size_t>(c)].action == key && nodes_[static_cast<std::size_t>(c)].mover == at(p_.view.me)) return c;
    return grow(0, key, p_.view.me);
  }

  State draw_world(const PlayerView& view) {
    State world = p_.settings.guess > 0 ? sample(p_.game, view, p_.odds, worlds_) : sample(p_.game, view, worlds_);
    if (p_.settings.check) CHECK(observe(world, view.me) == view);
    return world;
  }

  Action judge(const State& state) {
    const auto mover = at(state.open.to_move);
    return best_action(p_.game, state.open, state.own[mover], taste_, Care::playout, minds_[mover]);
  }

  // The rest of the iteration is played with our secrets as the rival may imagine them.
  void retell(State& state, Seat rival) {
    const auto view = observe(state, rival);
    state = draw_world(view);
    for (std::size_t s = 0; s < kSeats; ++s)
      if (s != at(rival)) minds_[s].ready = false;
  }

  void list(const State& state, Choices& out) {
    const auto mover = at(state.open.to_move);
    ScoredList all;
    weigh(p_.game, state.open, state.own[mover], taste_, Care::playout, minds_[mover], all);
    rank(all, state.open, kMostChoices / 2, out);
  }

  // The best so many of a list, best first, with their priors.
  void rank(const ScoredList& all, const Public& open, int most, Choices& out) const {
    std::array<std::uint16_t, 320> order;
    const int n = all.size(), kept = std::min(n, most);
    for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(i);
    std::partial_sort(order.begin(), order.begin() + kept, order.begin() + n,
                      [&](std::uint16_t a, std::uint16_t b) { return all[a].value != all[b].value ? all[a].value > all[b].value : a < b; });
    const float top = all[order[0]].value;
    float sum = 0;
    for (int i = 0; i < kept; ++i) {
      const auto& scored = all[order[static_cast<std::size_t>(i)]];
      const float prior = std::exp((scored.value - top) / static_cast<float>(p_.settings.heat));
      sum += prior;
      out.push({key_of(open, scored.action), scored.action, prior, -1});
    }
    for (int i = 0; i < out.size(); ++i) out[i].prior /= sum;
  }

  int select(std::int32_t node, Seat mover, Choices& choices) {
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
    if (mover != p_.view.me && p_.settings.rivals > 0 && !rival_) return imitate(choices, total);
    const double reach = p_.settings.explore * std::sqrt(total + 1);
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

  // In an iteration of ours a rival plays what it has learnt in its own iterations, by lot.
  int imitate(const Choices& choices, double total) {
    const double weight = 8;  // of the prior, in visits
    double pick = static_cast<double>(rng_.next() >> 11) * 0x1p-53 * (total + weight);
    for (int i = 0; i < choices.size(); ++i) {
      pick -= weight * choices[i].prior + (choices[i].node < 0 ? 0 : nodes_[static_cast<std::size_t>(choices[i].node)].visits);
      if (pick < 0) return i;
    }
    return 0;
  }

  std::int32_t grow(std::int32_t parent, Action key, Seat mover) {
    if (nodes_.size() >= kMostNodes) return -1;
    Node node{key, static_cast<std::uint8_t>(mover)};
    node.sibling = nodes_[static_cast<std::size_t>(parent)].child;
    nodes_.push_back(node);
    return nodes_[static_cast<std::size_t>(parent)].child = static_cast<std::int32_t>(nodes_.size()) - 1;
  }

  void finish(State& state) {
    const int most = p_.cut > 0 ? p_.cut : kMostDecisions;
    for (int n = 0; !is_over(state.open) && (n < most || is_chance(state.open));) {
      if (is_chance(state.open)) {
        apply(p_.game, state, luck_.deal(p_.game, state, worlds_));
      } else {
        apply(p_.game, state, judge(state));
        ++n;
      }
    }
  }

  // Rewards of a game played to its end: winning, and a little for the points ahead.
  void count(const State& state, PerSeat<double>& win, PerSeat<double>& points, PerSeat<double>& reward) const {
    const auto scores = final_scores(p_.game, state);
    const auto seats = static_cast<std::size_t>(p_.game.seats);
    int winners = 0;
    for (std::size_t s = 0; s < seats; ++s) winners += scores.wins(Seat(s));
    for (std::size_t s = 0; s < seats; ++s) {
      int best_other = -10000;
      for (std::size_t o = 0; o < seats; ++o)
        if (o != s) best_other = std::max<int>(best_other, scores.seat[o].total);
      win[s] = scores.wins(Seat(s)) ? 1.0 / winners : 0.0;
      points[s] = scores.seat[s].total;
      const double lead = best_other == -10000 ? 0 : (points[s] - best_other) / p_.scale;
      reward[s] = (1 - p_.settings.margin) * win[s] + p_.settings.margin / (1 + std::exp(-2 * lead));
    }
  }

  // Vector of rewards: each edge learns what its own seat got.
  void back_up(const State& state, bool retold, int arm) {
    PerSeat<double> win{}, points{}, reward{};
    if (is_over(state.open)) {
      count(state, win, points, reward);
    } else {
      const auto outlook = estimate(p_.game, state, minds_);
      for (std::size_t s = 0; s < kSeats; ++s) reward[s] = win[s] = outlook.win[s], points[s] = outlook.points[s];
    }
    if (!retold) {
      if (arm >= 0) {
        ++arms_[static_cast<std::size_t>(arm)].visits;
        arms_[static_cast<std::size_t>(arm)].value += reward[at(p_.view.me)];
        arms_[static_cast<std::size_t>(arm)].squares += reward[at(p_.view.me)] * reward[at(p_.view.me)];
      }
      ++told_;
      for (std::size_t s = 0; s < kSeats; ++s) wins_[s] += win[s], points_[s] += points[s];
    }
    for (const auto n : path_) {
      auto& node = nodes_[static_cast<std::size_t>(n)];
      const bool rivals = n != 0 && node.mover != at(p_.view.me);
      if (p_.settings.rivals > 0 && n != 0 && rivals != retold) continue;
      ++node.visits;
      node.value += reward[node.mover];
    }
  }

  const Problem& p_;
  const Taste& taste_;
  Rng rng_;        // of the tree's own choices
  Rng worlds_{0};  // of the present world
  Luck luck_;
  std::vector<Arm> arms_;  // the actions of the decision, by prior
  std::vector<Node> nodes_;
  std::vector<std::int32_t> path_;
  std::array<Mind, kSeats> minds_;
  bool rival_ = false;
  std::int64_t iterations_ = 0, told_ = 0;
  PerSeat<double> wins_{}, points_{};
};

class IsmctsPlayer final : public Player {
 public:
  explicit IsmctsPlayer(const SearchSettings& settings) : settings_(settings) {}

  Action choose(const Game& game, const PlayerView& view, Rng& rng) override { return advise(game, view, rng).action; }

  Advice advise(const Game& game, const PlayerView& view, Rng& rng) override {
    auto problem = problem_of(game, view);
    weigh(game, view.open, view.mine, taste_of(game), Care::player, problem.mind, problem.first);
    const auto seed = rng.next();
    if (problem.first.size() == 1) return {problem.first[0].action, {}, {}, {}, 0};
    if (settings_.guess > 0) problem.odds = guess_tickets(game, view.open);
    std::vector<Tree> trees;
    for (int i = 0; i < settings_.threads; ++i) trees.emplace_back(problem, seed + static_cast<std::uint64_t>(i));
    if (!memory_.empty()) trees[0].adopt(memory_, here_);
    const auto begin = Clock::now();
    std::vector<std::thread> pool;
    for (std::size_t i = 1; i < trees.size(); ++i) pool.emplace_back([&, i] { run(trees[i], begin); });
    run(trees[0], begin);
    for (auto& thread : pool) thread.join();
    if (settings_.ponder) remember(trees[0]);
    return sum_up(trees);
  }

  bool ponders() const override { return settings_.ponder; }

  // Follows the game down the tree, so that what has been thought about it is kept.
  void watch(const Game&, const Public& before, Action action) override {
    if (memory_.empty() || !Tree::branches(before.phase)) return;
    const auto key = key_of(before, action);
    auto child = memory_[static_cast<std::size_t>(here_)].child;
    while (child >= 0 &&
           (memory_[static_cast<std::size_t>(child)].action != key || memory_[static_cast<std::size_t>(child)].mover != at(before.to_move)))
      child = memory_[static_cast<std::size_t>(child)].sibling;
    if (child < 0) memory_.clear();
    else here_ = child;
  }

  void ponder(const Game& game, const PlayerView& view, Rng& rng, std::stop_token stop) override {
    if (!settings_.ponder || is_over(view.open) || is_chance(view.open) || !Tree::branches(view.open.phase)) return;
    auto problem = problem_of(game, view);
    refresh(game, view.open, view.mine, view.me, taste_of(game), Care::player, problem.mind);
    if (settings_.guess > 0) problem.odds = guess_tickets(game, view.open);
    Tree tree(problem, rng.next());
    if (!memory_.empty()) tree.adopt(memory_, here_);
    while (!stop.stop_requested() && tree.nodes().size() + 1 < kMostNodes) tree.ponder();
    remember(tree);
  }

 private:
  Problem problem_of(const Game& game, const PlayerView& view) const {
    const bool race = std::holds_alternative<Race>(game.rules().tickets);
    const double scale = settings_.scale > 0 ? settings_.scale : race ? 2.0 : 20.0;
    const int cut = settings_.cut >= 0 ? settings_.cut : race || game.rules().passengers ? 0 : 30;
    return {game, view, settings_, {}, scale, cut, {}, {}};
  }

  void remember(const Tree& tree) {
    memory_ = tree.nodes();
    here_ = 0;
  }

  void run(Tree& tree, Clock::time_point begin) const {
    const double iterations = static_cast<double>(settings_.iterations) / settings_.threads;
    const std::chrono::duration<double, std::milli> time(settings_.ms);
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
    double visits = 0, value = 0, told = 0;
    for (const auto& arm : arms) visits += arm.visits, value += arm.value;
    const double mean = visits > 0 ? value / visits : 0.5;
    // Only what was thought about to the end may win: an action dropped early can look good by luck.
    double most = 0;
    for (const auto& arm : arms) most = std::max(most, arm.visits);
    std::ranges::stable_sort(arms, [&](const Arm& a, const Arm& b) {
      const bool full_a = 2 * a.visits >= most, full_b = 2 * b.visits >= most;
      return full_a != full_b ? full_a : trees[0].worth(a, mean) > trees[0].worth(b, mean);
    });
    for (const auto& arm : arms)
      if (arm.visits > 0) advice.candidates.push_back({arm.action, arm.visits / visits, arm.value / arm.visits});
    for (const auto& tree : trees) {
      advice.iterations += tree.iterations();
      told += static_cast<double>(tree.told());
      for (std::size_t s = 0; s < kSeats; ++s) advice.win[s] += tree.wins()[s], advice.points[s] += tree.points()[s];
    }
    for (std::size_t s = 0; s < kSeats; ++s) advice.win[s] /= std::max(1.0, told), advice.points[s] /= std::max(1.0, told);
    advice.action = arms[0].action;
    return advice;
  }

  SearchSettings settings_;
  std::vector<Node> memory_;  // with pondering: the tree of the last thinking
  std::int32_t here_ = 0;     // where the game has come to in it
};

}  // namespace

std::unique_ptr<Player> make_ismcts(const SearchSettings& settings) { return std::make_unique<IsmctsPlayer>(settings); }

}  // namespace perron
