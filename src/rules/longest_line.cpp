#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "rules/graph.h"

namespace perron {

namespace {

// The longest line inside one connected part. A longest walk that is no circuit over everything cannot be prolonged, so
// both its ends are places with an odd number of tracks, all used there. Hence: with none or two odd places it is the
// whole part (Euler); a tree's is its diameter; else a bounded search over walks. Where that does not settle it, the
// least length to leave out so that all odd places but two become even is a bound, and often the answer; and where it
// is not, an exact sweep.
class LineSearch {
 public:
  explicit LineSearch(std::span<const Edge> edges) : edges_(edges) {
    std::array<std::uint8_t, kPlaces> number;
    number.fill(255);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      for (const auto place : {edges[e].a, edges[e].b})
        if (number[place] == 255) number[place] = static_cast<std::uint8_t>(places_++);
      from_[e] = number[edges[e].a];
      to_[e] = number[edges[e].b];
      ++degree_[from_[e]];
      ++degree_[to_[e]];
      total_ += edges[e].length;
    }
    int begin = 0;
    for (int v = 0; v < places_; ++v) {
      first_[v] = begin;
      begin += degree_[v];
      odd_ += degree_[v] & 1;
    }
    first_[places_] = begin;
    std::array<int, kPlaces> next{};
    std::copy_n(first_.begin(), places_, next.begin());
    for (std::size_t e = 0; e < edges.size(); ++e) {
      at_[next[from_[e]]++] = static_cast<std::uint8_t>(e);
      at_[next[to_[e]]++] = static_cast<std::uint8_t>(e);
    }
  }

  int solve() {
    if (odd_ <= 2) return total_;
    if (static_cast<int>(edges_.size()) == places_ - 1) return diameter();
    bound_ = upper_bound();
    steps_ = kSteps;
    for (int v = 0; v < places_ && best_ < bound_ && steps_ > 0; ++v)
      if (degree_[v] & 1) walk(v, 0, total_);
    if (best_ == bound_ || steps_ > 0) return best_;
    for (std::uint32_t jitter = 0; jitter < kPairings && best_ < bound_; ++jitter) pair_odd_places(jitter);
    if (best_ < bound_) sweep();
    return best_;
  }

 private:
  static constexpr int kSteps = 4000;
  static constexpr std::uint32_t kPairings = 12;
  static constexpr int kMostPaired = 18;  // odd places: the table of pairings has 2^18 entries then

  int other(int edge, int v) const { return from_[edge] == v ? to_[edge] : from_[edge]; }

  int farthest(int v, int parent_edge, int distance, int& end) const {
    int best = distance;
    end = v;
    for (int i = first_[v]; i < first_[v + 1]; ++i) {
      const int e = at_[i];
      if (e == parent_edge) continue;
      int there = v;
      const int d = farthest(other(e, v), e, distance + edges_[static_cast<std::size_t>(e)].length, there);
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
    for (int v = 0; v < places_; ++v) {
      if (!(degree_[v] & 1)) continue;
      int shortest = 255;
      for (int i = first_[v]; i < first_[v + 1]; ++i) shortest = std::min<int>(shortest, edges_[at_[i]].length);
      least[n++] = shortest;
    }
    std::sort(least.begin(), least.begin() + n);
    int loss = 0;
    for (int i = 0; i < n - 2; ++i) loss += least[i];
    return total_ - (loss + 1) / 2;
  }

  // Depth-first over walks; `left` is the length not used yet.
  void walk(int v, int length, int left) {
    best_ = std::max(best_, length);
    for (int i = first_[v]; i < first_[v + 1]; ++i) {
      const int e = at_[i];
      if (used_.test(e)) continue;
      if (length + left <= best_ || best_ >= bound_ || --steps_ <= 0) return;
      used_.set(e);
      const int step = edges_[static_cast<std::size_t>(e)].length;
      walk(other(e, v), length + step, left - step);
      used_.reset(e);
    }
  }

  struct Ways;
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
  Pairs best_pairs(const Ways& ways, const std::vector<std::size_t>& odd);
  static Pairs near_pairs(const Ways& ways, std::vector<std::size_t> odd);
  void pair_odd_places(std::uint32_t jitter);
  void use_all_but(const TrackSet& left_out);
  void sweep();

  std::span<const Edge> edges_;
  int places_ = 0, total_ = 0, odd_ = 0, best_ = 0, bound_ = 0, steps_ = 0;
  std::array<std::uint8_t, kTracks> from_, to_;
  std::array<std::uint8_t, kPlaces> degree_{};
  std::array<int, kPlaces + 1> first_;
  std::array<std::uint8_t, 2 * kTracks> at_;
  TrackSet used_;
};

// All shortest ways between places. The jitter decides between ways of equal length, so that another try can differ.
struct LineSearch::Ways {
  static constexpr int kScale = 1 << 14, kFar = 1 << 28;
  std::size_t n;
  std::vector<int> distance, first;  // by pair of places: scaled length, and the first track of the way

  Ways(const LineSearch& line, std::uint32_t jitter) : n(static_cast<std::size_t>(line.places_)), distance(n * n, kFar), first(n * n, -1) {
    Rng rng(jitter);
    for (std::size_t e = 0; e < line.edges_.size(); ++e) {
      const int cost = line.edges_[e].length * kScale + static_cast<int>(rng.below(kScale / kTracks));
      add(line.from_[e], line.to_[e], cost, static_cast<int>(e));
      add(line.to_[e], line.from_[e], cost, static_cast<int>(e));
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
LineSearch::Pairs LineSearch::best_pairs(const Ways& ways, const std::vector<std::size_t>& odd) {
  const std::size_t sets = std::size_t{1} << odd.size();
  std::vector<int> cost(sets, Ways::kFar);
  std::vector<std::uint8_t> partner(sets, 0);
  const auto without = [](std::size_t set, std::size_t i, std::size_t j) { return set ^ std::size_t{1} << i ^ std::size_t{1} << j; };
  cost[0] = 0;
  for (std::size_t set = 1; set < sets; ++set) {
    const auto low = static_cast<std::size_t>(std::countr_zero(set));
    for (std::size_t rest = set & (set - 1); rest != 0; rest &= rest - 1) {
      const auto mate = static_cast<std::size_t>(std::countr_zero(rest));
      const int c = cost[without(set, low, mate)] + ways.distance[odd[low] * ways.n + odd[mate]];
      if (c >= cost[set]) continue;
      cost[set] = c;
      partner[set] = static_cast<std::uint8_t>(mate);
    }
  }
  std::size_t best = 0;
  int least = Ways::kFar;
  for (std::size_t i = 0; i < odd.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const auto set = without(sets - 1, i, j); cost[set] < least) {
        least = cost[set];
        best = set;
      }
  bound_ = std::min(bound_, total_ - least / Ways::kScale);
  Pairs pairs;
  for (auto set = best; set != 0; set = without(set, static_cast<std::size_t>(std::countr_zero(set)), partner[set]))
    pairs.emplace_back(odd[static_cast<std::size_t>(std::countr_zero(set))], odd[partner[set]]);
  return pairs;
}

// For too many odd places for the table: nearest pairs first, then exchanges between pairs while they help.
LineSearch::Pairs LineSearch::near_pairs(const Ways& ways, std::vector<std::size_t> odd) {
  Pairs pairs;
  const auto cost = [&](std::size_t a, std::size_t b) { return ways.distance[a * ways.n + b]; };
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

// Leaves out shortest ways that pair all odd places but two: what remains has two odd places, and if it hangs together
// it is a line. With an exact pairing its length is a bound, too.
void LineSearch::pair_odd_places(std::uint32_t jitter) {
  const Ways ways(*this, jitter);
  std::vector<std::size_t> odd;
  for (std::size_t v = 0; v < ways.n; ++v)
    if (degree_[v] & 1) odd.push_back(v);
  TrackSet left_out;
  for (auto [from, end] : odd_ <= kMostPaired ? best_pairs(ways, odd) : near_pairs(ways, odd)) {
    for (auto v = from; v != end;) {
      const int e = ways.first[v * ways.n + end];
      if (left_out.test(e)) left_out.reset(e);
      else left_out.set(e);
      v = static_cast<std::size_t>(other(e, static_cast<int>(v)));
    }
  }
  use_all_but(left_out);
}

// The heaviest connected remainder is a line if it has no more than two odd places.
void LineSearch::use_all_but(const TrackSet& left_out) {
  Joined joined(places_);
  std::array<int, kPlaces> length{}, degree{}, odd{};
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (left_out.test(static_cast<int>(e))) continue;
    joined.join(from_[e], to_[e]);
    ++degree[from_[e]];
    ++degree[to_[e]];
  }
  for (std::size_t e = 0; e < edges_.size(); ++e)
    if (!left_out.test(static_cast<int>(e))) length[static_cast<std::size_t>(joined.root(from_[e]))] += edges_[e].length;
  for (int v = 0; v < places_; ++v) odd[static_cast<std::size_t>(joined.root(v))] += degree[static_cast<std::size_t>(v)] & 1;
  for (std::size_t r = 0; r < kPlaces; ++r)
    if (odd[r] <= 2) best_ = std::max(best_, length[r]);
}

// Exact, for networks too dense for walk(): each track is taken or left, place after place, remembering of the places
// at the edge of the sweep only whether an odd number was taken there and which of them are connected. What is lost
// so far plus what must still be lost at odd places bounds it by the best walk known.
void LineSearch::sweep() {
  // Order: always the place that leaves the fewest open behind it.
  std::vector<int> order, position(static_cast<std::size_t>(places_), -1);
  std::vector<char> open(static_cast<std::size_t>(places_), 0);
  for (int n = 0; n < places_; ++n) {
    int pick = -1, pick_cost = 1 << 20;
    for (int v = 0; v < places_; ++v) {
      if (position[static_cast<std::size_t>(v)] >= 0) continue;
      int cost = 0;
      PlaceSet fresh;
      for (int i = first_[v]; i < first_[v + 1]; ++i) {
        const int u = other(at_[i], v);
        if (position[static_cast<std::size_t>(u)] < 0 && !open[static_cast<std::size_t>(u)] && !fresh.test(u)) {
          fresh.set(u);
          ++cost;
        }
      }
      cost = cost * 2 - (open[static_cast<std::size_t>(v)] ? 1 : 0);
      if (cost < pick_cost) {
        pick = v;
        pick_cost = cost;
      }
    }
    position[static_cast<std::size_t>(pick)] = n;
    order.push_back(pick);
    for (int i = first_[pick]; i < first_[pick + 1]; ++i) open[static_cast<std::size_t>(other(at_[i], pick))] = 1;
  }

  // A key: ends of the line among the finished places, then a byte for each place: 2 * label + bit. The label says
  // which places are connected (0: no track taken), the bit whether an odd number of its tracks is not left out: as an
  // inner place of the line it must lose one more. Finished places are 0.
  using Key = std::string;
  const auto label = [](char c) { return static_cast<unsigned char>(c) >> 1; };
  const auto normalise = [&](Key& key) {
    std::array<unsigned char, 128> renamed{};
    unsigned char next = 1;
    for (std::size_t i = 1; i < key.size(); ++i) {
      const auto old = static_cast<std::size_t>(label(key[i]));
      if (old == 0) continue;
      if (!renamed[old]) renamed[old] = next++;
      key[i] = static_cast<char>(renamed[old] << 1 | (key[i] & 1));
    }
  };
  int shortest = 255;
  for (const auto& edge : edges_) shortest = std::min<int>(shortest, edge.length);

  Key start(static_cast<std::size_t>(places_) + 1, '\0');
  for (int v = 0; v < places_; ++v) start[static_cast<std::size_t>(v) + 1] = static_cast<char>(degree_[v] & 1);  // owed losses
  std::unordered_map<Key, int> states{{start, 0}};                                                               // -> least loss

  const auto add = [&](std::unordered_map<Key, int>& into, Key key, int loss) {
    int owed = 0;
    for (std::size_t i = 1; i < key.size(); ++i) owed += key[i] & 1;
    owed -= 2 - key[0];
    const int least = owed > 0 ? (owed + 1) / 2 * shortest : 0;
    if (total_ - loss - least <= best_) return;
    normalise(key);
    const auto [it, fresh] = into.try_emplace(std::move(key), loss);
    if (!fresh) it->second = std::min(it->second, loss);
  };

  int unswept = total_;
  for (const int v : order) {
    const auto vi = static_cast<std::size_t>(v) + 1;
    for (int i = first_[v]; i < first_[v + 1]; ++i) {
      const int e = at_[i], u = other(e, v);
      if (position[static_cast<std::size_t>(u)] < position[static_cast<std::size_t>(v)]) continue;  // swept with u
      const auto ui = static_cast<std::size_t>(u) + 1;
      const int length = edges_[static_cast<std::size_t>(e)].length;
      unswept -= length;
      std::unordered_map<Key, int> next;
      for (const auto& [key, loss] : states) {
        Key left = key;  // left out
        left[vi] = static_cast<char>(left[vi] ^ 1);
        left[ui] = static_cast<char>(left[ui] ^ 1);
        add(next, std::move(left), loss + length);
        Key taken = key;
        const auto a = label(key[vi]), b = label(key[ui]);
        const unsigned char fresh = 127;  // above any label in use
        const int to = a ? a : b ? b : fresh;
        for (std::size_t j = 1; j < taken.size(); ++j)
          if ((b && label(taken[j]) == b) || (a && label(taken[j]) == a) || j == vi || j == ui)
            taken[j] = static_cast<char>(static_cast<unsigned char>(to) << 1 | (taken[j] & 1));
        add(next, std::move(taken), loss);
      }
      states = std::move(next);
    }
    // v is finished: it must have lost what it owed, or be an end of the line.
    std::unordered_map<Key, int> next;
    for (const auto& [key, loss] : states) {
      Key done = key;
      const auto mine = label(key[vi]);
      if (key[vi] & 1) {
        if (key[0] == 2) continue;
        ++done[0];
      }
      done[vi] = 0;
      bool others = false, closes = mine != 0;
      for (std::size_t j = 1; j < done.size(); ++j) {
        const auto l = label(done[j]);
        if (l != 0 && l == mine) closes = false;
        if (l != 0) others = true;
      }
      if (closes) {  // the line is complete here: all that is not swept yet is lost
        if (!others && done[0] != 1) best_ = std::max(best_, total_ - loss - unswept);
        continue;
      }
      add(next, std::move(done), loss);
    }
    states = std::move(next);
  }
}

}  // namespace

int longest_line(std::span<const Edge> edges) {
  CHECK(edges.size() <= kTracks);
  Joined joined(kPlaces);
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
    best = std::max(best, LineSearch({part.data(), n}).solve());
  }
}

}  // namespace perron
