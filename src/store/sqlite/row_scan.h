// Reads every row of every table as the server does, and reports each that has an impossible value.
#pragma once

#include <string>
#include <vector>

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

std::vector<std::string> bad_rows(Database& database);

}  // namespace perron::sqlite
