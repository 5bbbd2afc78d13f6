#include "server/people/followers.h"

#include <algorithm>

namespace perron::server {

void Followers::add(ClientId client, UserId user, TableRegistration registration) {
  all_.push_back({{client, user}, std::move(registration)});
}

std::optional<UserId> Followers::remove(ClientId client) {
  const auto it = std::ranges::find(all_, client, &Entry::client);
  if (it == all_.end()) return std::nullopt;
  const auto user = it->user;
  all_.erase(it);
  return user;
}

bool Followers::has(ClientId client) const { return std::ranges::find(all_, client, &Entry::client) != all_.end(); }

std::optional<ClientId> Followers::client_of(UserId user) const {
  const auto it = std::ranges::find(all_, user, &Entry::user);
  return it == all_.end() ? std::nullopt : std::optional(it->client);
}

std::size_t Followers::watching(Seats seats) const {
  return static_cast<std::size_t>(std::ranges::count_if(all_, [&](const Entry& one) { return !is_seated(seats, one.user); }));
}

std::vector<Viewer> Followers::viewers(Seats seats) const {
  std::vector<Viewer> out;
  out.reserve(kSeats + 1);
  const auto add_once = [&](Viewer viewer) {
    if (std::ranges::find(out, viewer) == out.end()) out.push_back(viewer);
  };
  for (const auto& follower : all_) {
    seats_of(seats, follower.user).each([&](Seat seat) { add_once({seat}); });
    if (!is_seated(seats, follower.user)) add_once({});
  }
  return out;
}

}  // namespace perron::server
