#include "search/player.h"

#include <algorithm>

#include "search/baselines/ladder.h"
#include "search/baselines/playtest.h"
#include "search/levels.h"
#include "search/options.h"
#include "search/policy/planner.h"
#include "search/tree/ismcts.h"

namespace perron::search {

namespace {

class RandomPlayer final : public Player {
 public:
  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    return random_action(game, view.open, view.mine, rng, list_);
  }

 private:
  ActionList list_;
};

// Draws whenever it can and builds only when it must: empties the decks and reaches rare cases of the rules.
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

}  // namespace

const std::vector<PlayerKind>& player_kinds() {
  static const std::vector<PlayerKind> kinds = {
      {"easy", "a level: sensible, but often mistaken"},
      {"medium", "a level: a fair opponent"},
      {"hard", "a level: plans well"},
      {"expert", "a level: searches, and answers within a second"},
      {"ismcts", "searches over worlds that fit what it sees. Options: ms=1000, iterations=N, threads=N, ponder"},
      {"planner", "plans over its tickets; fast. Options: blur=POINTS makes it err"},
      {"h4", "h3, and claims what would join two parts of an opponent's network"},
      {"h3", "h2, and values cards, its network, the endgame and tickets by their odds"},
      {"h2", "plans the cheapest tree over its tickets and claims what is worth most for it"},
      {"h1", "always the payable track with most points, else cards"},
      {"hungry", "draws tickets as long as the plan for them all leaves wagons, then builds it"},
      {"onestep", "always the next track of its most valuable ticket that it can still complete"},
      {"longroute", "onestep over long tracks only, with its first tickets"},
      {"path", "claims the tracks of its tickets in the order of their points, draws blind"},
      {"random", "a random kind of action, then a random action of that kind"},
      {"hoard", "draws whatever it can: reaches empty decks, forced passes and other rare ends"},
  };
  return kinds;
}

namespace {

SearchSettings read_search_settings(PlayerOptions& options) {
  SearchSettings settings;
  options.number("iterations", settings.iterations, std::int64_t{0}, std::int64_t{1000000000});
  if (settings.iterations > 0) settings.ms = 0;
  options.number("ms", settings.ms, 0, 3600000);
  options.number("threads", settings.threads, 1, 256);
  options.flag("ponder", settings.ponder);
  options.number("explore", settings.explore, 0.0, 100.0);
  options.number("heat", settings.heat, 0.0, 100.0);
  options.number("width", settings.width, 1, 64);
  options.number("regret", settings.regret, -1.0, 1.0);
  options.number("trust", settings.trust, -1.0, 100000.0);
  options.number("draw_trust", settings.draw_trust, 0.0, 100000.0);
  options.number("ticket_trust", settings.ticket_trust, 0.0, 100000.0);
  options.number("plan_trust", settings.plan_trust, -1.0, 100000.0);
  options.number("plans", settings.plans, 0, 64);
  options.number("margin", settings.margin, -1.0, 1.0);
  options.number("scale", settings.scale, 0.0, 1000.0);
  options.number("rivals", settings.rivals, 0, 100);
  options.number("cut", settings.cut, -1, 1000);
  options.flag("check", settings.check);
  options.number("draws", settings.sampling.burn_in, 1, 100);
  options.number("steps", settings.sampling.thinning, 1, 100);
  options.number("sense", settings.sampling.temperature, 0.01, 1000.0);
  return settings;
}

std::string names_of_kinds() {
  std::string names;
  for (const auto& kind : player_kinds()) names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return names;
}

}  // namespace

Result<std::unique_ptr<Player>, std::string> make_player(std::string_view spec) {
  const auto name = spec.substr(0, spec.find(':'));
  PlayerOptions options(spec.substr(std::min(name.size() + 1, spec.size())));
  std::unique_ptr<Player> player;
  bool unlimited = false;
  if (name == "random") player = std::make_unique<RandomPlayer>();
  if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '4') player = make_ladder_player(name[1] - '0');
  if (auto playtester = make_playtest_player(name)) player = std::move(playtester);
  if (name == "hoard") player = std::make_unique<HoardPlayer>();
  if (auto level = make_level(name)) player = std::move(level);
  if (name == "planner") {
    double blur = 0;
    options.number("blur", blur, 0.0, 100.0);
    player = std::make_unique<PlannerPlayer>(blur);
  }
  if (name == "ismcts") {
    const auto settings = read_search_settings(options);
    unlimited = settings.ms == 0 && settings.iterations == 0;
    player = make_ismcts(settings);
  }
  if (!player) return "there is no player \"" + std::string(name) + "\"; the players are " + names_of_kinds();
  if (unlimited) return "player " + std::string(spec) + ": ms=0 is no limit of time, so iterations=N is needed";
  if (auto error = options.error(); !error.empty()) return "player " + std::string(spec) + ": " + error;
  return player;
}

}  // namespace perron::search
