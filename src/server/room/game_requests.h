// What people ask of the game at a table: to start it, their moves, seats that change hands, its end, and help.
#pragma once

#include "server/room/game_keeper.h"

namespace perron::server {

class GameRequests {
 public:
  // All of them must live longer.
  GameRequests(RoomParts& parts, RequestQueue& queue, GameKeeper& games) : parts_(parts), queue_(queue), games_(games) {}

  void handle(const Asker& asker, const wire::Start& request);
  void handle(const Asker& asker, const wire::Act& request);
  void handle(const Asker& asker, const wire::Undo& request);
  void handle(const Asker& asker, const wire::TakeBackSeat& request);
  void handle(const Asker& asker, const wire::Abandon& request);
  void handle(const Asker& asker, const wire::Explain& request);

 private:
  using Otherwise = std::function<void(const Asker&)>;
  void submit(Match::Prepared step, const Asker& asker);
  // Answers a request that was done before; calls `otherwise` if it was not, as far as the entries before the n-th tell.
  void answer_done(const Asker& asker, const LogItem& wanted, std::size_t n, Otherwise otherwise);

  RoomParts& parts_;
  RequestQueue& queue_;
  GameKeeper& games_;
};

}  // namespace perron::server
