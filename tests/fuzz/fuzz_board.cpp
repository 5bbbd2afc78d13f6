// Fuzzes the reader of boards. A board that it accepts must also play: a random game to its end for every number of seats, with
// the checks of the kit on the way, and its record must be read back.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "content/board_reader.h"
#include "support/kit.h"

namespace perron {
namespace {

// A row can be thrown away very many times in a row where nearly all cards are locomotives: such games are left alone.
constexpr int kMostDeals = 20000;
constexpr int kMostDecisions = 5000;

void play(const Game& game, std::uint64_t seed) {
  Rng rng(seed);
  State state = start(game, Seat(rng.below(static_cast<std::uint32_t>(game.seats))));
  kit::Played played{state.open.first, {}, state};
  const auto scratch = std::make_unique<ActionList>();
  int deals = 0, decisions = 0;
  while (!kit::ended(game, state)) {
    const auto fault = kit::conserved(game, state) + (rng.below(16) == 0 ? kit::check_node(game, state, kit::Depth::quick, rng) : "");
    if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
    CHECK(fault.empty());
    const auto& mine = state.own[state.open.to_move];
    const auto action = is_chance(state.open) ? random_deal(game, state, rng) : random_action(game, state.open, mine, rng, *scratch);
    ++(is_deal(action.kind) ? deals : decisions);
    if (deals > kMostDeals) return;
    CHECK(decisions < kMostDecisions);
    played.actions.push_back(action);
    apply(game, state, action);
  }
  final_scores(game, state);
  const auto text = kit::record_of(game, played, "", "");
  const auto record = read_record(text, [&](const std::string&) -> Result<Board, std::string> { return game.board; });
  CHECK(record && record->last == state);
}

}  // namespace
}  // namespace perron

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perron;
  auto board = read_board({reinterpret_cast<const char*>(data), size});
  if (!board) {
    for (const auto& error : board.error()) CHECK(!error.message.empty());
    return 0;
  }
  Hash hash;
  hash.add_bytes(data, size);
  for (int seats = board->rules.players_min; seats <= board->rules.players_max; ++seats) play(make_game(*board, seats), hash.value());
  return 0;
}
