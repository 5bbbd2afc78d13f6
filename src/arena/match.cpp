#include "arena/match.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "base/rng.h"

namespace perron::arena {
namespace {

constexpr std::size_t kMaxLineups = 120;  // on one deal; beyond that random ones

// All choices of `size` players in lexicographic order; none if there are more than kMaxLineups.
std::vector<std::vector<int>> combinations(int players, int size) {
  std::vector<std::vector<int>> out;
  std::vector<int> now(static_cast<std::size_t>(size));
  std::iota(now.begin(), now.end(), 0);
  while (out.size() <= kMaxLineups) {
    out.push_back(now);
    int i = size - 1;
    while (i >= 0 && now[i] == players - size + i) --i;
    if (i < 0) return out;
    std::iota(now.begin() + i, now.end(), now[i] + 1);
  }
  return {};
}

}  // namespace

std::string text(const Shard& shard) { return std::to_string(shard.number) + "/" + std::to_string(shard.of); }

std::optional<Shard> read_shard(const std::string& text) {
  long long number = 0, of = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lld/%lld%c", &number, &of, &rest) != 2 || number < 1 || number > of) return std::nullopt;
  return Shard{number, of};
}

Schedule::Schedule(const Match& match)
    : players_(static_cast<int>(match.players.size())),
      seats_(match.seats),
      seed_(match.seed),
      all_(combinations(static_cast<int>(match.players.size()), match.seats)) {
  per_deal_ = all_.empty() ? players_ : static_cast<std::int64_t>(all_.size());
}

std::vector<int> Schedule::lineup(std::int64_t unit) const { return all_.empty() ? window(unit) : all_[unit % per_deal_]; }

// The field in a random ring for each deal; a line-up is the players from one place of the ring on.
std::vector<int> Schedule::window(std::int64_t unit) const {
  std::vector<int> ring(static_cast<std::size_t>(players_));
  std::iota(ring.begin(), ring.end(), 0);
  Rng rng(mix64(seed_ ^ 0x6669656c64) + static_cast<std::uint64_t>(deal(unit)));
  shuffle(std::span(ring), rng);
  std::ranges::rotate(ring, ring.begin() + unit % per_deal_);
  ring.resize(static_cast<std::size_t>(seats_));
  std::ranges::sort(ring);
  return ring;
}

}  // namespace perron::arena
