#include "arena/search_signature.h"

#include <cmath>
#include <map>
#include <memory>

#include "base/check.h"
#include "base/hash.h"
#include "dealer/playout.h"
#include "search/player.h"

namespace perron::arena {
namespace {

// Random games for each number of seats: a search takes a thousand times as long as a heuristic.
constexpr std::uint64_t kGames = 20, kGamesOfSearch = 1;

bool searches(std::string_view player) { return player == "expert" || player.starts_with("ismcts"); }

// One decision of each phase that occurs in a random game, with more than one legal action; each is equally likely.
std::map<Phase, State> positions(const Game& game, std::uint64_t seed) {
  std::map<Phase, State> out;
  std::map<Phase, std::uint32_t> seen;
  const auto scratch = std::make_unique<ActionList>(), list = std::make_unique<ActionList>();
  Rng rng(seed);
  random_game(game, seed, *scratch, [&](const State& state, Action) {
    if (is_chance(state.open)) return;
    legal(game, state.open, state.own[state.open.to_move], *list);
    if (list->size() > 1 && rng.below(++seen[state.open.phase]) == 0) out.insert_or_assign(state.open.phase, state);
  });
  return out;
}

void add(Hash& hash, Action action) {
  hash.add(static_cast<std::uint64_t>(action.kind) | static_cast<std::uint64_t>(action.a) << 8 |
           static_cast<std::uint64_t>(action.b) << 16 | static_cast<std::uint64_t>(action.c) << 24);
}

// Rounded: the last bits of a sum may differ between processors, because the C library selects other instructions.
void add(Hash& hash, double part) { hash.add(static_cast<std::uint64_t>(std::llround(part * 1e6))); }

void add(Hash& hash, const search::Advice& advice) {
  add(hash, advice.action);
  hash.add(static_cast<std::uint64_t>(advice.iterations));
  hash.add(static_cast<std::uint64_t>(advice.determinizations));
  for (const auto& candidate : advice.candidates) {
    add(hash, candidate.action);
    add(hash, candidate.share);
    add(hash, candidate.win);
  }
}

}  // namespace

std::vector<std::string> signed_players() {
  std::vector<std::string> out;
  for (const auto& kind : search::player_kinds()) out.emplace_back(kind.name == "ismcts" ? "ismcts:iterations=200" : kind.name);
  return out;
}

std::uint64_t search_signature(const std::vector<Game>& games, std::string_view player) {
  auto made = search::make_player(player);
  CHECK(made);
  Hash hash;
  for (const auto& game : games)
    for (std::uint64_t seed = 0; seed < (searches(player) ? kGamesOfSearch : kGames); ++seed)
      for (const auto& [phase, state] : positions(game, seed)) {
        Rng rng(seed);
        add(hash, (*made)->advise(game, observe(state, state.open.to_move), rng));
        hash.add(rng.next());  // how much the player uses its generator is behaviour, too
      }
  return hash.value();
}

}  // namespace perron::arena
