#include "arena/perft.h"

#include <algorithm>

#include "notation/text.h"

namespace perron::arena {

State settle(const Game& game, State state, std::uint64_t seed) {
  while (is_chance(state.open)) {
    Rng rng(hash_of(state) ^ mix64(seed));
    apply(game, state, random_deal(game, state, rng));
  }
  return state;
}

namespace {

std::uint64_t count(const Game& game, const State& state, int depth, Chance chance, std::uint64_t seed, std::vector<ActionList>& lists) {
  if (depth == 0) return 1;
  if (is_over(state.open)) return 0;
  std::uint64_t sum = 0;
  const auto go = [&](Action action) {
    State next = state;
    apply(game, next, action);
    if (chance == Chance::seeded) next = settle(game, next, seed);
    sum += count(game, next, depth - 1, chance, seed, lists);
  };
  if (is_chance(state.open)) {
    OutcomeList list;
    outcomes(game, state, list);
    for (const auto& outcome : list) go(outcome.action);
  } else {
    auto& list = lists[static_cast<std::size_t>(depth) - 1];
    legal(game, state.open, state.own[state.open.to_move], list);
    for (const auto action : list) go(action);
  }
  return sum;
}

}  // namespace

std::uint64_t count_positions(const Game& game, const State& state, int depth, Chance chance, std::uint64_t seed) {
  std::vector<ActionList> lists(static_cast<std::size_t>(std::max(depth, 1)));
  return count(game, chance == Chance::seeded ? settle(game, state, seed) : state, depth, chance, seed, lists);
}

Result<State, std::string> play_line(const Game& game, State state, std::string_view line, Chance chance, std::uint64_t seed) {
  if (chance == Chance::seeded) state = settle(game, state, seed);
  while (!line.empty()) {
    const auto end = std::min(line.find('/'), line.size());
    auto text = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    if (text.empty()) continue;
    const auto action = action_from_text(game, text);
    if (!action) return "\"" + std::string(text) + "\" is no action of this board";
    if (is_deal(action->kind)) {
      if (!can_be_dealt(game, state, *action)) return "\"" + std::string(text) + "\" can't be dealt here";
    } else {
      const auto& mine = state.own[state.open.to_move];
      if (const auto refusal = why_not(game, state.open, mine, state.open.to_move, *action))
        return "\"" + std::string(text) + "\" is refused: " + std::string(text_of(*refusal).sentence);
    }
    apply(game, state, *action);
    if (chance == Chance::seeded) state = settle(game, state, seed);
  }
  return state;
}

}  // namespace perron::arena
