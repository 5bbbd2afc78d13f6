#include "server/runtime/thinker.h"

#include <array>

#include "search/levels.h"

namespace perron::server {

namespace {

// Players are made once for each thread: they keep no memory of a game, but buffers.
search::Player& player_of(wire::Level level) {
  thread_local std::array<std::unique_ptr<search::Player>, wire::kLevelNames.size()> players;
  auto& player = players[static_cast<std::size_t>(level)];
  if (!player) player = search::make_level(wire::name_of(level));
  return *player;
}

}  // namespace

Action think(const Question& question) {
  Rng rng(question.seed);
  return player_of(question.level).choose(*question.game, question.view, rng);
}

}  // namespace perron::server
