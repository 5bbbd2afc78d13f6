#include "search/policy/evaluation.h"

#include <algorithm>
#include <cmath>

#include "rules/graph.h"
#include "rules/modules/race.h"
#include "rules/stations.h"
#include "rules/turn.h"
#include "search/plan/track_graph.h"
#include "search/policy/evaluation_weights.h"
#include "search/policy/passengers.h"

namespace perron::search {
namespace {

constexpr float kPace = 0.7f;  // turns that a wagon lasts

// By how many wagons the own line is longer than the longest of the others.
float line_lead(const Game& game, const Public& open, Seat seat) {
  int longest = 0;
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s)
    if (s != at(seat)) longest = std::max(longest, longest_line(game, open.tracks[s]));
  return static_cast<float>(std::clamp(longest_line(game, open.tracks[at(seat)]) - longest, -8, 8));
}

}  // namespace

Features features_of(const Game& game, const State& state, Seat seat, const PlanCache& cache) {
  const auto& open = state.open;
  const auto s = at(seat);
  const auto& plan = cache.plan;
  const auto& weights = policy_weights_of(game);
  const float turns = turns_left(game, open, kPace);
  float done = 0, points = 0;
  plan.done.each([&](int t) { done += static_cast<float>(worth_of(game, t)); });
  plan.tracks.each([&](int t) { points += static_cast<float>(game.tracks[static_cast<std::size_t>(t)].points); });
  const float odds = completion_odds(weights, open.wagons[s], turns, plan.wagons, plan.effort);
  Features f{};
  f[0] = 1;
  f[1] = open.points[s];
  f[2] = done;
  f[3] = static_cast<float>(plan.worth);
  f[4] = static_cast<float>(plan.worth) * odds;
  f[5] = static_cast<float>(plan.lost_worth);
  f[6] = static_cast<float>(plan.effort);
  f[7] = points * odds;
  f[8] = static_cast<float>(open.wagons[s] - plan.wagons);
  f[9] = turns;
  f[10] = open.hand_size[s];
  f[11] = state.own[s].hand[kPlainColors];
  f[12] = game.rules().stations ? static_cast<float>(game.rules().stations->each - stations_built(open, seat)) : 0.0f;
  f[13] = game.rules().passengers ? expected_passenger_points(game, open, seat) : 0.0f;
  f[14] = game.rules().longest_line ? line_lead(game, open, seat) : 0.0f;
  f[15] = static_cast<float>(completed_in_race(open, seat));
  return f;
}

namespace {

const EvaluationWeights& table_of(const Game& game) {
  return game.rules().passengers ? kHuntEvaluation : std::holds_alternative<Race>(game.rules().tickets) ? kRaceEvaluation : kPlainEvaluation;
}

std::size_t stage_of(float turns) {
  std::size_t stage = 0;
  while (stage < kStageEnds.size() && turns >= kStageEnds[stage]) ++stage;
  return stage;
}

}  // namespace

Evaluation evaluate(const Game& game, const State& state, std::array<PlanCache, kSeats>& caches) {
  const auto& weights = policy_weights_of(game);
  const auto seats = static_cast<std::size_t>(game.seats);
  const auto stage = stage_of(turns_left(game, state.open, kPace));
  const auto& weights = table_of(game).weights[stage];
  Evaluation out;
  float most = -1e9f;
  for (std::size_t s = 0; s < seats; ++s) {
    refresh(game, state.open, state.own[s], Seat(s), weights, PolicyMode::rollout, caches[s]);
    const auto features = features_of(game, state, Seat(s), caches[s]);
    for (std::size_t i = 0; i < kFeatures; ++i) out.points[s] += weights[i] * features[i];
    most = std::max(most, out.points[s]);
  }
  float sum = 0;
  for (std::size_t s = 0; s < seats; ++s) sum += out.win[s] = std::exp((out.points[s] - most) / table_of(game).scale[stage]);
  for (std::size_t s = 0; s < seats; ++s) out.win[s] /= sum;
  return out;
}

}  // namespace perron::search
