#include <algorithm>
#include <bit>
#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "rules/longest_line/sweep.h"

namespace perron {

namespace longest {
namespace {

// The longest line inside one connected component. A longest walk that is no circuit over everything cannot be extended, so
// both its ends are places of odd degree, with all their edges used. Hence:
// - with no or two odd places it is the whole component (Euler); in a tree it is the diameter;
// - else a depth-first search over walks, bounded in steps, often finds it;
// - else the shortest paths to leave out so that all odd places but two become even (a minimum T-join) give a bound, and often the
//   line itself;
// - else dynamic programming over a frontier (sweep.h) is exact.
class LineSearch {
 public:
  explicit LineSearch(std::span<const Edge> edges) : part_(edges) {}

  int solve() {
    if (part_.odd <= 2) return part_.total;
    if (static_cast<int>(part_.edges.size()) == part_.places - 1) return diameter();
    bound_ = upper_bound();
    steps_ = kSteps;
    for (int v = 0; v < part_.places && best_ < bound_ && steps_ > 0; ++v)
      if (part_.is_odd(v)) walk(v, 0, part_.total);
    if (best_ == bound_ || steps_ > 0) return best_;
    for (std::uint32_t jitter = 0; jitter < kPairings && best_ < bound_; ++jitter) pair_odd_places(jitter);
    return best_ < bound_ ? sweep(part_, best_) : best_;
  }

 private:
  static constexpr int kSteps = 4000;
  static constexpr std::uint32_t kPairings = 12;
  static constexpr int kMostPaired = 18;  // odd places: the table over their sets has 2^18 entries then

  int farthest(int v, int parent_edge, int distance, int& end) const {
    int best = distance;
    end = v;
    for (const int e : part_.edges_at(v)) {
      if (e == parent_edge) continue;
      int there = v;
      const int d = farthest(part_.other_end(e, v), e, distance + part_.edges[e].length, there);
      if (d > best) {
        best = d;
        end = there;
      }
    }
    return best;
  }

  int diameter() const {
    int end = 0;
    farthest(0, -1, 0, end);
    return farthest(end, -1, 0, end);
  }

  // All odd places but two lose a track, and one track serves two of them at most.
  int upper_bound() const {
    std::array<int, kPlaces> least;
    int n = 0;
    for (int v = 0; v < part_.places; ++v) {
      if (!part_.is_odd(v)) continue;
      int shortest = 255;
      for (const int e : part_.edges_at(v)) shortest = std::min<int>(shortest, part_.edges[e].length);
      least[n++] = shortest;
    }
    std::sort(least.begin(), least.begin() + n);
    int loss = 0;
    for (int i = 0; i < n - 2; ++i) loss += least[i];
    return part_.total - (loss + 1) / 2;
  }

  // Depth-first over walks; `left` is the length not used yet.
  void walk(int v, int length, int left) {
    best_ = std::max(best_, length);
    for (const int e : part_.edges_at(v)) {
      if (used_.test(e)) continue;
      if (length + left <= best_ || best_ >= bound_ || --steps_ <= 0) return;
      used_.set(e);
      const int step = part_.edges[e].length;
      walk(part_.other_end(e, v), length + step, left - step);
      used_.reset(e);
    }
  }

  struct AllPaths;
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
  Pairs cheapest_pairs(const AllPaths& paths, const std::vector<std::size_t>& odd);
  static Pairs greedy_pairs(const AllPaths& paths, std::vector<std::size_t> odd);
  void pair_odd_places(std::uint32_t jitter);
  void use_all_but(const Bits<kTracks>& left_out);

  const Component part_;
  int best_ = 0, bound_ = 0, steps_ = 0;
  Bits<kTracks> used_;
};

// All shortest paths between places (Floyd and Warshall). The jitter decides between paths of equal length, so that tries differ.
struct LineSearch::AllPaths {
  static constexpr int kScale = 1 << 14, kFar = 1 << 28;
  std::size_t n;
  std::vector<int> distance, first;  // by pair of places: scaled length, and the first edge of the path

  AllPaths(const Component& part, std::uint32_t jitter)
      : n(static_cast<std::size_t>(part.places)), distance(n * n, kFar), first(n * n, -1) {
    Rng rng(jitter);
    for (std::size_t e = 0; e < part.edges.size(); ++e) {
      const int cost = part.edges[e].length * kScale + static_cast<int>(rng.below(kScale / kTracks));
      add(part.from[e], part.to[e], cost, static_cast<int>(e));
      add(part.to[e], part.from[e], cost, static_cast<int>(e));
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          if (i != j) add(i, j, distance[i * n + k] + distance[k * n + j], first[i * n + k]);
  }
  void add(std::size_t a, std::size_t b, int cost, int track) {
    if (cost >= distance[a * n + b]) return;
    distance[a * n + b] = cost;
    first[a * n + b] = track;
  }
};

// Pairs all but two of the odd places at the least cost: a table over all sets of them.
LineSearch::Pairs LineSearch::cheapest_pairs(const AllPaths& paths, const std::vector<std::size_t>& odd) {
  const std::size_t sets = std::size_t{1} << odd.size();
  std::vector<int> cost(sets, AllPaths::kFar);
  std::vector<std::uint8_t> partner(sets, 0);
  const auto without = [](std::size_t set, std::size_t i, std::size_t j) { return set ^ std::size_t{1} << i ^ std::size_t{1} << j; };
  cost[0] = 0;
  for (std::size_t set = 1; set < sets; ++set) {
    const auto low = static_cast<std::size_t>(std::countr_zero(set));
    for (std::size_t rest = set & (set - 1); rest != 0; rest &= rest - 1) {
      const auto mate = static_cast<std::size_t>(std::countr_zero(rest));
      const int c = cost[without(set, low, mate)] + paths.distance[odd[low] * paths.n + odd[mate]];
      if (c >= cost[set]) continue;
      cost[set] = c;
      partner[set] = static_cast<std::uint8_t>(mate);
    }
  }
  std::size_t best = 0;
  int least = AllPaths::kFar;
  for (std::size_t i = 0; i < odd.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const auto set = without(sets - 1, i, j); cost[set] < least) {
        least = cost[set];
        best = set;
      }
  bound_ = std::min(bound_, part_.total - least / AllPaths::kScale);
  Pairs pairs;
  for (auto set = best; set != 0; set = without(set, static_cast<std::size_t>(std::countr_zero(set)), partner[set]))
    pairs.emplace_back(odd[std::countr_zero(set)], odd[partner[set]]);
  return pairs;
}

// For too many odd places for the table: nearest pairs first, then exchanges between pairs while they help.
LineSearch::Pairs LineSearch::greedy_pairs(const AllPaths& paths, std::vector<std::size_t> odd) {
  Pairs pairs;
  const auto cost = [&](std::size_t a, std::size_t b) { return paths.distance[a * paths.n + b]; };
  while (odd.size() > 2) {
    std::size_t best_i = 0, best_j = 1;
    for (std::size_t i = 0; i < odd.size(); ++i)
      for (std::size_t j = i + 1; j < odd.size(); ++j)
        if (cost(odd[i], odd[j]) < cost(odd[best_i], odd[best_j])) best_i = i, best_j = j;
    pairs.emplace_back(odd[best_i], odd[best_j]);
    odd.erase(odd.begin() + static_cast<std::ptrdiff_t>(best_j));
    odd.erase(odd.begin() + static_cast<std::ptrdiff_t>(best_i));
  }
  pairs.emplace_back(odd[0], odd[1]);  // the ends of the line: a pair that costs nothing
  const auto cost_of = [&](const Pairs& list) {
    int sum = 0;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) sum += cost(list[i].first, list[i].second);
    return sum;
  };
  int now = cost_of(pairs);
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        for (int way = 0; way < 2; ++way) {
          auto trial = pairs;
          std::swap(trial[i].second, way ? trial[j].first : trial[j].second);
          if (const int c = cost_of(trial); c < now) {
            now = c;
            pairs = std::move(trial);
            better = true;
          }
        }
  }
  pairs.pop_back();
  return pairs;
}

// Leaves out shortest paths that pair all odd places but two: what remains has two odd places, and if it is connected
// it is a line. With an exact pairing its length is a bound, too.
void LineSearch::pair_odd_places(std::uint32_t jitter) {
  const AllPaths paths(part_, jitter);
  std::vector<std::size_t> odd;
  for (std::size_t v = 0; v < paths.n; ++v)
    if (part_.is_odd(static_cast<int>(v))) odd.push_back(v);
  Bits<kTracks> left_out;
  for (auto [from, end] : part_.odd <= kMostPaired ? cheapest_pairs(paths, odd) : greedy_pairs(paths, odd)) {
    for (auto v = from; v != end;) {
      const int e = paths.first[v * paths.n + end];
      if (left_out.test(e)) left_out.reset(e);
      else left_out.set(e);
      v = static_cast<std::size_t>(part_.other_end(e, static_cast<int>(v)));
    }
  }
  use_all_but(left_out);
}

// The heaviest connected remainder is a line if it has no more than two odd places.
void LineSearch::use_all_but(const Bits<kTracks>& left_out) {
  UnionFind<kPlaces> joined(part_.places);
  std::array<int, kPlaces> length{}, degree{}, odd{};
  for (std::size_t e = 0; e < part_.edges.size(); ++e) {
    if (left_out.test(static_cast<int>(e))) continue;
    joined.join(part_.from[e], part_.to[e]);
    ++degree[part_.from[e]];
    ++degree[part_.to[e]];
  }
  for (std::size_t e = 0; e < part_.edges.size(); ++e)
    if (!left_out.test(static_cast<int>(e))) length[joined.root(part_.from[e])] += part_.edges[e].length;
  for (int v = 0; v < part_.places; ++v) odd[joined.root(v)] += degree[v] & 1;
  for (std::size_t r = 0; r < kPlaces; ++r)
    if (odd[r] <= 2) best_ = std::max(best_, length[r]);
}

}  // namespace
}  // namespace longest

int longest_line(std::span<const Edge> edges) {
  CHECK(edges.size() <= kTracks);
  UnionFind<kPlaces> joined(kPlaces);
  for (const auto& edge : edges) joined.join(edge.a, edge.b);
  std::array<std::uint8_t, kTracks> root;  // by edge
  std::array<std::uint16_t, kPlaces> weight{};
  for (std::size_t e = 0; e < edges.size(); ++e) {
    root[e] = static_cast<std::uint8_t>(joined.root(edges[e].a));
    weight[root[e]] = static_cast<std::uint16_t>(weight[root[e]] + edges[e].length);
  }
  int best = 0;
  std::array<Edge, kTracks> part;
  while (true) {  // one connected part after the other, the heaviest first: it often spares the others
    const auto heaviest = std::ranges::max_element(weight);
    if (*heaviest <= best) return best;
    *heaviest = 0;
    std::size_t n = 0;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (root[e] == heaviest - weight.begin()) part[n++] = edges[e];
    best = std::max(best, longest::LineSearch({part.data(), n}).solve());
  }
}

}  // namespace perron
