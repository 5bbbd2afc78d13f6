#include "server/people/seating.h"

#include <algorithm>

namespace perron::server {

bool is_seated(Seats seats, UserId user) { return std::ranges::find(seats, user, &SeatRow::user) != seats.end(); }

std::vector<int> seats_of(Seats seats, UserId user) {
  std::vector<int> out;
  for (std::size_t s = 0; s < seats.size(); ++s)
    if (seats[s].user == user) out.push_back(static_cast<int>(s));
  return out;
}

std::vector<int> persons(Seats seats) { return persons_playing(seats, 0); }

std::vector<int> persons_playing(Seats seats, std::uint8_t away) {
  std::vector<int> out;
  for (std::size_t s = 0; s < seats.size(); ++s)
    if (seats[s].user != kNobody && !(away >> s & 1)) out.push_back(static_cast<int>(s));
  return out;
}

std::optional<wire::Level> level_of(Seats seats, int seat, std::uint8_t away) {
  const auto& row = seats[static_cast<std::size_t>(seat)];
  if (row.user != kNobody) return away >> seat & 1 ? std::optional(wire::Level::medium) : std::nullopt;
  const auto it = std::ranges::find(wire::kLevelNames, row.level);
  return it == wire::kLevelNames.end() ? wire::Level::medium : wire::Level(it - wire::kLevelNames.begin());
}

std::vector<Viewer> viewers_of(Seats seats, UserId user) {
  std::vector<Viewer> out;
  for (const int s : seats_of(seats, user)) out.push_back({Seat(s)});
  if (out.empty()) out.push_back({});
  return out;
}

bool hears(Seats seats, UserId user, Viewer viewer) {
  if (viewer.seat != kNoSeat) return seats[static_cast<std::size_t>(index(viewer.seat))].user == user;
  return !is_seated(seats, user);
}

}  // namespace perron::server
