// What a seat sees as JSON, and back: for outside programs and browsers (docs/engine-protocol.md). Knows boards and views
// only: it cannot name a State, so nothing hidden can be written.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "model/board.h"
#include "model/view.h"

namespace perron {

// What everyone sees, and the same with what one seat sees besides. Requires a view of this board.
nlohmann::ordered_json public_json(const Board& board, int seats, const Public& open);
nlohmann::ordered_json view_json(const Board& board, int seats, const PlayerView& view);

// The exact inverse. Takes any JSON: unknown and missing fields, wrong types and ids and numbers out of range are errors.
// Whether the view is possible is another question (rules/check_view.h).
Result<PlayerView, std::vector<FieldError>> view_from_json(const Board& board, int seats, const nlohmann::json& json);

}  // namespace perron
