#include "server/room/turn.h"

#include <algorithm>

namespace perron::server {

namespace {

// The person is away, and somebody waits. Nobody does where a turn may take days.
bool is_awaited(UserId user, const Match& match, const Table& table, const Followers& here) {
  if (here.has(user) || table.options().clock.kind == wire::ClockKind::days) return false;
  return std::ranges::any_of(persons_playing(table.seats(), match.away()), [&](int s) {
    const auto other = table.seats()[static_cast<std::size_t>(s)].user;
    return other != user && here.has(other);
  });
}

}  // namespace

Autopilot::Turn turn_of(const Match& match, const Table& table, const Followers& here, Milliseconds lag, Milliseconds now) {
  const auto seats = table.seats();
  Autopilot::Turn out;
  out.now = now;
  out.version = match.play().acted_version();
  out.computer = match.computer_to_move(seats);
  out.late_at = match.late_at(lag);
  if (out.computer) out.paused = here.empty() && persons_playing(seats, match.away()).empty();
  else out.absent = is_awaited(seats[static_cast<std::size_t>(index(match.mover()))].user, match, table, here);
  return out;
}

}  // namespace perron::server
