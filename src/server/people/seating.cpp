#include "server/people/seating.h"

#include <algorithm>

namespace perron::server {

namespace {

template <class Condition>
SeatSet seats_where(Seats seats, Condition condition) {
  SeatSet out;
  for (const auto seat : seats.ids())
    if (condition(seat)) out.set(seat);
  return out;
}

}  // namespace

bool is_seated(Seats seats, UserId user) { return std::ranges::find(seats, user, &SeatRow::user) != seats.end(); }

SeatSet seats_of(Seats seats, UserId user) {
  return seats_where(seats, [&](Seat seat) { return seats[seat].user == user; });
}

SeatSet persons(Seats seats) {
  return seats_where(seats, [&](Seat seat) { return seats[seat].user != kNobody; });
}

SeatSet persons_playing(Seats seats, const SeatSet& away) { return persons(seats) - away; }

std::optional<wire::Level> level_of(Seats seats, Seat seat, const SeatSet& away) {
  const auto& row = seats[seat];
  if (row.user != kNobody) return away.test(seat) ? std::optional(wire::Level::medium) : std::nullopt;
  const auto it = std::ranges::find(wire::kLevelNames, row.level);
  return it == wire::kLevelNames.end() ? wire::Level::medium : wire::Level(it - wire::kLevelNames.begin());
}

std::vector<Viewer> viewers_of(Seats seats, UserId user) {
  std::vector<Viewer> out;
  seats_of(seats, user).each([&](Seat seat) { out.push_back({seat}); });
  if (out.empty()) out.push_back({});
  return out;
}

bool receives(Seats seats, UserId user, Viewer viewer) {
  if (viewer.seat != kNoSeat) return seats[viewer.seat].user == user;
  return !is_seated(seats, user);
}

}  // namespace perron::server
