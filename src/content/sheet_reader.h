// The `rules` section of a board file: the rules sheet. What depends on places, tracks and tickets is in board_check.h.
#pragma once

#include <array>
#include <string>

#include "base/fields.h"
#include "model/ruleset.h"

namespace perron {

struct Sheet {
  Ruleset rules{};
  std::array<std::string, 2> regions;  // names of the two sides of an East-West link; empty without
};

Sheet read_sheet(FieldReport& report, Fields& rules);

}  // namespace perron
