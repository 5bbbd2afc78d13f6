// The requests about a table: following it, seats, options, another game, chat.
#pragma once

#include "server/game/owning_game_sync.h"
#include "server/room/game_controller.h"
#include "server/room/table_controller.h"

namespace perron::server {

class TableRequests {
 public:
  // All of them must live longer.
  TableRequests(RoomParts& parts, RequestQueue& queue, FollowHandler& follow_handler, TableController& tables, GameController& games)
      : parts_(parts), queue_(queue), follow_handler_(follow_handler), tables_(tables), games_(games) {}

  void handle(const Requester& requester, const wire::Open& request);
  void handle(const Requester& requester, const wire::Close& request);
  void handle(const Requester& requester, const wire::Join& request);
  void handle(const Requester& requester, const wire::Leave& request);
  void handle(const Requester& requester, const wire::FreeSeat& request);
  void handle(const Requester& requester, const wire::AddComputer& request);
  void handle(const Requester& requester, const wire::ChangeOptions& request);
  void handle(const Requester& requester, const wire::Rematch& request);
  void handle(const Requester& requester, const wire::PostChat& request);

 private:
  OwningGameSync sync_for(UserId user, const wire::Open& request) const;
  void open(const Requester& requester, const OwningGameSync* game, std::span<const ChatLine> chat);
  void save(Table::Next next, const Requester& requester);
  void post_chat(const Requester& requester, const std::string& text);

  RoomParts& parts_;
  RequestQueue& queue_;
  FollowHandler& follow_handler_;
  TableController& tables_;
  GameController& games_;
};

}  // namespace perron::server
