// Help for people, from what a seat sees: why an action is illegal, what it costs, the odds, the shortest way. Has no rules of its own
// and sees no secrets: its only input is a view.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/view.h"
#include "rules/game.h"
#include "wire/request.h"

namespace perron::server {

// The answer to a request (docs/protocol.md); empty: there is no such track, place or ticket.
std::string explain(const Game& game, const PlayerView& view, const wire::Explain& request, std::string_view id);

// The probabilities that a tunnel asks for 0, 1, 2, ... extra cards when cards of this colour are played (locomotive: only those).
std::vector<double> tunnel_odds(const Game& game, const PlayerView& view, Color laid);

}  // namespace perron::server
