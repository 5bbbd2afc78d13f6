// One connected component of a network, its places numbered from 0. Internal to rules/longest_line/.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "rules/graph.h"

namespace perron::longest {

struct Component {
  explicit Component(std::span<const Edge> all) : edges(all) {
    std::array<std::uint8_t, kPlaces> number;
    number.fill(255);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      for (const auto place : {edges[e].a, edges[e].b})
        if (number[place] == 255) number[place] = static_cast<std::uint8_t>(places++);
      from[e] = number[edges[e].a];
      to[e] = number[edges[e].b];
      ++degree[from[e]];
      ++degree[to[e]];
      total += edges[e].length;
    }
    int begin = 0;
    for (int v = 0; v < places; ++v) {
      first[v] = begin;
      begin += degree[v];
      odd += degree[v] & 1;
    }
    first[places] = begin;
    std::array<int, kPlaces> next{};
    for (int v = 0; v < places; ++v) next[v] = first[v];
    for (std::size_t e = 0; e < edges.size(); ++e) {
      incident[next[from[e]]++] = static_cast<std::uint8_t>(e);
      incident[next[to[e]]++] = static_cast<std::uint8_t>(e);
    }
  }

  bool is_odd(int v) const { return degree[v] & 1; }
  int other_end(int edge, int v) const { return from[edge] == v ? to[edge] : from[edge]; }
  std::span<const std::uint8_t> edges_at(int v) const {
    return {incident.data() + first[v], static_cast<std::size_t>(first[v + 1] - first[v])};
  }

  std::span<const Edge> edges;
  int places = 0;
  int total = 0;  // length of all edges
  int odd = 0;    // places of odd degree
  std::array<std::uint8_t, kTracks> from, to;
  std::array<std::uint8_t, kPlaces> degree{};
  std::array<int, kPlaces + 1> first;  // of each place, in `incident`
  std::array<std::uint8_t, 2 * kTracks> incident;
};

}  // namespace perron::longest
