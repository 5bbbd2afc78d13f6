// Who comes to a table and who leaves it, and what follows from that for the others.
#pragma once

#include <functional>

#include "server/room/request_queue.h"
#include "server/room/room_parts.h"

namespace perron::server {

class Attendance {
 public:
  // The parts and the queue must live longer. `settle`: what the table waits for may have changed.
  Attendance(RoomParts& parts, RequestQueue& queue, std::function<void()> settle)
      : parts_(parts), queue_(queue), settle_(std::move(settle)) {}

  bool may_follow(const Asker& asker);  // and refuses
  void follow(const Asker& asker);
  void unfollow(ClientId client);
  void send_strangers_away();  // whoever has the link may look at a table that waits, not at every game
  void send_all_away();

 private:
  void left(UserId user);  // on one connection
  void watchers_changed();

  RoomParts& parts_;
  RequestQueue& queue_;
  std::function<void()> settle_;
  bool telling_watchers_ = false;  // a timer runs
};

}  // namespace perron::server
