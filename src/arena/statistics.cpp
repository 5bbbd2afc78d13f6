#include "arena/statistics.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace perron::arena {

Interval share_interval(std::span<const Cluster> clusters) {
  double wins = 0, games = 0;
  for (const auto& c : clusters) wins += c.wins, games += c.games;
  if (games <= 0) return {0, 1};
  const double added = kZ95 * kZ95 / 2, size = games / static_cast<double>(clusters.size());
  const double all = games + 2 * added * size, share = (wins + added * size) / all;
  const auto square = [&](double w, double n) { return (w - share * n) * (w - share * n); };
  double squares = added * (square(0, size) + square(size, size));
  for (const auto& c : clusters) squares += square(c.wins, c.games);
  const double half = kZ95 * std::sqrt(squares) / all;
  return {std::max(0.0, share - half), std::min(1.0, share + half)};
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

namespace {

constexpr double kHalfDraw = 0.5;  // games added to each pair of players
const double kEloOfLog = 400 / std::log(10.0);

using Matrix = std::vector<std::vector<double>>;

Matrix square_matrix(std::size_t n) { return Matrix(n, std::vector<double>(n, 0)); }

double games(const Contest& c) {
  double sum = 0;
  for (int i = 0; i < c.size; ++i) sum += c.wins[i];
  return sum;
}

// Merges the contests of the same players and adds the half draws.
std::vector<Contest> gathered(int players, std::span<const Contest> contests) {
  std::map<std::array<int, kMaxContestants>, Contest> by_players;
  for (const auto& c : contests) {
    auto key = c.players;
    for (int i = c.size; i < kMaxContestants; ++i) key[i] = -1;
    auto& sum = by_players.try_emplace(key, Contest{0, c.size, c.players, {}}).first->second;
    for (std::size_t i = 0; i < c.wins.size(); ++i) sum.wins[i] += c.wins[i];
  }
  std::vector<Contest> out;
  for (const auto& [key, contest] : by_players) out.push_back(contest);
  for (int i = 0; i < players; ++i)
    for (int j = i + 1; j < players; ++j) out.push_back({0, 2, {i, j}, {kHalfDraw / 2, kHalfDraw / 2}});
  return out;
}

double strength(const Contest& c, const std::vector<double>& g) {
  double sum = 0;
  for (int i = 0; i < c.size; ++i) sum += g[c.players[i]];
  return sum;
}

// Hunter's iteration: wins divided by the games that the others' strength leaves. Each step raises the likelihood.
std::vector<double> strengths(int players, std::span<const Contest> contests) {
  constexpr int kSteps = 100000;
  constexpr double kClose = 1e-10;
  const auto n = static_cast<std::size_t>(players);
  std::vector<double> g(n, 1), won(n, 0);
  for (const auto& c : contests)
    for (int i = 0; i < c.size; ++i) won[c.players[i]] += c.wins[i];
  double change = 1;
  for (int step = 0; step < kSteps && change > kClose; ++step) {
    std::vector<double> games_per_strength(n, 0);
    for (const auto& c : contests)
      for (int i = 0; i < c.size; ++i) games_per_strength[c.players[i]] += games(c) / strength(c, g);
    change = 0;
    for (std::size_t p = 0; p < n; ++p) {
      const double next = won[p] / games_per_strength[p];
      change = std::max(change, std::abs(std::log(next / g[p])));
      g[p] = next;
    }
  }
  return g;
}

// The Fisher information in log strength: minus the second derivative of the log-likelihood.
Matrix fisher(std::span<const Contest> contests, const std::vector<double>& g) {
  auto out = square_matrix(g.size());
  for (const auto& c : contests) {
    const double all = strength(c, g), n = games(c);
    for (int i = 0; i < c.size; ++i)
      for (int j = 0; j < c.size; ++j) {
        const double pi = g[c.players[i]] / all, pj = g[c.players[j]] / all;
        out[c.players[i]][c.players[j]] += n * ((i == j ? pi : 0) - pi * pj);
      }
  }
  return out;
}

// The half draws: half a game that one or the other wins.
void add_half_draws(const std::vector<double>& g, Matrix& out) {
  for (std::size_t i = 0; i < g.size(); ++i)
    for (std::size_t j = i + 1; j < g.size(); ++j) {
      const double p = g[i] / (g[i] + g[j]), square = kHalfDraw * (p * p + (1 - p) * (1 - p)) / 2;
      out[i][i] += square;
      out[j][j] += square;
      out[i][j] -= square;
      out[j][i] -= square;
    }
}

// Outer products of the score vectors, summed over clusters.
Matrix score_squares(std::span<const Contest> contests, const std::vector<double>& g) {
  auto out = square_matrix(g.size());
  const bool one = contests.empty() || contests.front().cluster == contests.back().cluster;  // then each contest is a cluster
  std::vector<double> score(g.size(), 0);
  double clusters = 0;
  for (std::size_t k = 0; k < contests.size(); ++k) {
    const auto& c = contests[k];
    const double all = strength(c, g), n = games(c);
    for (int i = 0; i < c.size; ++i) score[c.players[i]] += c.wins[i] - n * g[c.players[i]] / all;
    if (!one && k + 1 < contests.size() && contests[k + 1].cluster == c.cluster) continue;
    ++clusters;
    for (std::size_t i = 0; i < g.size(); ++i)
      for (std::size_t j = 0; j < g.size(); ++j) out[i][j] += score[i] * score[j];
    std::ranges::fill(score, 0.0);
  }
  if (clusters > 1)
    for (auto& row : out)
      for (auto& value : row) value *= clusters / (clusters - 1);
  add_half_draws(g, out);
  return out;
}

// Solves a x = b by Gaussian elimination with partial pivoting. a is regular because the half draws connect all players.
std::vector<double> solve(Matrix a, std::vector<double> b) {
  const auto n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

// Variance of the log strength of `player` when that of `anchor` is fixed: x' S x with x = the row of the inverse.
double variance(const Matrix& information, const Matrix& squares, std::size_t player, std::size_t anchor) {
  auto a = information;
  for (std::size_t i = 0; i < a.size(); ++i) a[anchor][i] = a[i][anchor] = i == anchor ? 1 : 0;
  std::vector<double> unit(a.size(), 0);
  unit[player] = 1;
  const auto x = solve(std::move(a), std::move(unit));
  double out = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) out += x[i] * squares[i][j] * x[j];
  return out;
}

}  // namespace

std::vector<Rating> ratings(int players, std::span<const Contest> contests, Anchor anchor) {
  const auto all = gathered(players, contests);
  const auto g = strengths(players, all);
  const auto information = fisher(all, g), squares = score_squares(contests, g);
  const auto fixed = static_cast<std::size_t>(anchor.player);
  std::vector<Rating> out;
  for (std::size_t p = 0; p < g.size(); ++p) {
    const double elo = anchor.elo + kEloOfLog * std::log(g[p] / g[fixed]);
    const double half = p == fixed ? 0 : kZ95 * kEloOfLog * std::sqrt(variance(information, squares, p, fixed));
    out.push_back({elo, elo - half, elo + half});
  }
  return out;
}

double SprtPlan::lower() const { return std::log(beta / (1 - alpha)); }
double SprtPlan::upper() const { return std::log((1 - beta) / alpha); }

namespace {

// The most likely distribution with the mean `score` multiplies each frequency by 1 / (1 + t (a - score)); the t.
double tilt(const std::map<double, double>& counts, double score) {
  const auto excess = [&](double t) {
    double sum = 0;
    for (const auto& [a, count] : counts) sum += count * (a - score) / (1 + t * (a - score));
    return sum;
  };
  double low = -1 / (counts.rbegin()->first - score), high = 1 / (score - counts.begin()->first);
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double gsprt_llr(const std::map<double, double>& counts, double score0, double score1) {
  const double t0 = tilt(counts, score0), t1 = tilt(counts, score1);
  double sum = 0;
  for (const auto& [a, count] : counts) sum += count * std::log((1 + t0 * (a - score0)) / (1 + t1 * (a - score1)));
  return sum;
}

Sprt::Sprt(const SprtPlan& plan) : plan_(plan) {
  CHECK(plan.elo0 < plan.elo1);
  for (const double score : {0.0, 0.25, 0.5, 0.75, 1.0}) counts_[score] = 0.001;
}

void Sprt::add(double score) {
  auto& count = counts_[score];
  count = count < 1 ? 1 : count + 1;
  llr_ = gsprt_llr(counts_, score_of_elo(plan_.elo0), score_of_elo(plan_.elo1));
  if (verdict_ != Verdict::undecided) return;
  if (llr_ >= plan_.upper()) verdict_ = Verdict::accepted;
  if (llr_ <= plan_.lower()) verdict_ = Verdict::rejected;
}

}  // namespace perron::arena
