// What people ask of a table: to follow it, a seat, its options, another game, a line of chat.
#pragma once

#include "server/game/opened_game.h"
#include "server/room/game_keeper.h"
#include "server/room/table_keeper.h"

namespace perron::server {

class TableRequests {
 public:
  // All of them must live longer.
  TableRequests(RoomParts& parts, RequestQueue& queue, Attendance& attendance, TableKeeper& tables, GameKeeper& games)
      : parts_(parts), queue_(queue), attendance_(attendance), tables_(tables), games_(games) {}

  void handle(const Asker& asker, const wire::Open& request);
  void handle(const Asker& asker, const wire::Close& request);
  void handle(const Asker& asker, const wire::Join& request);
  void handle(const Asker& asker, const wire::Leave& request);
  void handle(const Asker& asker, const wire::FreeSeat& request);
  void handle(const Asker& asker, const wire::AddComputer& request);
  void handle(const Asker& asker, const wire::ChangeOptions& request);
  void handle(const Asker& asker, const wire::Rematch& request);
  void handle(const Asker& asker, const wire::Say& request);

 private:
  OpenedGame opened(UserId user, const wire::Open& request) const;
  void open(const Asker& asker, const OpenedGame* game, std::span<const ChatLine> chat);
  void save(Table::Next next, const Asker& asker);
  void say(const Asker& asker, const std::string& text);

  RoomParts& parts_;
  RequestQueue& queue_;
  Attendance& attendance_;
  TableKeeper& tables_;
  GameKeeper& games_;
};

}  // namespace perron::server
