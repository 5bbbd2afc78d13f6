#include "server/people/followers.h"

#include <algorithm>

namespace perron::server {

void Followers::add(ClientId client, UserId user, Concern concern) { all_.push_back({{client, user}, std::move(concern)}); }

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
    for (std::size_t s = 0; s < seats.size(); ++s)
      if (seats[s].user == follower.user) add_once({Seat(static_cast<int>(s))});
    if (!is_seated(seats, follower.user)) add_once({});
  }
  return out;
}

}  // namespace perron::server
