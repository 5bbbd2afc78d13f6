#include "server/room/attendance.h"

namespace perron::server {

bool Attendance::may_follow(const Asker& asker) {
  if (parts_.audience.may_follow(asker.client)) return true;
  queue_.refuse(asker, {RefusalCode::too_many_open});
  return false;
}

void Attendance::follow(const Asker& asker) {
  const auto user = asker.who.user;
  parts_.touched = parts_.shared.loop.now();
  if (!parts_.audience.follow(asker.client, user, parts_.concerns.of(user))) return;
  parts_.note_address(user);
  if (!is_seated(parts_.table.seats(), user)) watchers_changed();
}

void Attendance::unfollow(ClientId client) {
  const auto user = parts_.audience.unfollow(client);
  if (!user) return;
  parts_.touched = parts_.shared.loop.now();
  if (!parts_.table.closed()) queue_.step([&] { left(*user); });
}

void Attendance::left(UserId user) {
  const bool seated = is_seated(parts_.table.seats(), user);
  if (!seated) watchers_changed();
  const bool gone = !parts_.audience.has(user) && (seated || user == parts_.table.row().owner);
  if (gone) parts_.tell_table();
  if (!gone && !parts_.audience.empty()) return;
  parts_.list();
  settle_();
}

void Attendance::send_strangers_away() {
  for (const auto& follower : parts_.audience.followers().copy())
    if (!parts_.table.may_watch(follower.user)) unfollow(follower.client);
}

void Attendance::send_all_away() {
  for (const auto& follower : parts_.audience.followers().copy()) unfollow(follower.client);
}

// Not for each one who comes or goes: there may be many, and each change is news to all of them.
void Attendance::watchers_changed() {
  if (telling_watchers_) return;
  auto& shared = parts_.shared;
  shared.loop.after(shared.settings.watchers_pause, [this, room = queue_.alive(), alive = std::weak_ptr(shared.alive)] {
    const auto self = alive.expired() ? nullptr : room.lock();
    if (!self) return;
    telling_watchers_ = false;
    if (!parts_.table.closed()) queue_.step([&] { parts_.tell_table(); });
  });
  telling_watchers_ = true;
}

}  // namespace perron::server
