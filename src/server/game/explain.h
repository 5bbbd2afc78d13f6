// Help for people, from what a seat sees: why not, what it costs, how likely, which way. No rule of its own, and no secret: its
// only input is a view.
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

// The chances that a tunnel asks for 0, 1, 2, ... more cards, if cards of this colour are laid (locomotive: those alone).
std::vector<double> tunnel_odds(const Game& game, const PlayerView& view, Color laid);

}  // namespace perron::server
