// One table in memory and the game played at it, as the hub sees them: a queue of requests, and behind it the objects that serve
// them. Nothing changes here but by a request that has been checked and is on disk. Knows no sockets.
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
  Room(Shared& shared, TableRow row);
  // A table from the store, and its game if one has begun. The error tells the operator why it can't be loaded.
  static Result<std::shared_ptr<Room>, std::string> load(Shared& shared, TableRow row, std::optional<LoadedGame> game);
  // A new table, which is nowhere yet; store() puts it on disk, and its maker follows it then.
  static std::shared_ptr<Room> create(Shared& shared, const Asker& asker, const wire::Create& request);
  void store(const Asker& asker) { tables_.create(asker); }

  const TableRow& row() const { return parts_.table.row(); }
  void request(Asker asker, wire::Request request);
  void unfollow(ClientId client) { attendance_.unfollow(client); }
  void renamed(const Identity& who);
  void merged(UserId guest, const Identity& account);
  void wake();          // an alarm
  void enter_memory();  // from now on Shared::user_tables lists the people it concerns
  // The limits and gauges count it as what it is; nothing: they do not.
  void count_as(std::optional<TableState> state) { parts_.count_as(state); }
  void count_like(const Room& before) { parts_.count.begin_like(before.parts_.count); }

  bool idle() const;  // nobody follows it and nothing is under way: it can leave memory
  Milliseconds touched() const { return parts_.touched; }
  bool closed() const { return parts_.table.closed(); }
  bool broken() const { return queue_.broken(); }  // to be read from the store again, once it does not write
  bool writing() const { return queue_.writing(); }
  bool stumbled() const { return queue_.stumbled(); }
  std::optional<Listing> listing() const { return parts_.listing(); }

 private:
  void serve(const Asker& asker, const wire::Request& request) override;
  void merge(UserId guest, const Identity& account) override;
  void not_stored() override;
  void resume() override;
  void break_down() noexcept override { parts_.audience.fail_all(); }
  // Changes people at the table in memory, where the store has them already.
  template <class Change>
  void change_people(Change change);

  RoomParts parts_;
  RequestQueue queue_;
  Attendance attendance_;
  TableKeeper tables_;
  GameKeeper games_;
  TableRequests table_requests_;
  GameRequests game_requests_;
};

}  // namespace perron::server
