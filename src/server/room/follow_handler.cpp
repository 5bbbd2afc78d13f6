#include "server/room/follow_handler.h"

namespace perron::server {

bool FollowHandler::may_follow(const Requester& requester) {
  if (parts_.audience.may_follow(requester.client)) return true;
  queue_.refuse(requester, {RefusalCode::too_many_open});
  return false;
}

void FollowHandler::follow(const Requester& requester) {
  const auto user = requester.who.user;
  parts_.touched = parts_.shared.loop.now();
  if (!parts_.audience.follow(requester.client, user, parts_.registrations.of(user))) return;
  parts_.note_address(user);
  if (!is_seated(parts_.table.seats(), user)) watchers_changed();
}

void FollowHandler::unfollow(ClientId client) {
  const auto user = parts_.audience.unfollow(client);
  if (!user) return;
  parts_.touched = parts_.shared.loop.now();
  if (!parts_.table.closed()) queue_.step([&] { left(*user); });
}

void FollowHandler::left(UserId user) {
  const bool seated = is_seated(parts_.table.seats(), user);
  if (!seated) watchers_changed();
  const bool gone = !parts_.audience.has(user) && (seated || user == parts_.table.row().owner);
  if (gone) parts_.send_table();
  if (!gone && !parts_.audience.empty()) return;
  parts_.list();
  schedule_();
}

void FollowHandler::send_strangers_away() {
  for (const auto& follower : parts_.audience.followers().copy())
    if (!parts_.table.may_watch(follower.user)) unfollow(follower.client);
}

void FollowHandler::send_all_away() {
  for (const auto& follower : parts_.audience.followers().copy()) unfollow(follower.client);
}

// Sends changes in batches: many may come or go, and each change would be a message to all of them.
void FollowHandler::watchers_changed() {
  if (watchers_timer_runs_) return;
  auto& shared = parts_.shared;
  shared.loop.after(shared.settings.watchers_pause, [this, room = queue_.alive(), alive = std::weak_ptr(shared.alive)] {
    const auto self = alive.expired() ? nullptr : room.lock();
    if (!self) return;
    watchers_timer_runs_ = false;
    if (!parts_.table.closed()) queue_.step([&] { parts_.send_table(); });
  });
  watchers_timer_runs_ = true;
}

}  // namespace perron::server
