#include "search/plan/steiner.h"

#include <algorithm>
#include <bit>

namespace perron::search {

namespace {

// Both rows stay below 2 * kUnreachable. Compilers vectorise the loop.
template <class Row>
void lower(Row& row, const Row& by, std::uint16_t more, int count) {
  for (int i = 0; i < count; ++i) row[i] = std::min(row[i], static_cast<std::uint16_t>(by[i] + more));
}

template <class Row>
void lower_by_sum(Row& row, const Row& one, const Row& other, int count) {
  for (int i = 0; i < count; ++i) row[i] = std::min(row[i], static_cast<std::uint16_t>(one[i] + other[i]));
}

}  // namespace

void SteinerSolver::prepare(const Game& game, const UsableTracks& usable) {
  const auto joined = joined_by(game, usable.own);
  nodes_ = 0;
  for (const auto place : ids<Place>(game.board.places.size())) {  // a root is the lowest place of its component
    const auto root = joined.root(place);
    if (root == place) first_[nodes_] = place;
    node_[place] = root == place ? static_cast<std::uint8_t>(nodes_++) : node_[root];
  }
  for (int n = 0; n < nodes_; ++n) {
    std::fill_n(direct_[n].begin(), nodes_, kUnreachable);
    std::fill_n(track_[n].begin(), nodes_, kNoTrack);
  }
  usable.open.each([&](Track track) {
    const auto& entry = game.tracks[track];
    const int a = node_[entry.a], b = node_[entry.b];
    if (a == b || entry.length >= direct_[a][b]) return;
    direct_[a][b] = direct_[b][a] = entry.length;
    track_[a][b] = track_[b][a] = track;
  });
  for (int n = 0; n < nodes_; ++n) {
    std::copy_n(direct_[n].begin(), nodes_, distance_[n].begin());
    distance_[n][n] = 0;
  }
  for (int mid = 0; mid < nodes_; ++mid)
    for (int n = 0; n < nodes_; ++n)
      if (distance_[n][mid] < kUnreachable) lower(distance_[n], distance_[mid], distance_[n][mid], nodes_);
}

int SteinerSolver::distance(const PlaceSet& from, const PlaceSet& to) const {
  int best = kUnreachable;
  each_node(from, [&](int a) { each_node(to, [&](int b) { best = std::min<int>(best, distance_[a][b]); }); });
  return best;
}

int SteinerSolver::region(const PlaceSet& from, const PlaceSet& to) const {
  int best = kUnreachable, nearest = 0;
  each_node(from, [&](int a) {
    each_node(to, [&](int b) {
      if (distance_[a][b] >= best) return;
      best = distance_[a][b];
      nearest = a;
    });
  });
  int lowest = 0;
  while (distance_[nearest][lowest] >= kUnreachable) ++lowest;
  return lowest;
}

PlaceSet SteinerSolver::components(const PlaceSet& places) const {
  PlaceSet out;
  each_node(places, [&](int n) { out.set(first_[n]); });
  return out;
}

void SteinerSolver::solve(std::span<const PlaceSet> terminals) {
  terminals_.assign(terminals.begin(), terminals.end());
  const unsigned subsets = 1u << terminals.size();
  if (table_.size() < subsets) table_.resize(subsets);
  for (unsigned set = 1; set < subsets; ++set) {
    auto& row = table_[set];
    std::fill_n(row.begin(), nodes_, kUnreachable);
    const unsigned low = set & (~set + 1);
    if (set == low) each_node(terminals_[std::countr_zero(set)], [&](int n) { row[n] = 0; });
    // Two trees that meet in a node: each split once, with the lowest member on one side.
    for (unsigned part = (set - 1) & set; part > 0; part = (part - 1) & set)
      if (part & low) lower_by_sum(row, table_[part], table_[set ^ part], nodes_);
    const auto met = row;
    for (int n = 0; n < nodes_; ++n)
      if (met[n] < kUnreachable) lower(row, distance_[n], met[n], nodes_);
    for (int n = 0; n < nodes_; ++n) row[n] = std::min<std::uint16_t>(row[n], kUnreachable);
  }
}

int SteinerSolver::root_of(unsigned subset) const {
  const auto& row = table_[subset];
  return static_cast<int>(std::min_element(row.begin(), row.begin() + nodes_) - row.begin());
}

int SteinerSolver::cost(unsigned subset) const { return subset == 0 ? 0 : table_[subset][root_of(subset)]; }

TrackSet SteinerSolver::tree(unsigned subset) const {
  TrackSet out;
  if (subset != 0 && cost(subset) < kUnreachable) add_tree(subset, root_of(subset), out);
  return out;
}

// Reconstructs the tree of a table entry. Tracks have a length, so each step leaves a smaller subset or a cheaper tree.
void SteinerSolver::add_tree(unsigned subset, int node, TrackSet& out) const {
  const int here = table_[subset][node];
  if (here == 0) return;
  for (unsigned part = (subset - 1) & subset; part > 0; part = (part - 1) & subset)
    if (table_[part][node] + table_[subset ^ part][node] == here) {
      add_tree(part, node, out);
      add_tree(subset ^ part, node, out);
      return;
    }
  for (int n = 0; n < nodes_; ++n)
    if (direct_[node][n] < kUnreachable && table_[subset][n] + direct_[node][n] == here) {
      out.set(track_[node][n]);
      add_tree(subset, n, out);
      return;
    }
}

}  // namespace perron::search
