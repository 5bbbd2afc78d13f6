// A board file into a Board: the only way to make one. A bad file gets all its errors at once.
#pragma once

#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "model/board.h"

namespace perron {

Result<Board, std::vector<FieldError>> read_board(std::string_view json_text);

}  // namespace perron
