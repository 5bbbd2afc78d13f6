#include "search/player.h"

#include <algorithm>
#include <bit>

#include "search/ismcts.h"
#include "search/options.h"
#include "search/planner.h"

namespace perron {

namespace {

class RandomPlayer final : public Player {
 public:
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    return random_action(game, view.open, view.mine, rng, list_);
  }

 private:
  ActionList list_;
};

// Draws whatever it can and builds only when it must: empties the decks and reaches the rare ends of the rules.
class HoardPlayer final : public Player {
 public:
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    legal(game, view.open, view.mine, list_);
    int draws = 0;
    for (const auto action : list_) draws += action.kind == Kind::draw_blind || action.kind == Kind::draw_row;
    // The list begins with the draws of cards.
    const int count = draws > 0 && rng.below(16) > 0 ? draws : list_.size();
    return list_[static_cast<int>(rng.below(static_cast<std::uint32_t>(count)))];
  }

 private:
  ActionList list_;
};

// The h1 of the 2026 ladder: the payable track with most points; else cards; keeps the fewest and shortest tickets.
// Ties go to the lowest action.
class GreedyPlayer final : public Player {
 public:
  Action choose(const Game& game, const PlayerView& view, Rng&) override {
    legal(game, view.open, view.mine, list_);
    int best = 0;
    for (int i = 1; i < list_.size(); ++i)
      if (worth(game, view, list_[i]) > worth(game, view, list_[best])) best = i;
    return list_[best];
  }

 private:
  // Kinds in tiers, and within a tier what is better.
  static int worth(const Game& game, const PlayerView& view, Action action) {
    switch (action.kind) {
      case Kind::claim: {
        const auto& line = game.tracks[action.a];
        return 10000 + 100 * line.points + 8 * line.length - action.c;
      }
      case Kind::draw_row: {
        const auto card = view.open.row[action.a];
        return card == Color::locomotive ? 5500 : 5000 + view.mine.hand[static_cast<std::size_t>(index(card))];
      }
      case Kind::draw_blind: return game.rules().row ? 4000 : 5000;
      case Kind::draw_tickets: return (tickets_held(view) < 4 ? 3000 : 1) + action.a;  // the first deck of a split is the shorter
      case Kind::swap_tickets: return 2000;
      case Kind::build_station: return 1000 - action.c;
      case Kind::keep_tickets: return 5000 - keep_cost(game, view, action.a);
      case Kind::pay_tunnel: return 200 - action.c;
      case Kind::take_passenger: return 10;
      default: return 0;
    }
  }

  static int tickets_held(const PlayerView& view) {
    const auto& held = view.open.tickets_held[static_cast<std::size_t>(index(view.me))];
    return held[0] + held[1];
  }

  static int keep_cost(const Game& game, const PlayerView& view, unsigned mask) {
    int points = 0;
    for (std::size_t i = 0; i < kOffer; ++i)
      if (mask >> i & 1) points += game.tickets[static_cast<std::size_t>(index(view.mine.offered[i]))].points;
    return 500 * std::popcount(mask) + points;
  }

  ActionList list_;
};

}  // namespace

const std::vector<PlayerKind>& player_kinds() {
  static const std::vector<PlayerKind> kinds = {
      {"random", "a random kind of action, then a random action of that kind"},
      {"h1", "always the payable track with most points, else cards"},
      {"planner", "plans over its tickets; fast"},
      {"ismcts", "searches over worlds that fit what it sees; strong. Options: ms=1000, iterations=N, threads=N, ponder"},
      {"hoard", "draws whatever it can: reaches empty decks, forced passes and other rare ends"},
  };
  return kinds;
}

Result<std::unique_ptr<Player>, std::string> make_player(std::string_view spec) {
  const auto name = spec.substr(0, spec.find(':'));
  PlayerOptions options(spec.substr(std::min(name.size() + 1, spec.size())));
  std::unique_ptr<Player> player;
  if (name == "random") player = std::make_unique<RandomPlayer>();
  if (name == "h1") player = std::make_unique<GreedyPlayer>();
  if (name == "hoard") player = std::make_unique<HoardPlayer>();
  if (name == "planner") {
    double blur = 0;
    options.number("blur", blur, 0.0, 100.0);
    player = std::make_unique<PlannerPlayer>(blur);
  }
  if (name == "ismcts") {
    SearchSettings settings;
    options.number("iterations", settings.iterations, std::int64_t{0}, std::int64_t{1000000000});
    if (settings.iterations > 0) settings.ms = 0;
    options.number("ms", settings.ms, 0, 3600000);
    options.number("threads", settings.threads, 1, 256);
    options.flag("ponder", settings.ponder);
    options.number("explore", settings.explore, 0.0, 100.0);
    options.number("heat", settings.heat, 0.01, 100.0);
    options.number("margin", settings.margin, 0.0, 1.0);
    options.number("scale", settings.scale, 0.1, 1000.0);
    options.number("rivals", settings.rivals, 0, 100);
    options.number("cut", settings.cut, 0, 1000);
    player = make_ismcts(settings);
  }
  if (!player) {
    std::string known;
    for (const auto& kind : player_kinds()) known += (known.empty() ? "" : ", ") + std::string(kind.name);
    return "there is no player \"" + std::string(name) + "\"; the players are " + known;
  }
  if (auto error = options.error(); !error.empty()) return "player " + std::string(spec) + ": " + error;
  return player;
}

}  // namespace perron
