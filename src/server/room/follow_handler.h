// Handles clients that begin or stop following a table, and the consequences for the others.
#pragma once

#include <functional>

#include "server/room/request_queue.h"
#include "server/room/room_parts.h"

namespace perron::server {

class FollowHandler {
 public:
  // The parts and the queue must live longer. `schedule`: what the table waits for may have changed.
  FollowHandler(RoomParts& parts, RequestQueue& queue, std::function<void()> schedule)
      : parts_(parts), queue_(queue), schedule_(std::move(schedule)) {}

  bool may_follow(const Requester& requester);  // and refuses
  void follow(const Requester& requester);
  void unfollow(ClientId client);
  void send_strangers_away();  // anyone with the link may see a waiting table, but not every game
  void send_all_away();

 private:
  void left(UserId user);  // on one connection
  void watchers_changed();

  RoomParts& parts_;
  RequestQueue& queue_;
  std::function<void()> schedule_;
  bool watchers_timer_runs_ = false;  // a timer runs
};

}  // namespace perron::server
