#include "search/plan/steiner.h"

#include <algorithm>
#include <bit>

namespace perron::search {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Both rows stay below kFar + kFar; the loop is one that compilers turn into vector code.
template <class Row>
void lower(Row& row, const Row& by, std::uint16_t more, int count) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) row[i] = std::min(row[i], static_cast<std::uint16_t>(by[i] + more));
}

template <class Row>
void lower_by_sum(Row& row, const Row& one, const Row& other, int count) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    row[i] = std::min(row[i], static_cast<std::uint16_t>(one[i] + other[i]));
}

}  // namespace

void Steiner::look_at(const Game& game, const UsableTracks& usable) {
  const int places = static_cast<int>(game.board.places.size());
  const auto joined = joined_by(game, usable.own);
  nodes_ = 0;
  for (int p = 0; p < places; ++p) {  // a root is the lowest place of its part
    const int root = joined.root(p);
    if (root == p) first_[at(nodes_)] = static_cast<std::uint8_t>(p);
    node_[at(p)] = root == p ? static_cast<std::uint8_t>(nodes_++) : node_[at(root)];
  }
  for (int n = 0; n < nodes_; ++n) {
    std::fill_n(direct_[at(n)].begin(), nodes_, kFar);
    std::fill_n(track_[at(n)].begin(), nodes_, kNoTrack);
  }
  usable.open.each([&](int t) {
    const auto& line = game.tracks[at(t)];
    const auto a = node_[at(index(line.a))], b = node_[at(index(line.b))];
    if (a == b || line.length >= direct_[a][b]) return;
    direct_[a][b] = direct_[b][a] = line.length;
    track_[a][b] = track_[b][a] = Track(t);
  });
  for (int n = 0; n < nodes_; ++n) {
    std::copy_n(direct_[at(n)].begin(), nodes_, far_[at(n)].begin());
    far_[at(n)][at(n)] = 0;
  }
  for (int mid = 0; mid < nodes_; ++mid)
    for (int n = 0; n < nodes_; ++n)
      if (far_[at(n)][at(mid)] < kFar) lower(far_[at(n)], far_[at(mid)], far_[at(n)][at(mid)], nodes_);
}

int Steiner::between(const PlaceSet& from, const PlaceSet& to) const {
  int best = kFar;
  each_node(from, [&](int a) { each_node(to, [&](int b) { best = std::min<int>(best, far_[at(a)][at(b)]); }); });
  return best;
}

int Steiner::region(const PlaceSet& from, const PlaceSet& to) const {
  int best = kFar, nearest = 0;
  each_node(from, [&](int a) {
    each_node(to, [&](int b) {
      if (far_[at(a)][at(b)] >= best) return;
      best = far_[at(a)][at(b)];
      nearest = a;
    });
  });
  int lowest = 0;
  while (far_[at(nearest)][at(lowest)] >= kFar) ++lowest;
  return lowest;
}

PlaceSet Steiner::parts(const PlaceSet& places) const {
  PlaceSet out;
  each_node(places, [&](int n) { out.set(first_[at(n)]); });
  return out;
}

void Steiner::solve(std::span<const PlaceSet> terminals) {
  terminals_.assign(terminals.begin(), terminals.end());
  const unsigned subsets = 1u << terminals.size();
  if (table_.size() < subsets) table_.resize(subsets);
  for (unsigned set = 1; set < subsets; ++set) {
    auto& row = table_[set];
    std::fill_n(row.begin(), nodes_, kFar);
    const unsigned low = set & (~set + 1);
    if (set == low) each_node(terminals_[at(std::countr_zero(set))], [&](int n) { row[at(n)] = 0; });
    // Two trees that meet in a node: each split once, with the lowest member on one side.
    for (unsigned part = (set - 1) & set; part > 0; part = (part - 1) & set)
      if (part & low) lower_by_sum(row, table_[part], table_[set ^ part], nodes_);
    const auto met = row;
    for (int n = 0; n < nodes_; ++n)
      if (met[at(n)] < kFar) lower(row, far_[at(n)], met[at(n)], nodes_);
    for (int n = 0; n < nodes_; ++n) row[at(n)] = std::min<std::uint16_t>(row[at(n)], kFar);
  }
}

int Steiner::root_of(unsigned subset) const {
  const auto& row = table_[subset];
  return static_cast<int>(std::min_element(row.begin(), row.begin() + nodes_) - row.begin());
}

int Steiner::cost(unsigned subset) const { return subset == 0 ? 0 : table_[subset][at(root_of(subset))]; }

TrackSet Steiner::tree(unsigned subset) const {
  TrackSet out;
  if (subset != 0 && cost(subset) < kFar) add_tree(subset, root_of(subset), out);
  return out;
}

// Finds again what made the entry. Tracks have a length, so each step leaves a smaller set or a cheaper tree.
void Steiner::add_tree(unsigned subset, int node, TrackSet& out) const {
  const int here = table_[subset][at(node)];
  if (here == 0) return;
  for (unsigned part = (subset - 1) & subset; part > 0; part = (part - 1) & subset)
    if (table_[part][at(node)] + table_[subset ^ part][at(node)] == here) {
      add_tree(part, node, out);
      add_tree(subset ^ part, node, out);
      return;
    }
  for (int n = 0; n < nodes_; ++n)
    if (direct_[at(node)][at(n)] < kFar && table_[subset][at(n)] + direct_[at(node)][at(n)] == here) {
      out.set(index(track_[at(node)][at(n)]));
      add_tree(subset, n, out);
      return;
    }
}

}  // namespace perron::search
