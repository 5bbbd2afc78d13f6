// A table: its seats, its options and its host. Computes how a request would change its row, or why it may not; the row changes once that
// is on disk. Knows no store, no connections beyond their ids, and reads no clock.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "server/game/boards.h"
#include "server/people/followers.h"
#include "server/people/request_refusal.h"
#include "server/people/seating.h"
#include "server/runtime/hub_types.h"
#include "store/rows.h"
#include "wire/request.h"

namespace perron::server {

class Table {
 public:
  using Next = Result<TableRow, RequestRefusal>;  // the row after a change

  // The row of a new table.
  static TableRow row_of(const wire::Create& request, const Identity& who, TableId id, Milliseconds now);
  explicit Table(TableRow row);

  const TableRow& row() const { return row_; }
  TableState state() const { return row_.state; }
  Seats seats() const { return row_.seats; }
  const std::string& board() const { return board_; }  // its id
  const wire::Options& options() const { return options_; }
  const std::string& options_fault() const { return options_fault_; }  // why the stored options can't be read
  const SeatSet& rematch() const { return rematch_; }                  // seats that want to play again
  bool closed() const { return closed_; }                              // there is no such table any more
  bool may_watch(std::optional<UserId> user) const;

  // ---- What people ask.
  std::optional<RequestRefusal> refuse_change(UserId user) const;  // by anybody but the host of a table that waits
  struct Joined {
    TableRow next;
    Seat seat;
  };
  Result<Joined, RequestRefusal> join(const Identity& who, const wire::Join& request) const;
  Next free_seat(UserId user, const wire::FreeSeat& request) const;
  Next add_computer(UserId user, const wire::AddComputer& request) const;
  // `offer`: the table's board; null: it has gone.
  Next change_options(UserId user, const wire::ChangeOptions& request, const Boards::Offer* offer) const;
  Result<SeatSet, RequestRefusal> seats_to_leave(UserId user, const wire::Leave& request) const;
  // Before a game, or after it. Nothing: nobody is left, and the table with them.
  std::optional<TableRow> leave(UserId user, const SeatSet& seats) const;

  // Counts their vote. When all who are here want to, the others lose their seats. Nothing: somebody here has not decided yet.
  struct Rematch {
    TableRow next;
    bool begins;  // the game, at once: all seats are taken
  };
  Result<std::optional<Rematch>, RequestRefusal> vote_rematch(UserId user, const Followers& here);
  void withdraw_rematch(UserId user);

  // ---- Who the host is.
  bool anybody_here(const Followers& here) const;  // the host, or somebody with a seat
  UserId heir(const Followers& here) const;        // becomes the host when the host is gone; kNobody: nobody is here

  // ---- Changes that are on disk.
  void set(TableRow row);
  void end_game();
  void forget_rematch() { rematch_ = {}; }
  void close() { closed_ = true; }
  // People who change while they are at the table. True: others see the difference.
  bool rename(const Identity& who);
  bool replace(UserId guest, const Identity& account);

 private:
  Result<Seat, RequestRefusal> open_seat(std::optional<Seat> wanted) const;
  void read_options();

  TableRow row_;
  std::string board_, options_fault_;
  wire::Options options_;
  SeatSet rematch_;
  bool closed_ = false;
};

}  // namespace perron::server
