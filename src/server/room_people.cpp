// People who change while they are at a table: another name, a guest who is an account now. And the index through which the hub
// finds the tables that concern a person.
#include "server/room.h"

namespace perron::server {

// ---- The index. Whoever is the owner, at a seat, a follower, or the author of a request under way has one entry for each.

void Room::concern(UserId user) {
  if (user_tables_) user_tables_->add(user, row_.id);
}

void Room::release(UserId user) {
  if (user_tables_) user_tables_->remove(user, row_.id);
}

void Room::concern_row() {
  concern(row_.owner);
  for (const auto& seat : row_.seats) concern(seat.user);
}

void Room::release_row() {
  release(row_.owner);
  for (const auto& seat : row_.seats) release(seat.user);
}

void Room::set_row(TableRow next) {
  release_row();
  row_ = std::move(next);
  concern_row();
}

void Room::enter_memory() {
  if (user_tables_) return;
  user_tables_ = desk_.user_tables;
  concern_row();
  concern(writer_);
  for (const auto& follower : followers_) concern(follower.user);
  for (const auto& waiting : waiting_) concern(waiting.asker.who.user);
}

Room::~Room() {
  release_row();
  release(writer_);
  for (const auto& follower : followers_) release(follower.user);
  for (const auto& waiting : waiting_) release(waiting.asker.who.user);
}

// ---- Changes.

// A game keeps the names that it began with; whether one of them is still an account's own is another matter.
void Room::renamed(const Identity& who) {
  bool changed = false;
  const bool renames = row_.state == TableState::waiting && seats_of(who.user).size() == 1;
  for (auto& seat : row_.seats) {
    if (seat.user != who.user) continue;
    const auto name = renames ? who.name : seat.name;
    const bool account = shows_account(who, name);
    changed = changed || seat.name != name || seat.account != account;
    seat.name = name;
    seat.account = account;
  }
  if (!changed) return;
  tell_table();
  list();
}

// The guest's connections have ended; what they had asked for before is the account's.
bool Room::replace(UserId guest, const Identity& account) {
  bool changed = row_.owner == guest;
  release_row();
  for (auto& seat : row_.seats) {
    if (seat.user != guest) continue;
    seat.user = account.user;
    seat.account = shows_account(account, seat.name);
    changed = true;
  }
  if (row_.owner == guest) {
    row_.owner = account.user;
    desk_.quota.hand_over(row_.id, account.user);  // an heir may have been stored under the old id
  }
  concern_row();
  for (auto& waiting : waiting_) {
    if (waiting.asker.who.user != guest) continue;
    release(guest);
    waiting.asker.who = account;
    concern(account.user);
  }
  return changed;
}

void Room::merged(UserId guest, const Identity& account) {
  if (writing_) merged_meanwhile_.emplace_back(guest, account);  // what is being written names the guest still
  if (!replace(guest, account)) return;
  tell_table();
  list();
}

}  // namespace perron::server
