// A board by name or from a file. The only reader of files in the engine; native programs only.
#pragma once

#include <string>
#include <vector>

#include "content/board_reader.h"

namespace perron {

// The name of a built-in board, or the path of a board file.
Result<Board, std::vector<FieldError>> load_board(const std::string& name_or_file);

}  // namespace perron
