#include "support/twins.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace perron::twins {

namespace {

int walk_on(std::span<const Edge> edges, std::vector<char>& used, int place) {
  int best = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (used[e] || (edges[e].a != place && edges[e].b != place)) continue;
    used[e] = 1;
    best = std::max(best, edges[e].length + walk_on(edges, used, edges[e].a == place ? edges[e].b : edges[e].a));
    used[e] = 0;
  }
  return best;
}

std::vector<int> places_of(std::span<const Edge> edges) {
  std::vector<int> out;
  for (const auto& edge : edges) out.insert(out.end(), {edge.a, edge.b});
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Whether the chosen edges hang together.
bool connected(std::span<const Edge> edges, const std::vector<char>& chosen) {
  std::vector<int> reached;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (!chosen[e]) continue;
      const auto has = [&](int place) { return std::ranges::find(reached, place) != reached.end(); };
      if (reached.empty()) reached.push_back(edges[e].a);
      if (has(edges[e].a) == has(edges[e].b)) continue;
      reached.push_back(has(edges[e].a) ? edges[e].b : edges[e].a);
      more = true;
    }
  }
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (chosen[e] && std::ranges::find(reached, edges[e].a) == reached.end()) return false;
  return true;
}

}  // namespace

int longest_by_walking(std::span<const Edge> edges) {
  std::vector<char> used(edges.size(), 0);
  int best = 0;
  for (const int place : places_of(edges)) best = std::max(best, walk_on(edges, used, place));
  return best;
}

int longest_by_subsets(std::span<const Edge> edges) {
  const auto places = places_of(edges);
  std::vector<std::uint32_t> ends;
  for (const auto& edge : edges) {
    const auto bit = [&](int place) { return 1u << (std::ranges::find(places, place) - places.begin()); };
    ends.push_back(bit(edge.a) | bit(edge.b));
  }
  int best = 0;
  for (std::uint32_t set = 1; set < (1u << edges.size()); ++set) {
    std::uint32_t odd = 0;
    int length = 0;
    for (auto rest = set; rest != 0; rest &= rest - 1) {
      const int e = std::countr_zero(rest);
      odd ^= ends[e];
      length += edges[e].length;
    }
    if (length <= best || std::popcount(odd) > 2) continue;
    std::vector<char> chosen;
    for (std::size_t e = 0; e < edges.size(); ++e) chosen.push_back(static_cast<char>(set >> e & 1));
    if (connected(edges, chosen)) best = length;
  }
  return best;
}

Bound longest_by_matching(std::span<const Edge> edges) {
  const auto places = places_of(edges);
  const auto n = places.size();
  const auto number = [&](int place) { return static_cast<std::size_t>(std::ranges::find(places, place) - places.begin()); };
  constexpr int far = 1 << 20;
  std::vector<std::vector<int>> distance(n, std::vector<int>(n, far)), first_edge(n, std::vector<int>(n, -1));
  std::vector<int> degree(n, 0);
  int total = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto a = number(edges[e].a), b = number(edges[e].b);
    ++degree[a], ++degree[b];
    total += edges[e].length;
    if (edges[e].length >= distance[a][b]) continue;
    distance[a][b] = distance[b][a] = edges[e].length;
    first_edge[a][b] = first_edge[b][a] = static_cast<int>(e);
  }
  for (std::size_t i = 0; i < n; ++i) distance[i][i] = 0;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (distance[i][k] + distance[k][j] < distance[i][j]) {
          distance[i][j] = distance[i][k] + distance[k][j];
          first_edge[i][j] = first_edge[i][k];
        }
  std::vector<std::size_t> odd;
  for (std::size_t i = 0; i < n; ++i)
    if (degree[i] % 2) odd.push_back(i);
  if (odd.empty()) return {total, true};
  // The cheapest way to pair all odd places but two, over sets of places that are paired.
  const std::size_t sets = std::size_t{1} << odd.size();
  std::vector<int> cost(sets, far);
  std::vector<std::pair<std::size_t, std::size_t>> pair_of(sets);
  cost[0] = 0;
  for (std::size_t set = 1; set < sets; ++set) {
    if (std::popcount(set) % 2) continue;
    const auto i = static_cast<std::size_t>(std::countr_zero(set));
    for (std::size_t j = i + 1; j < odd.size(); ++j) {
      if (!(set >> j & 1)) continue;
      const auto rest = set & ~(std::size_t{1} << i) & ~(std::size_t{1} << j);
      if (cost[rest] + distance[odd[i]][odd[j]] >= cost[set]) continue;
      cost[set] = cost[rest] + distance[odd[i]][odd[j]];
      pair_of[set] = {i, j};
    }
  }
  int loss = far;
  for (std::size_t set = 0; set < sets; ++set)
    if (std::popcount(set) + 2 == static_cast<int>(odd.size())) loss = std::min(loss, cost[set]);
  Bound out{total - loss, false};
  // Is what remains in one piece? Then it is a line.
  for (std::size_t ends = 0; ends < sets && !out.exact; ++ends) {
    if (std::popcount(ends) + 2 != static_cast<int>(odd.size()) || cost[ends] != loss) continue;
    std::vector<char> chosen(edges.size(), 1);
    for (auto set = ends; set != 0;) {
      const auto [i, j] = pair_of[set];
      for (auto v = odd[i]; v != odd[j];) {
        const int e = first_edge[v][odd[j]];
        chosen[e] = static_cast<char>(!chosen[e]);
        v = v == number(edges[e].a) ? number(edges[e].b) : number(edges[e].a);
      }
      set &= ~(std::size_t{1} << i) & ~(std::size_t{1} << j);
    }
    out.exact = connected(edges, chosen);
  }
  return out;
}

bool joins(const Board& board, const TrackSet& tracks, const TicketFacts& ticket) {
  const auto counts_as = [&](Place place, Place end) {
    const auto& facts = board.places[place];
    return place == end || (facts.kind == PlaceKind::terminal && facts.country == end);
  };
  for (const auto from : board.places.ids()) {
    if (!counts_as(from, ticket.a)) continue;
    PlaceSet reached;
    std::vector<Place> queue = {from};
    reached.set(from);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (counts_as(queue[i], ticket.b)) return true;
      for (const auto t : board.tracks.ids()) {
        if (!tracks.test(t)) continue;
        const auto a = board.tracks[t].a, b = board.tracks[t].b;
        if (a != queue[i] && b != queue[i]) continue;
        const auto next = a == queue[i] ? b : a;
        if (!reached.test(next)) queue.push_back(next);
        reached.set(next);
      }
    }
  }
  return false;
}

TicketSum sum_of(const Board& board, const TrackSet& tracks, const TicketSet& tickets) {
  TicketSum out;
  tickets.each([&](Ticket t) {
    const auto& facts = board.tickets[t];
    const bool done = joins(board, tracks, facts);
    out.points += done ? facts.points : -facts.points;
    out.completed += done;
  });
  return out;
}

TicketSum best_loans(const Board& board, const State& state, Seat seat) {
  const auto& open = state.open;
  std::vector<std::vector<Track>> loans;  // by station, kNoTrack: none
  for (const auto city : open.stations[seat]) {
    if (city == kNoPlace) continue;
    loans.push_back({kNoTrack});
    for (const auto s : ids<Seat>(kSeats)) {
      if (s == seat) continue;
      open.tracks[s].each([&](Track t) {
        if (board.tracks[t].a == city || board.tracks[t].b == city) loans.back().push_back(t);
      });
    }
  }
  std::vector<std::size_t> choice(loans.size(), 0);
  auto best = sum_of(board, open.tracks[seat], state.own[seat].tickets);
  while (true) {
    auto tracks = open.tracks[seat];
    for (std::size_t i = 0; i < loans.size(); ++i)
      if (loans[i][choice[i]] != kNoTrack) tracks.set(loans[i][choice[i]]);
    best = std::max(best, sum_of(board, tracks, state.own[seat].tickets));
    std::size_t i = 0;
    while (i < loans.size() && ++choice[i] == loans[i].size()) choice[i++] = 0;
    if (i == loans.size()) return best;
  }
}

namespace {

// Spreads from a place along the tracks.
PlaceSet reached_from(const Board& board, const TrackSet& tracks, Place place) {
  PlaceSet reached;
  reached.set(place);
  for (bool more = true; more;) {
    more = false;
    tracks.each([&](Track t) {
      const auto a = board.tracks[t].a, b = board.tracks[t].b;
      if (reached.test(a) == reached.test(b)) return;
      reached.set(a);
      reached.set(b);
      more = true;
    });
  }
  return reached;
}

bool all_joined(const Board& board, const TrackSet& tracks, std::span<const PlaceSet> terminals) {
  bool joined = false;
  terminals[0].each([&](Place place) {
    const auto reached = reached_from(board, tracks, place);
    joined |= std::ranges::all_of(terminals, [&](const auto& terminal) { return (terminal & reached).any(); });
  });
  return joined;
}

}  // namespace

int cheapest_tree(const Board& board, const TrackSet& own, const TrackSet& open, std::span<const PlaceSet> terminals) {
  std::vector<Track> tracks;
  open.each([&](Track t) { tracks.push_back(t); });
  int best = -1;
  for (std::uint32_t set = 0; set < std::uint32_t{1} << tracks.size(); ++set) {
    TrackSet laid = own;
    int wagons = 0;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      if (!(set >> i & 1)) continue;
      laid.set(tracks[i]);
      wagons += board.tracks[tracks[i]].length;
    }
    if ((best < 0 || wagons < best) && all_joined(board, laid, terminals)) best = wagons;
  }
  return best;
}

}  // namespace perron::twins
