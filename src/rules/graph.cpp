#include "rules/graph.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/check.h"

namespace perron {

Joined joined_by(const Game& game, const TrackSet& tracks) {
  Joined joined(static_cast<int>(game.board.places.size()));
  tracks.each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    joined.join(index(line.a), index(line.b));
  });
  return joined;
}

bool completes(const Game& game, const Joined& joined, int ticket) {
  const auto& line = game.tickets[static_cast<std::size_t>(ticket)];
  for (int i = 0; i < line.from_count; ++i)
    for (int j = 0; j < line.to_count; ++j)
      if (joined.root(index(game.ends[static_cast<std::size_t>(line.from + i)])) ==
          joined.root(index(game.ends[static_cast<std::size_t>(line.to + j)])))
        return true;
  return false;
}

namespace {

// The longest line inside one connected part. A longest walk that is no circuit over everything cannot be prolonged, so
// both its ends are places with an odd number of tracks, all used there. Hence: with none or two odd places it is the
// whole part (Euler); a tree's is its diameter; else a bounded search, and where that is not enough, an exact sweep.
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
    if (best_ < bound_ && steps_ <= 0) sweep();
    return best_;
  }

 private:
  static constexpr int kSteps = 4000;

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

  void sweep();

  std::span<const Edge> edges_;
  int places_ = 0, total_ = 0, odd_ = 0, best_ = 0, bound_ = 0, steps_ = 0;
  std::array<std::uint8_t, kTracks> from_, to_;
  std::array<std::uint8_t, kPlaces> degree_{};
  std::array<int, kPlaces + 1> first_;
  std::array<std::uint8_t, 2 * kTracks> at_;
  TrackSet used_;
};

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
      Bits<kPlaces> fresh;
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
  std::unordered_map<Key, int> states{{start, 0}};  // -> least loss

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
  // Connected parts by union-find; parts are looked at one by one.
  std::array<std::uint8_t, kPlaces> parent;
  for (std::size_t i = 0; i < kPlaces; ++i) parent[i] = static_cast<std::uint8_t>(i);
  const auto root = [&](std::uint8_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& edge : edges) parent[root(edge.a)] = root(edge.b);
  std::array<std::uint16_t, kPlaces> weight{};
  for (const auto& edge : edges) weight[root(edge.a)] = static_cast<std::uint16_t>(weight[root(edge.a)] + edge.length);
  int best = 0;
  std::array<Edge, kTracks> part;
  for (std::size_t r = 0; r < kPlaces; ++r) {
    if (weight[r] <= best) continue;
    std::size_t n = 0;
    for (const auto& edge : edges)
      if (root(edge.a) == r) part[n++] = edge;
    best = std::max(best, LineSearch({part.data(), n}).solve());
  }
  return best;
}

int longest_line(const Game& game, const TrackSet& tracks) {
  std::array<Edge, kTracks> edges;
  std::size_t n = 0;
  tracks.each([&](int t) {
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    edges[n++] = {static_cast<std::uint8_t>(line.a), static_cast<std::uint8_t>(line.b), line.length};
  });
  return longest_line({edges.data(), n});
}

}  // namespace perron
