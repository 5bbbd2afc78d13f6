// tune BOARD SEATS MINUTES SEED FILE OPPONENT...: tunes the weights of the policy by simultaneous perturbation (SPSA). Each step moves
// every weight a little up or down at random. The moved weights and their mirror image play the same deals against the opponents ("duel":
// against each other; "self": against the built-in planner), and all weights take a step towards the better one. Prints the mean of the
// later steps from time to time. Starts with the last weights of FILE, the output of an earlier run; "-": with the built-in ones.
#include <chrono>
#include <cmath>
#include <fstream>
#include <string>

#include "search/policy/planner.h"
#include "table.h"

using namespace perron;
using namespace perron::search;

namespace {

struct Number {
  const char* name;
  float PolicyWeights::*field;
  float least, most, step;
};
constexpr Number kNumbers[] = {
    {"wagon", &PolicyWeights::wagon, 0, 3, 0.15f},
    {"card", &PolicyWeights::card, 0, 2, 0.1f},
    {"locomotive", &PolicyWeights::locomotive, 0.1f, 4, 0.15f},
    {"plan", &PolicyWeights::plan, 0.3f, 12, 0.5f},
    {"plan_power", &PolicyWeights::plan_power, 0.5f, 2.5f, 0.1f},
    {"needed", &PolicyWeights::needed, 0.3f, 4, 0.2f},
    {"wild", &PolicyWeights::wild, 0.4f, 6, 0.2f},
    {"surplus", &PolicyWeights::surplus, 0, 2, 0.08f},
    {"set", &PolicyWeights::set, 0, 0.4f, 0.03f},
    {"known", &PolicyWeights::known, 0, 1, 0.06f},
    {"eaten", &PolicyWeights::eaten, 0, 2, 0.12f},
    {"full_hand", &PolicyWeights::full_hand, 6, 60, 2.5f},
    {"ticket_effort", &PolicyWeights::ticket_effort, 0, 2, 0.06f},
    {"ticket_track", &PolicyWeights::ticket_track, 0, 2, 0.15f},
    {"ticket_risk", &PolicyWeights::ticket_risk, 0.3f, 2.0f, 0.1f},
    {"ticket_draw", &PolicyWeights::ticket_draw, -5, 15, 0.8f},
    {"ticket_room", &PolicyWeights::ticket_room, 0, 1, 0.06f},
    {"pace", &PolicyWeights::pace, 0.2f, 1.5f, 0.06f},
    {"tunnel", &PolicyWeights::tunnel, 0, 3, 0.2f},
    {"station", &PolicyWeights::station, 0, 2, 0.15f},
    {"longs", &PolicyWeights::longs, 0, 4, 0.25f},
    {"focus", &PolicyWeights::focus, 0, 3, 0.15f},
    {"swap_effort", &PolicyWeights::swap_effort, 0, 0.6f, 0.015f},
    {"swap", &PolicyWeights::swap, -2, 12, 0.6f},
    {"extend", &PolicyWeights::extend, -1, 3, 0.12f},
    {"contest", &PolicyWeights::contest, -2, 4, 0.2f},
    {"contest_both", &PolicyWeights::contest_both, -2, 4, 0.2f},
    {"block", &PolicyWeights::block, -1, 3, 0.12f},
    {"block_both", &PolicyWeights::block_both, -1, 3, 0.12f},
    {"finish", &PolicyWeights::finish, 0, 3, 0.15f},
    {"late", &PolicyWeights::late, 0, 3, 0.2f},
    {"ticket_net", &PolicyWeights::ticket_net, -10, 30, 2.0f},
    {"ticket_free", &PolicyWeights::ticket_free, -10, 20, 1.0f},
    {"detour", &PolicyWeights::detour, -1, 2, 0.06f},
    {"contest_detour", &PolicyWeights::contest_detour, -1, 2, 0.06f},
    {"block_detour", &PolicyWeights::block_detour, -1, 2, 0.04f},
    {"urgent", &PolicyWeights::urgent, -3, 6, 0.3f},
    {"held", &PolicyWeights::held, 0, 2, 0.1f},
    {"way_points", &PolicyWeights::way_points, 0, 2, 0.06f},
    {"loan", &PolicyWeights::loan, 1, 100, 1.5f},
    {"hurry", &PolicyWeights::hurry, -2, 2, 0.1f},
};
constexpr std::size_t kCount = std::size(kNumbers);
using Point = std::array<double, kCount>;  // in steps

class Tuner {
 public:
  Tuner(const Game& game, std::vector<std::string> field, std::uint64_t seed)
      : game_(game), field_(std::move(field)), rng_(seed), seed_(seed) {
    for (std::size_t i = 0; i < kCount; ++i) at_[i] = static_cast<double>(policy_weights_of(game).*kNumbers[i].field) / kNumbers[i].step;
  }

  void begin_with(const char* file) {
    std::ifstream in(file);
    std::string line, last;
    while (std::getline(in, line))
      if (line.starts_with(" .")) last = line;
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto key = " ." + std::string(kNumbers[i].name) + " = ";
      const auto found = last.find(key);
      if (found != std::string::npos) at_[i] = std::atof(last.c_str() + found + key.size()) / static_cast<double>(kNumbers[i].step);
    }
  }

  void run(double minutes) {
    const auto begin = std::chrono::steady_clock::now();
    for (long n = 1;; ++n) {
      step(n);
      const double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / 60;
      if (gone < minutes && n % 1000 != 0) continue;
      print(n, gone);
      if (gone >= minutes) return;
    }
  }

 private:
  // One deal, played with every rotation by both sets of weights.
  void step(long n) {
    Point up = at_, down = at_, sign;
    for (std::size_t i = 0; i < kCount; ++i) {
      sign[i] = rng_.below(2) == 0 ? 1 : -1;
      up[i] += sign[i];
      down[i] -= sign[i];
    }
    const auto deal = mix64(seed_ * 1000003 + static_cast<std::uint64_t>(n));
    const auto better = compare(weights(up), weights(down), static_cast<int>(n), deal);
    const double pace = 0.05 / std::pow(1 + static_cast<double>(n) / 20000, 0.3);
    for (std::size_t i = 0; i < kCount; ++i) {
      at_[i] += pace * better * sign[i];
      at_[i] = std::clamp(at_[i], static_cast<double>(kNumbers[i].least / kNumbers[i].step),
                          static_cast<double>(kNumbers[i].most / kNumbers[i].step));
      mean_[i] += (at_[i] - mean_[i]) * std::max(1.0 / static_cast<double>(n), 1.0 / 30000);
    }
  }

  double compare(const PolicyWeights& up, const PolicyWeights& down, int n, std::uint64_t deal) {
    const auto& name = field_[static_cast<std::size_t>(n) % field_.size()];
    double sum = 0;
    for (const auto me : seats_of(game_)) {
      if (name == "duel") {
        sum += reward(up, &down, name, me, deal);
      } else {
        sum += reward(up, nullptr, name, me, deal) - reward(down, nullptr, name, me, deal);
      }
    }
    return name == "duel" ? 2 * sum - game_.seats : sum;
  }

  // Mostly wins, with a part for the lead, which is less noisy.
  double reward(const PolicyWeights& weights, const PolicyWeights* rival, const std::string& name, Seat me, std::uint64_t deal) {
    std::vector<std::unique_ptr<Player>> players;
    for (const auto s : seats_of(game_)) {
      if (s == me) players.push_back(std::make_unique<PlannerPlayer>(0, &weights));
      else if (rival) players.push_back(std::make_unique<PlannerPlayer>(0, rival));
      else if (name == "self") players.push_back(std::make_unique<PlannerPlayer>(0));
      else players.push_back(std::move(*make_player(name)));
    }
    const bool race = std::holds_alternative<Race>(game_.rules().tickets);
    Rng rng(deal);
    const auto scores = final_scores(game_, tuning::play(game_, players, deal, rng, [](const State&) {}));
    int winners = 0, best = -1000;
    for (const auto s : seats_of(game_)) {
      winners += scores.wins(s);
      if (s != me) best = std::max<int>(best, scores.seat[s].total);
    }
    const double lead = (scores.seat[me].total - best) / (race ? 1.5 : 25.0);
    return (scores.wins(me) ? 0.5 / winners : 0) + 0.5 / (1 + std::exp(-2 * lead));
  }

  PolicyWeights weights(const Point& point) const {
    auto out = policy_weights_of(game_);
    for (std::size_t i = 0; i < kCount; ++i)
      out.*kNumbers[i].field = std::clamp(static_cast<float>(point[i]) * kNumbers[i].step, kNumbers[i].least, kNumbers[i].most);
    return out;
  }

  void print(long n, double minutes) const {
    std::printf("%ld deals, %.1f minutes:\n", n, minutes);
    for (std::size_t i = 0; i < kCount; ++i)
      std::printf(" .%s = %.3ff,", kNumbers[i].name, mean_[i] * static_cast<double>(kNumbers[i].step));
    std::printf("\n");
    std::fflush(stdout);
  }

  const Game& game_;
  std::vector<std::string> field_;
  Rng rng_;
  std::uint64_t seed_;
  Point at_{}, mean_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return std::fprintf(stderr, "tune BOARD SEATS MINUTES SEED FILE OPPONENT...\n"), 2;
  const auto game = tuning::game_of(argv[1], argv[2]);
  std::vector<std::string> field(argv + 6, argv + argc);
  for (const auto& name : field)
    if (name != "self" && name != "duel" && !make_player(name)) return std::fprintf(stderr, "there is no player %s\n", name.c_str()), 2;
  Tuner tuner(game, std::move(field), static_cast<std::uint64_t>(std::atoll(argv[4])));
  tuner.begin_with(argv[5]);
  tuner.run(std::atof(argv[3]));
}
