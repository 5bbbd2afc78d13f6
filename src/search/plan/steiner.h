// The cheapest tree of tracks that joins sets of places, exactly: Dreyfus and Wagner's tables over subsets of what is to
// be joined. A terminal is a set of places, any one of which will do. Own tracks cost nothing, so each part of the own
// network is one node.
#pragma once

#include <span>
#include <vector>

#include "search/plan/track_graph.h"

namespace perron::search {

inline constexpr int kMaxTerminals = 10;  // 2^10 rows; 3^10 / 2 additions of rows

class Steiner {
 public:
  // Takes a graph: all distances by wagons, between the parts of the seat's network, in loops that compilers turn into vector code.
  void look_at(const Game& game, const UsableTracks& usable);
  // Wagons between the nearest places of two sets; kFar: no way.
  int between(const PlaceSet& from, const PlaceSet& to) const;
  // The lowest place that can be reached from a set at all, by its nearest way to another: names the region of both.
  int region(const PlaceSet& from, const PlaceSet& to) const;
  // The places' parts of the own network, each named by one place: equal sets are equal terminals.
  PlaceSet parts(const PlaceSet& places) const;

  // Fills the tables for up to kMaxTerminals terminals and all their subsets.
  void solve(std::span<const PlaceSet> terminals);
  // Wagons of the cheapest tree over a subset of the terminals; 0 for none, kFar if they can't be joined.
  int cost(unsigned subset) const;
  // The open tracks of such a tree.
  TrackSet tree(unsigned subset) const;

 private:
  using Row = std::array<std::uint16_t, kPlaces>;

  template <class F>
  void each_node(const PlaceSet& places, F&& f) const {
    places.each([&](int p) { f(node_[static_cast<std::size_t>(p)]); });
  }
  int root_of(unsigned subset) const;  // the best node to hang the tree on
  void add_tree(unsigned subset, int node, TrackSet& out) const;

  int nodes_ = 0;
  std::array<std::uint8_t, kPlaces> node_{};   // by place
  std::array<std::uint8_t, kPlaces> first_{};  // by node: its lowest place
  std::array<Row, kPlaces> direct_{};          // by two nodes: the shortest open track between them
  std::array<std::array<Track, kPlaces>, kPlaces> track_{};
  std::array<Row, kPlaces> far_{};  // by two nodes: the shortest way
  std::vector<PlaceSet> terminals_;
  std::vector<Row> table_;  // by subset and node: the cheapest tree that joins them all
};

}  // namespace perron::search
