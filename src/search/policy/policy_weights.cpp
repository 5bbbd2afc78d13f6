#include "search/policy/policy_weights.h"

namespace perron::search {

namespace {

constexpr PolicyWeights kPlain{
    .wagon = 1.377f,
    .card = 0.213f,
    .locomotive = 1.427f,
    .plan = 11.085f,
    .plan_power = 1.182f,
    .needed = 3.858f,
    .wild = 1.310f,
    .surplus = 0.151f,
    .set = 0.330f,
    .known = 0.231f,
    .eaten = 1.723f,
    .full_hand = 16.181f,
    .ticket_effort = 0.257f,
    .ticket_track = 0.725f,
    .ticket_risk = 1.652f,
    .ticket_draw = 5.698f,
    .ticket_room = 0.498f,
    .pace = 0.680f,
    .tunnel = 1.663f,
    .station = 1.491f,
    .extend = 0.452f,
    .contest = 1.019f,
    .contest_both = 3.482f,
    .block = 0.134f,
    .block_both = -0.692f,
    .finish = 2.741f,
    .late = 0.085f,
    .ticket_net = -4.793f,
    .ticket_free = -6.815f,
    .detour = -0.596f,
    .contest_detour = 0.973f,
    .block_detour = -0.064f,
    .urgent = -2.361f,
    .held = 0.612f,
    .way_points = 0.909f,
    .loan = 18.923f,
    .hurry = -0.002f,
};
constexpr PolicyWeights kHunt{
    .wagon = 1.443f,
    .card = 0.818f,
    .locomotive = 0.774f,
    .plan = 5.77f,
    .plan_power = 0.608f,
    .needed = 2.391f,
    .wild = 0.511f,
    .surplus = 0.12f,
    .set = 0.154f,
    .known = 0.053f,
    .eaten = 1.634f,
    .full_hand = 17.54f,
    .ticket_effort = 0.475f,
    .ticket_track = 0.146f,
    .ticket_risk = 1.011f,
    .ticket_draw = 3.008f,
    .ticket_room = 0.518f,
    .pace = 0.796f,
    .longs = 3.85f,
    .extend = -0.017f,
    .contest = -0.987f,
    .contest_both = -0.76f,
    .block = 0.232f,
    .block_both = -0.16f,
    .finish = 0.432f,
    .late = 0.898f,
    .ticket_net = 0.706f,
    .ticket_free = 1.962f,
    .detour = -0.015f,
    .contest_detour = -0.473f,
    .block_detour = -0.059f,
    .urgent = -0.022f,
    .held = 2.0f,
    .hurry = 0.112f,
};
constexpr PolicyWeights kRace{
    .wagon = 1.05f,
    .card = 0.46f,
    .locomotive = 0.94f,
    .plan = 1.54f,
    .plan_power = 2.0f,
    .needed = 0.58f,
    .wild = 0.6f,
    .surplus = 0.3f,
    .set = 0.05f,
    .full_hand = 16.5f,
    .focus = 1.05f,
    .swap_effort = 0.066f,
    .held = 2.0f,
};

}  // namespace

const PolicyWeights& policy_weights_of(const Game& game) {
  return game.rules().passengers ? kHunt : std::holds_alternative<Race>(game.rules().tickets) ? kRace : kPlain;
}

}  // namespace perron::search
