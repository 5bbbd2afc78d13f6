// The cheapest tree of tracks that joins sets of places, exactly: the Dreyfus-Wagner dynamic program over subsets of terminals.
// A terminal is a set of places, any one of which will do. Own tracks cost nothing, so each component of the seat's network is
// one node.
#pragma once

#include <span>
#include <vector>

#include "search/plan/track_graph.h"

namespace perron::search {

inline constexpr int kMaxTerminals = 10;  // 2^10 rows; 3^10 / 2 additions of rows

class SteinerSolver {
 public:
  // Reads the graph and computes all distances in wagons between its nodes, in loops that compilers vectorise.
  void prepare(const Game& game, const UsableTracks& usable);
  // Wagons between the nearest places of two sets; kUnreachable: no path.
  int distance(const PlaceSet& from, const PlaceSet& to) const;
  // An id of the part of the board that both sets lie in, by the nearest path between them: the lowest node reachable there.
  int region(const PlaceSet& from, const PlaceSet& to) const;
  // The places' components of the seat's network, each named by its lowest place: equal sets are equal terminals.
  PlaceSet components(const PlaceSet& places) const;

  // Fills the tables for up to kMaxTerminals terminals and all their subsets.
  void solve(std::span<const PlaceSet> terminals);
  // Wagons of the cheapest tree over a subset of the terminals; 0 for none, kUnreachable if they can't be joined.
  int cost(unsigned subset) const;
  // The open tracks of such a tree.
  TrackSet tree(unsigned subset) const;

 private:
  template <class T>
  using PerNode = std::array<T, kPlaces>;
  using Row = PerNode<std::uint16_t>;

  template <class F>
  void each_node(const PlaceSet& places, F&& f) const {
    places.each([&](Place place) { f(int{node_[place]}); });
  }
  int root_of(unsigned subset) const;  // the best node for the root of the tree
  void add_tree(unsigned subset, int node, TrackSet& out) const;

  int nodes_ = 0;
  PerPlace<std::uint8_t> node_{};
  PerNode<Place> first_{};  // its lowest place
  PerNode<Row> direct_{};   // by two nodes: the shortest open track between them
  PerNode<PerNode<Track>> track_{};
  PerNode<Row> distance_{};  // by two nodes: the shortest path
  std::vector<PlaceSet> terminals_;
  std::vector<Row> table_;  // by subset and node: the cheapest tree that joins them all
};

}  // namespace perron::search
