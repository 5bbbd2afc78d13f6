#include "server/table/table_count.h"

#include <utility>

namespace perron::server {

// By comparison with what they have: a room that takes the place of a broken one finds them as that left them.
void TableCount::count_as(std::optional<TableState> state, const TableRow& row, const std::string& address, Milliseconds now) {
  const auto is_limited = [](std::optional<TableState> one) { return one && *one != TableState::over; };
  if (!is_limited(state)) quota_.remove(row.id);
  else if (is_limited(counted_)) quota_.hand_over(row.id, row.owner);
  else quota_.add(row.id, row.owner, address, now);
  const auto before = std::exchange(counted_, state);
  if (before == TableState::waiting) --stats_.tables_open;
  if (before == TableState::playing) --stats_.games_live;
  if (state == TableState::waiting) ++stats_.tables_open;
  if (state == TableState::playing) ++stats_.games_live;
}

}  // namespace perron::server
