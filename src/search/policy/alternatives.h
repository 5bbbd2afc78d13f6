// Plans that a seat could follow instead of its own: sometimes a dearer way, or one ticket less, wins more.
#pragma once

#include <vector>

#include "model/view.h"
#include "search/policy/mind.h"

namespace perron::search {

struct Alternative {
  Mind mind;
  double penalty;  // of a win: how much worse such a plan is on average
};

// At most so many, the likeliest first: more carefully planned, without regard to the hand, without one of the tracks or of the tickets.
std::vector<Alternative> other_plans(const Game& game, const PlayerView& view, const Taste& taste, const Mind& mind, std::size_t most);

}  // namespace perron::search
