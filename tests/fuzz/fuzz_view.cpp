// Fuzzes the reader of views and the check behind it: any bytes may come. A view that passes can be played from, and is the
// same when it is written and read again. The first line names the board.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "base/check.h"
#include "base/json.h"
#include "rules/check_view.h"
#include "support/kit.h"
#include "wire/view_json.h"

namespace {

using namespace perron;

const Game* game_of(std::string_view name, std::size_t seats) {
  static std::map<std::pair<std::string, std::size_t>, Game> games;
  if (games.empty())
    for (const auto& board : kit::board_names())
      for (auto& game : kit::games_of(board)) {
        const auto size = static_cast<std::size_t>(game.seats);
        games.emplace(std::pair(board, size), std::move(game));
      }
  const auto it = games.find({std::string(name), seats});
  return it == games.end() ? nullptr : &it->second;
}

void play_on(const Game& game, const PlayerView& view) {
  static ActionList list;
  Rng rng(1);
  legal(game, view.open, view.mine, list);
  State world = sample(game, view, rng);
  CHECK(observe(world, view.me) == view);
  for (int n = 0; n < 500 && !is_over(world.open); ++n) {
    const auto& mine = world.own[world.open.to_move];
    apply(game, world, is_chance(world.open) ? random_deal(game, world, rng) : random_action(game, world.open, mine, rng, list));
  }
  CHECK(kit::conserved(game, world).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto end = std::min(text.find('\n'), text.size());
  const auto json = parse_json(text.substr(std::min(end + 1, text.size())));
  if (!json || !json->is_object() || !json->contains("seats")) return 0;
  const auto* game = game_of(text.substr(0, end), json->at("seats").size());
  if (!game) return 0;
  const auto view = view_from_json(game->board, game->seats, *json);
  if (!view) {
    CHECK(!view.error().empty() && !view.error()[0].message.empty());
    return 0;
  }
  if (!check_view(*game, *view).empty()) return 0;
  const auto again = view_from_json(game->board, game->seats, nlohmann::json(view_json(game->board, game->seats, *view)));
  CHECK(again && *again == *view);
  play_on(*game, *view);
  return 0;
}
