// Stores changes of a table's row and then sends them. Looks after a waiting table: passes it to another host, or removes it.
#pragma once

#include "server/room/follow_handler.h"

namespace perron::server {

class TableController {
 public:
  // All of them must live longer.
  TableController(RoomParts& parts, RequestQueue& queue, FollowHandler& follow_handler)
      : parts_(parts), queue_(queue), follow_handler_(follow_handler) {}

  bool is_new() const { return new_; }      // not on disk yet
  void create(const Requester& requester);  // a new table; the requester follows it afterwards
  // `answer`: what else is done, and the answer; nothing: just ok.
  void save(TableRow next, const Requester& requester, std::function<void(const Requester&)> answer = {});
  void remove(const Requester* requester);  // null: the server itself

  void schedule();  // sets the alarm of a table that waits
  void run_due();   // does what is due. Nothing may be under way

 private:
  HostMonitor::Presence presence() const;
  void note_unattended();
  void hand_over(UserId next_host);

  RoomParts& parts_;
  RequestQueue& queue_;
  FollowHandler& follow_handler_;
  bool new_ = false;
};

}  // namespace perron::server
