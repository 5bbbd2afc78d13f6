#include "rules/longest_line/sweep.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace perron::longest {

namespace {

// Each edge is taken or left out, place after place. A state remembers of the places at the frontier only whether an odd number of
// edges was taken there and which of them are connected. What is lost so far plus what must still be lost at odd places bounds a
// state by the best line known.
class Sweep {
 public:
  Sweep(const Component& part, int best) : part_(part), best_(best) {
    for (const auto& edge : part.edges) shortest_ = std::min<int>(shortest_, edge.length);
  }

  int run() {
    const auto order = sweep_order();
    Key start(static_cast<std::size_t>(part_.places) + 1, '\0');
    for (int v = 0; v < part_.places; ++v) start[slot(v)] = static_cast<char>(part_.degree[v] & 1);  // owed losses
    States states{{start, 0}};
    int unswept = part_.total;
    for (const int v : order) {
      for (const int e : part_.edges_at(v)) {
        if (position_[part_.other_end(e, v)] < position_[v]) continue;  // swept with the other end
        unswept -= part_.edges[e].length;
        states = decide_edge(states, e);
      }
      states = finish_place(states, v, unswept);
    }
    return best_;
  }

 private:
  // The ends of the line among the finished places, then a byte for each place: 2 * label + bit. The label says which places are
  // connected (0: no edge taken). The bit says whether an odd number of its edges is not left out: as an inner place of the line it
  // must lose one more. Finished places are 0.
  using Key = std::string;
  using States = std::unordered_map<Key, int>;  // the least loss of each

  static std::size_t slot(int place) { return static_cast<std::size_t>(place) + 1; }
  static int label(char c) { return static_cast<unsigned char>(c) >> 1; }

  // Always the place next that leaves the fewest open behind it.
  std::vector<int> sweep_order() {
    std::vector<int> order;
    std::vector<char> open(static_cast<std::size_t>(part_.places), 0);
    position_.fill(-1);
    for (int n = 0; n < part_.places; ++n) {
      int pick = -1, pick_cost = 1 << 20;
      for (int v = 0; v < part_.places; ++v) {
        if (position_[v] >= 0) continue;
        const int cost = newly_open(v, open) * 2 - (open[v] ? 1 : 0);
        if (cost < pick_cost) {
          pick = v;
          pick_cost = cost;
        }
      }
      position_[pick] = n;
      order.push_back(pick);
      for (const int e : part_.edges_at(pick)) open[part_.other_end(e, pick)] = 1;
    }
    return order;
  }

  int newly_open(int v, const std::vector<char>& open) const {
    Bits<kPlaces> fresh;
    for (const int e : part_.edges_at(v)) {
      const int u = part_.other_end(e, v);
      if (position_[u] < 0 && !open[u]) fresh.set(u);
    }
    return fresh.count();
  }

  States decide_edge(const States& states, int e) {
    const auto a = slot(part_.from[e]), b = slot(part_.to[e]);
    States next;
    for (const auto& [key, loss] : states) {
      Key left_out = key;
      left_out[a] = static_cast<char>(left_out[a] ^ 1);
      left_out[b] = static_cast<char>(left_out[b] ^ 1);
      add(next, std::move(left_out), loss + part_.edges[e].length);
      add(next, taken(key, a, b), loss);
    }
    return next;
  }

  // The two ends and all that is connected to them get one label.
  static Key taken(Key key, std::size_t a, std::size_t b) {
    constexpr int kFresh = 127;  // above any label in use
    const int label_a = label(key[a]), label_b = label(key[b]);
    const int to = label_a ? label_a : label_b ? label_b : kFresh;
    for (std::size_t i = 1; i < key.size(); ++i) {
      const int here = label(key[i]);
      if ((here != 0 && (here == label_a || here == label_b)) || i == a || i == b) key[i] = static_cast<char>(to << 1 | (key[i] & 1));
    }
    return key;
  }

  // The place must have lost what it owed, or be an end of the line.
  States finish_place(const States& states, int v, int unswept) {
    States next;
    for (const auto& [key, loss] : states) {
      Key done = key;
      const int mine = label(key[slot(v)]);
      if (key[slot(v)] & 1) {
        if (key[0] == 2) continue;
        ++done[0];
      }
      done[slot(v)] = 0;
      bool others = false, closes = mine != 0;
      for (std::size_t i = 1; i < done.size(); ++i) {
        const int here = label(done[i]);
        if (here != 0 && here == mine) closes = false;
        if (here != 0) others = true;
      }
      if (!closes) {
        add(next, std::move(done), loss);
      } else if (!others && done[0] != 1) {  // the line is complete here: all that is not swept yet is lost
        best_ = std::max(best_, part_.total - loss - unswept);
      }
    }
    return next;
  }

  // Unless it can't beat the best line known.
  void add(States& into, Key key, int loss) const {
    int owed = 0;
    for (std::size_t i = 1; i < key.size(); ++i) owed += key[i] & 1;
    owed -= 2 - key[0];
    const int least = owed > 0 ? (owed + 1) / 2 * shortest_ : 0;
    if (part_.total - loss - least <= best_) return;
    normalise(key);
    const auto [it, fresh] = into.try_emplace(std::move(key), loss);
    if (!fresh) it->second = std::min(it->second, loss);
  }

  // Labels in the order of places, so that equal connections are equal keys.
  static void normalise(Key& key) {
    std::array<unsigned char, 128> renamed{};
    unsigned char next = 1;
    for (std::size_t i = 1; i < key.size(); ++i) {
      const int old = label(key[i]);
      if (old == 0) continue;
      if (!renamed[old]) renamed[old] = next++;
      key[i] = static_cast<char>(renamed[old] << 1 | (key[i] & 1));
    }
  }

  const Component& part_;
  int best_, shortest_ = 255;
  std::array<int, kPlaces> position_;  // in the order of the sweep
};

}  // namespace

int sweep(const Component& part, int best) { return Sweep(part, best).run(); }

}  // namespace perron::longest
