#include "server/room/turn.h"

namespace perron::server {

namespace {

// The person is away, and somebody waits. Nobody does where a turn may take days.
bool is_awaited(UserId user, const Match& match, const Table& table, const Followers& here) {
  if (here.has(user) || table.options().clock.kind == wire::ClockKind::days) return false;
  bool awaited = false;
  persons_playing(table.seats(), match.away()).each([&](Seat seat) {
    const auto other = table.seats()[seat].user;
    awaited = awaited || (other != user && here.has(other));
  });
  return awaited;
}

}  // namespace

Autopilot::Turn turn_of(const Match& match, const Table& table, const Followers& here, Milliseconds lag, Milliseconds now) {
  const auto seats = table.seats();
  Autopilot::Turn out;
  out.now = now;
  out.version = match.play().acted_version();
  out.computer = match.computer_to_move(seats);
  out.timeout_at = match.timeout_at(lag);
  if (out.computer) out.paused = here.empty() && persons_playing(seats, match.away()).none();
  else out.absent = is_awaited(seats[match.mover()].user, match, table, here);
  return out;
}

}  // namespace perron::server
