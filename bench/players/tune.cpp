// tune BOARD SEATS GAMES ROUNDS SEED OPPONENT...: looks for better numbers of the planner's sense. Each round changes a few
// of them at random and keeps the change if it wins more on the same deals, twice. "self" as an opponent is the planner as
// it is built in.
#include <cmath>
#include <string>

#include "search/planner.h"
#include "table.h"

using namespace perron;

namespace {

struct Number {
  const char* name;
  float Taste::*field;
  float least, most;
};
constexpr Number kNumbers[] = {
    {"wagon", &Taste::wagon, 0, 3},
    {"card", &Taste::card, 0, 2},
    {"locomotive", &Taste::locomotive, 0.2f, 4},
    {"plan", &Taste::plan, 0.3f, 6},
    {"plan_power", &Taste::plan_power, 0.7f, 2},
    {"needed", &Taste::needed, 0.3f, 2},
    {"wild", &Taste::wild, 0.6f, 4},
    {"surplus", &Taste::surplus, 0, 2},
    {"set", &Taste::set, 0, 0.4f},
    {"known", &Taste::known, 0, 1},
    {"eaten", &Taste::eaten, 0, 2},
    {"full_hand", &Taste::full_hand, 6, 60},
    {"ticket_effort", &Taste::ticket_effort, 0, 2},
    {"ticket_track", &Taste::ticket_track, 0, 2},
    {"ticket_risk", &Taste::ticket_risk, 0.3f, 1.5f},
    {"ticket_draw", &Taste::ticket_draw, -5, 15},
    {"ticket_room", &Taste::ticket_room, 0, 1},
    {"pace", &Taste::pace, 0.2f, 1.2f},
    {"tunnel", &Taste::tunnel, 0, 3},
    {"station", &Taste::station, 0, 2},
    {"longs", &Taste::longs, 0, 4},
    {"focus", &Taste::focus, 0, 3},
    {"swap_effort", &Taste::swap_effort, 0, 0.6f},
    {"swap", &Taste::swap, -2, 12},
};

double uniform(Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1p-53; }

class Tuner {
 public:
  Tuner(const Game& game, std::vector<std::string> field) : game_(game), field_(std::move(field)), best_(taste_of(game)) {}

  // Mostly wins, with a part for the lead, which is less noisy.
  double score(const Taste& taste, int games, std::uint64_t seed) const {
    const bool race = std::holds_alternative<Race>(game_.rules().tickets);
    double sum = 0;
    for (int g = 0; g < games; ++g) {
      const int deal = g / game_.seats, me = g % game_.seats;
      Rng rng(mix64(seed * 31 + static_cast<std::uint64_t>(g)));
      const auto end = tuning::play(game_, seat(taste, deal, me), mix64(seed + static_cast<std::uint64_t>(deal)), rng, [](const State&) {});
      const auto scores = final_scores(game_, end);
      int winners = 0, rival = -1000;
      for (int s = 0; s < game_.seats; ++s) {
        winners += scores.wins(Seat(s));
        if (s != me) rival = std::max<int>(rival, scores.seat[static_cast<std::size_t>(s)].total);
      }
      const double lead = (scores.seat[static_cast<std::size_t>(me)].total - rival) / (race ? 1.5 : 25.0);
      sum += (scores.wins(Seat(me)) ? 0.6 / winners : 0) + 0.4 / (1 + std::exp(-2 * lead));
    }
    return sum / games;
  }

  void round(int number, int games, std::uint64_t seed, Rng& rng) {
    const auto changed = changed_at_random(rng);
    const auto deals = seed * 1000 + static_cast<std::uint64_t>(number), others = deals + 500000;
    const double before = score(best_, games, deals), after = score(changed, games, deals);
    if (after < before + 0.004) return;
    const double before2 = score(best_, games, others), after2 = score(changed, games, others);
    if (after2 <= before2 || after + after2 < before + before2 + 0.012) return;
    best_ = changed;
    std::printf("round %d: %.4f -> %.4f ", number, (before + before2) / 2, (after + after2) / 2);
    for (const auto& n : kNumbers)
      if (best_.*n.field != taste_of(game_).*n.field) std::printf(" %s=%.3f", n.name, static_cast<double>(best_.*n.field));
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  std::vector<std::unique_ptr<Player>> seat(const Taste& taste, int deal, int me) const {
    std::vector<std::unique_ptr<Player>> players;
    for (int s = 0; s < game_.seats; ++s) {
      const auto& name = field_[static_cast<std::size_t>(deal + s) % field_.size()];
      if (s == me) players.push_back(std::make_unique<PlannerPlayer>(0, &taste));
      else if (name == "self") players.push_back(std::make_unique<PlannerPlayer>(0));
      else players.push_back(std::move(*make_player(name)));
    }
    return players;
  }

  Taste changed_at_random(Rng& rng) const {
    auto taste = best_;
    for (auto k = 1 + rng.below(3); k > 0; --k) {
      const auto& n = kNumbers[rng.below(std::size(kNumbers))];
      auto& value = taste.*n.field;
      const double step = std::max(0.25 * (n.most - n.least), std::abs(static_cast<double>(value)));
      value += static_cast<float>((uniform(rng) + uniform(rng) + uniform(rng) - 1.5) * 0.35 * step);
      value = std::clamp(value, n.least, n.most);
    }
    return taste;
  }

  const Game& game_;
  std::vector<std::string> field_;
  Taste best_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return std::fprintf(stderr, "tune BOARD SEATS GAMES ROUNDS SEED OPPONENT...\n"), 2;
  const auto game = tuning::game_of(argv[1], argv[2]);
  std::vector<std::string> field(argv + 6, argv + argc);
  for (const auto& name : field)
    if (name != "self" && !make_player(name)) return std::fprintf(stderr, "there is no player %s\n", name.c_str()), 2;
  const int games = std::atoi(argv[3]), rounds = std::atoi(argv[4]);
  const auto seed = static_cast<std::uint64_t>(std::atoll(argv[5]));
  Tuner tuner(game, std::move(field));
  Rng rng(seed);
  for (int i = 0; i < rounds; ++i) tuner.round(i, games, seed, rng);
}
