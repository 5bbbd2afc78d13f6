#include "search/policy/evaluation.h"

#include <algorithm>
#include <cmath>

#include "rules/graph.h"
#include "rules/modules/race.h"
#include "rules/stations.h"
#include "search/plan/track_graph.h"
#include "search/policy/evaluation_weights.h"
#include "search/policy/passengers.h"

namespace perron::search {
namespace {

constexpr float kPace = 0.7f;  // turns that a wagon lasts

// By how many wagons the seat's longest line exceeds that of every other seat.
float line_lead(const Game& game, const Public& open, Seat seat) {
  int longest = 0;
  for (const auto s : seats_of(game))
    if (s != seat) longest = std::max(longest, longest_line(game, open.tracks[s]));
  return static_cast<float>(std::clamp(longest_line(game, open.tracks[seat]) - longest, -8, 8));
}

}  // namespace

Features features_of(const Game& game, const State& state, Seat seat, const PlanCache& cache) {
  const auto& open = state.open;
  const auto& plan = cache.plan;
  const auto& policy_weights = policy_weights_of(game);
  const float turns = turns_left(game, open, kPace);
  float done = 0, points = 0;
  plan.done.each([&](Ticket ticket) { done += static_cast<float>(worth_of(game, ticket)); });
  plan.tracks.each([&](Track track) { points += static_cast<float>(game.tracks[track].points); });
  const float odds = completion_odds(policy_weights, open.wagons[seat], turns, plan.wagons, plan.effort);
  Features f{};
  f[0] = 1;
  f[1] = open.points[seat];
  f[2] = done;
  f[3] = static_cast<float>(plan.worth);
  f[4] = static_cast<float>(plan.worth) * odds;
  f[5] = static_cast<float>(plan.lost_worth);
  f[6] = static_cast<float>(plan.effort);
  f[7] = points * odds;
  f[8] = static_cast<float>(open.wagons[seat] - plan.wagons);
  f[9] = turns;
  f[10] = open.hand_size[seat];
  f[11] = state.own[seat].hand[Color::locomotive];
  f[12] = game.rules().stations ? static_cast<float>(game.rules().stations->each - stations_built(open, seat)) : 0.0f;
  f[13] = game.rules().passengers ? expected_passenger_points(game, open, seat) : 0.0f;
  f[14] = game.rules().longest_line ? line_lead(game, open, seat) : 0.0f;
  f[15] = static_cast<float>(completed_in_race(open, seat));
  return f;
}

namespace {

const EvaluationWeights& table_of(const Game& game) {
  return game.rules().passengers                              ? kHuntEvaluation
         : std::holds_alternative<Race>(game.rules().tickets) ? kRaceEvaluation
                                                              : kPlainEvaluation;
}

int stage_of(float turns) {
  int stage = 0;
  while (stage < static_cast<int>(kStageEnds.size()) && turns >= kStageEnds[stage]) ++stage;
  return stage;
}

}  // namespace

Evaluation evaluate(const Game& game, const State& state, PerSeat<PlanCache>& caches) {
  const auto& policy_weights = policy_weights_of(game);
  const int stage = stage_of(turns_left(game, state.open, kPace));
  const auto& weights = table_of(game).weights[stage];
  Evaluation out;
  float most = -1e9f;
  for (const auto s : seats_of(game)) {
    refresh(game, state.open, state.own[s], s, policy_weights, PolicyMode::rollout, caches[s]);
    const auto features = features_of(game, state, s, caches[s]);
    for (int i = 0; i < kFeatures; ++i) out.points[s] += weights[i] * features[i];
    most = std::max(most, out.points[s]);
  }
  float sum = 0;
  for (const auto s : seats_of(game)) sum += out.win[s] = std::exp((out.points[s] - most) / table_of(game).scale[stage]);
  for (const auto s : seats_of(game)) out.win[s] /= sum;
  return out;
}

}  // namespace perron::search
