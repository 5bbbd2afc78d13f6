// Puts changes of a table's row on disk and then tells people of them; looks after a table that waits: another host, or its end.
#pragma once

#include "server/room/attendance.h"

namespace perron::server {

class TableKeeper {
 public:
  // All of them must live longer.
  TableKeeper(RoomParts& parts, RequestQueue& queue, Attendance& attendance) : parts_(parts), queue_(queue), attendance_(attendance) {}

  bool is_new() const { return new_; }  // not on disk yet
  void create(const Asker& asker);      // which is nowhere yet; whoever asked follows it then
  // `answer`: what else is done, and the answer; nothing: just ok.
  void save(TableRow next, const Asker& asker, std::function<void(const Asker&)> answer = {});
  void remove(const Asker* asker);  // null: the server itself

  void settle();  // sets the alarm of a table that waits
  void look();    // does what is due. Nothing may be under way

 private:
  HostWatch::Presence presence() const;
  void note_deserted();
  void hand_over(UserId next_host);

  RoomParts& parts_;
  RequestQueue& queue_;
  Attendance& attendance_;
  bool new_ = false;
};

}  // namespace perron::server
