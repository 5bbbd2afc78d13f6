#include "search/levels.h"

#include <array>

namespace perron::search {
namespace {

struct Level {
  std::string_view name;
  // The player for each family of rules: a plain board, one with passengers, a race.
  std::string_view plain, hunt, race;
};

constexpr std::array<Level, 4> kLevels = {{
    {"easy", "planner:blur=12", "planner:blur=9.5", "planner:blur=1.95"},
    {"medium", "planner:blur=4", "planner:blur=3.3", "planner:blur=1.1"},
    {"hard", "planner", "planner", "planner"},
    {"expert", "ismcts:iterations=500", "ismcts:iterations=500", "ismcts:iterations=4000"},
}};

// Plays with the player for the game's family of rules, which is made when it is first needed.
class LevelPlayer final : public Player {
 public:
  explicit LevelPlayer(const Level& level) : level_(level) {}

  Action choose(const Game& game, const PlayerView& view, Rng& rng) override { return of(game).choose(game, view, rng); }
  Advice advise(const Game& game, const PlayerView& view, Rng& rng) override { return of(game).advise(game, view, rng); }

 private:
  Player& of(const Game& game) {
    const std::size_t family = game.rules().passengers ? 1 : std::holds_alternative<Race>(game.rules().tickets) ? 2 : 0;
    auto& player = players_[family];
    if (!player) player = std::move(*make_player(std::array{level_.plain, level_.hunt, level_.race}[family]));
    return *player;
  }

  const Level& level_;
  std::array<std::unique_ptr<Player>, 3> players_;
};

}  // namespace

std::unique_ptr<Player> make_level(std::string_view name) {
  for (const auto& level : kLevels)
    if (level.name == name) return std::make_unique<LevelPlayer>(level);
  return nullptr;
}

}  // namespace perron::search
