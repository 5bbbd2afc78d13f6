// What the results of many games say about strength: intervals, ratings and the sequential test. Knows numbers only, no
// game. docs/arena.md explains the choices to readers of a result.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace perron::arena {

inline constexpr double kZ95 = 1.959963984540054;  // 95 % of a normal distribution lies within this many standard deviations

struct Interval {
  double low, high;
};

// Games of one deal in all rotations: only whole clusters are independent of each other.
struct Cluster {
  double wins, games;
};

// 95 % interval of the share of wins, from the variance between clusters. Adds z^2 / 2 clusters without a win and as many with wins
// only, as Agresti and Coull do for single games. So it never shrinks to a point (100 wins of 100 leave 95.4 to 100 %) and stays valid
// for few clusters; for many it approaches the plain normal interval.
Interval share_interval(std::span<const Cluster> clusters);

double score_of_elo(double elo);  // expected share of wins of two players with this difference

inline constexpr int kMaxContestants = 5;

// Some games between the same players. `wins` adds up to `games`: a shared win is divided.
struct Contest {
  std::int64_t cluster;
  int size;
  std::array<int, kMaxContestants> players;
  std::array<double, kMaxContestants> wins;
};

struct Rating {
  double elo, low, high;
};

struct Anchor {
  int player = 0;
  double elo = 0;
};

// Maximum likelihood ratings of the Bradley-Terry model, for more than two players at a table Luce's: a player of strength g wins with
// probability g / (sum of g at the table), Elo = 400 log10 g. Every pair of players gets half a drawn game in addition, so that a player
// who always wins has a finite rating. Contests must be in the order of their clusters.
//
// Intervals are of the difference to the anchor and robust to correlation within a cluster (sandwich estimator: the scores of whole
// clusters between two inverted Fisher informations). The half draws count in both, so that at 100 % wins the interval becomes that of
// the Fisher information instead of a point.
std::vector<Rating> ratings(int players, std::span<const Contest> contests, Anchor anchor);

// The bounds of Wald's sequential test.
struct SprtPlan {
  double elo0 = 0, elo1 = 20, alpha = 0.05, beta = 0.05;
  double lower() const;
  double upper() const;
};

enum class Verdict : std::uint8_t { undecided, accepted, rejected };

// Generalised sequential probability ratio test on the scores of units, as in fishtest: the log-likelihood ratio of the best
// distributions of scores with mean score(elo1) and score(elo0). It uses the measured variance, so pairs of games with opposite results
// count as the low-variance evidence that they are.
class Sprt {
 public:
  explicit Sprt(const SprtPlan& plan);
  void add(double score);  // of one unit, 0 to 1
  double llr() const { return llr_; }
  // Final once a bound has been reached.
  Verdict verdict() const { return verdict_; }

 private:
  SprtPlan plan_;
  std::map<double, double> counts_;  // by score; scores that never occurred count as a thousandth, as in fishtest
  double llr_ = 0;
  Verdict verdict_ = Verdict::undecided;
};

double gsprt_llr(const std::map<double, double>& counts, double score0, double score1);

}  // namespace perron::arena
