// Text forms: of an action (print and parse are inverse) and of a position, for people, tests and bug reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/kinds.h"
#include "rules/engine.h"

namespace perron {

// "claim madrid-pamplona.2 white+1", "draw_row 2", "keep_tickets 1 3" (counted from 1 in the order offered), ...
std::string to_text(const Game& game, Action action);
// Nothing if the text is no action of this board. Whether it may be played is another question.
std::optional<Action> action_from_text(const Game& game, std::string_view text);

std::optional<Color> color_from_name(std::string_view name);
std::optional<Place> place_from_id(const Game& game, std::string_view id);
std::optional<Track> track_from_id(const Game& game, std::string_view id);
std::optional<Ticket> ticket_from_id(const Game& game, std::string_view id);

// "2 red, 1 locomotive"
std::string to_text(const Cards& cards);
// What everyone sees, and what one seat sees in addition, a few lines each.
std::string to_text(const Game& game, const Public& open);
std::string to_text(const Game& game, const Public& open, const Private& mine, Seat me);

}  // namespace perron
