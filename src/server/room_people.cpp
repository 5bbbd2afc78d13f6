// People who change while they are at a table: another name, a guest who is an account now. And the index through which the hub
// finds the tables that concern a person.
#include <algorithm>

#include "server/room.h"

namespace perron::server {

// ---- The index. Whoever is the owner, at a seat, a follower, or the author of a request under way has one entry for each.

std::vector<Concern> Room::concerns_of(const TableRow& row) const {
  std::vector<Concern> out;
  out.reserve(row.seats.size() + 1);
  out.push_back(concern(row.owner));
  for (const auto& seat : row.seats) out.push_back(concern(seat.user));
  return out;
}

// Listed in the index for as long as the row stays as it is. Most writes are moves: two more look-ups in a large index would take
// 4% of the time of a move.
bool Room::is_listed(UserId user) const {
  return user == row_.owner || std::ranges::find(row_.seats, user, &SeatRow::user) != row_.seats.end();
}

void Room::set_row(TableRow next) {
  concerns_ = concerns_of(next);
  row_ = std::move(next);
}

void Room::enter_memory() {
  user_tables_ = shared_.user_tables;
  concerns_ = concerns_of(row_);
}

// ---- Changes.

// A game keeps the names that it began with; whether one of them is still an account's own is another matter.
void Room::renamed(const Identity& who) {
  if (broken_) return;
  Rollback half_done([this] { break_down(); });
  bool changed = false;
  const bool renames = row_.state == TableState::waiting && seats_of(row_.seats, who.user).size() == 1;
  for (auto& seat : row_.seats) {
    if (seat.user != who.user) continue;
    const auto name = renames ? who.name : seat.name;
    const bool account = shows_account(who, name);
    changed = changed || seat.name != name || seat.account != account;
    seat.name = name;
    seat.account = account;
  }
  half_done.release();
  if (changed) step([this] { tell_table(), list(); });
}

// The guest's connections have ended; what they had asked for before is the account's.
bool Room::replace(UserId guest, const Identity& account) {
  bool changed = row_.owner == guest;
  for (auto& seat : row_.seats) {
    if (seat.user != guest) continue;
    seat.user = account.user;
    seat.account = shows_account(account, seat.name);
    changed = true;
  }
  if (row_.owner == guest) {
    row_.owner = account.user;
    shared_.quota.hand_over(row_.id, account.user);  // an heir may have been stored under the old id
  }
  concerns_ = concerns_of(row_);
  for (auto& waiting : waiting_) {
    if (waiting.asker.who.user != guest) continue;
    waiting.asker.who = account;
    waiting.concern = concern(account.user);
  }
  return changed;
}

void Room::merged(UserId guest, const Identity& account) {
  if (broken_) return;
  Rollback half_done([this] { break_down(); });
  if (writing_) merged_meanwhile_.emplace_back(guest, account);  // what is being written names the guest still
  const bool changed = replace(guest, account);
  half_done.release();
  if (changed) step([this] { tell_table(), list(); });
}

}  // namespace perron::server
