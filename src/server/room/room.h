// One table in memory and the game played at it, as the hub sees them: a queue of requests, and behind it the objects that serve them.
// Nothing changes here except by a request that has been checked and is on disk. Knows no sockets.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "server/room/game_requests.h"
#include "server/room/table_requests.h"

namespace perron::server {

class Room final : public RequestQueue::Owner {
 public:
  Room(SharedState& shared, TableRow row);
  // A table from the store, and its game if one has begun. The error is for the operator.
  static Result<std::shared_ptr<Room>, std::string> load(SharedState& shared, TableRow row, std::optional<LoadedGame> game);
  // A new table, which is nowhere yet; store() puts it on disk, and its maker follows it then.
  static std::shared_ptr<Room> create(SharedState& shared, const Requester& requester, const wire::Create& request);
  void store(const Requester& requester) { tables_.create(requester); }

  const TableRow& row() const { return parts_.table.row(); }
  void request(Requester requester, wire::Request request);
  void unfollow(ClientId client) { follow_handler_.unfollow(client); }
  void renamed(const Identity& who);
  void merged(UserId guest, const Identity& account);
  void wake();          // an alarm
  void enter_memory();  // from now on SharedState::user_tables lists the people it concerns
  // Counts it in the quotas and gauges in this state; nothing: not at all.
  void count_as(std::optional<TableState> state) { parts_.count_as(state); }
  void count_like(const Room& before) { parts_.count.begin_like(before.parts_.count); }

  bool idle() const;  // nobody follows it and nothing is under way: it can leave memory
  Milliseconds touched() const { return parts_.touched; }
  bool closed() const { return parts_.table.closed(); }
  bool broken() const { return queue_.broken(); }  // to be read from the store again, once it does not write
  bool writing() const { return queue_.writing(); }
  bool interrupted() const { return queue_.interrupted(); }
  std::optional<Listing> listing() const { return parts_.listing(); }

 private:
  void serve(const Requester& requester, const wire::Request& request) override;
  void merge(UserId guest, const Identity& account) override;
  void not_stored() override;
  void resume() override;
  void break_down() noexcept override { parts_.audience.fail_all(); }
  // Changes people at the table in memory, where the store has them already.
  template <class Change>
  void change_people(Change change);

  RoomParts parts_;
  RequestQueue queue_;
  FollowHandler follow_handler_;
  TableController tables_;
  GameController games_;
  TableRequests table_requests_;
  GameRequests game_requests_;
};

}  // namespace perron::server
