// The requests about the game at a table: start, moves, seats that change hands, the end, and help.
#pragma once

#include "server/room/game_controller.h"

namespace perron::server {

class GameRequests {
 public:
  // All of them must live longer.
  GameRequests(RoomParts& parts, RequestQueue& queue, GameController& games) : parts_(parts), queue_(queue), games_(games) {}

  void handle(const Requester& requester, const wire::Start& request);
  void handle(const Requester& requester, const wire::Act& request);
  void handle(const Requester& requester, const wire::Undo& request);
  void handle(const Requester& requester, const wire::TakeBackSeat& request);
  void handle(const Requester& requester, const wire::Abandon& request);
  void handle(const Requester& requester, const wire::Explain& request);

 private:
  using Otherwise = std::function<void(const Requester&)>;
  void submit(Match::Prepared step, const Requester& requester);
  // Answers a request that is in the log before the n-th entry already; calls `otherwise` if it is not.
  void answer_done(const Requester& requester, const LogItem& wanted, std::size_t n, Otherwise otherwise);

  RoomParts& parts_;
  RequestQueue& queue_;
  GameController& games_;
};

}  // namespace perron::server
