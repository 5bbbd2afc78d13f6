// How a room reads from the store. For the room's own files.
#pragma once

#include "base/check.h"
#include "server/room.h"

namespace perron::server {

template <class T>
void Room::read(const Asker& asker, const std::function<void(Store::ReadDone<T>)>& ask, Store::ReadDone<T> then) {
  CHECK(!writing_);
  writing_ = true;
  Rollback not_begun([this] { writing_ = false; });
  ask([room = weak_from_this(), asker, then = std::move(then)](Read<T> answer) {
    const auto self = room.lock();
    if (!self) return;
    self->step([&] {
      self->writing_ = false;
      Rollback lost([&] { self->shared_.people.fail(asker.client); });
      if (self->broken_) return;
      then(std::move(answer));
      lost.release();
      self->take_waiting();
    });
  });
  not_begun.release();
}

}  // namespace perron::server
