// The longest line of a network too dense for a search over walks: dynamic programming over a frontier of places. Exact.
#pragma once

#include "rules/longest_line/component.h"

namespace perron::longest {

// The longest line, if it is longer than `best`; else `best`.
int sweep(const Component& part, int best);

}  // namespace perron::longest
