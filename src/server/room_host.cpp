// A table that waits for people: who its host is, and whether the lobby shows it. A host who is gone must not keep the others
// from starting, and a table where nobody is must not look as if somebody waited there.
#include <algorithm>

#include "server/room.h"

namespace perron::server {

bool Room::anybody_here() const {
  return std::ranges::any_of(followers_, [this](const auto& one) { return one.user == row_.owner || is_seated(row_.seats, one.user); });
}

// The first person who is here, in the order of seats after the host's.
UserId Room::heir() const {
  const auto count = row_.seats.size();
  const auto host = static_cast<std::size_t>(std::ranges::find(row_.seats, row_.owner, &SeatRow::user) - row_.seats.begin());
  for (std::size_t n = 1; n <= count; ++n) {
    const auto user = row_.seats[(host + n) % count].user;
    if (user != kNobody && user != row_.owner && followers_.has(user)) return user;
  }
  return kNobody;
}

// Read from the store: as it was when it left memory, or as after a restart.
void Room::know_deserted() {
  if (row_.state != TableState::waiting) return;
  const auto it = shared_.deserted.find(row_.id);
  host_gone_since_ = it == shared_.deserted.end() ? shared_.loop.now() : it->second.since;
  unlisted_ = it == shared_.deserted.end() || it->second.unlisted;
}

// What a waiting table waits for, besides people.
void Room::settle_waiting() {
  const auto now = shared_.loop.now();
  if (followers_.has(row_.owner)) host_gone_since_ = 0;
  else if (host_gone_since_ == 0) host_gone_since_ = now;
  if (anybody_here()) unlisted_ = false;
  Milliseconds due = 0;
  if (host_gone_since_ > 0 && !unlisted_) due = host_gone_since_ + shared_.settings.host_gone_after;
  if (followers_.empty()) {
    const auto since = shared_.deserted.try_emplace(row_.id, Deserted{now, false}).first;
    since->second.unlisted = unlisted_;
    const auto ends = since->second.since + shared_.settings.table_lifetime;
    due = due == 0 ? ends : std::min(due, ends);
  } else {
    shared_.deserted.erase(row_.id);
  }
  shared_.alarms.set(row_.id, due);
  list();
}

void Room::wake_waiting() {
  const auto now = shared_.loop.now();
  const auto deserted = shared_.deserted.find(row_.id);
  if (deserted != shared_.deserted.end() && now >= deserted->second.since + shared_.settings.table_lifetime) return remove({});
  if (host_gone_since_ > 0 && now >= host_gone_since_ + shared_.settings.host_gone_after) {
    if (const auto next = heir(); next != kNobody) return hand_over(next);
    if (!anybody_here()) unlisted_ = true;
  }
  settle_waiting();
}

void Room::hand_over(UserId next_host) {
  auto next = row_;
  next.owner = next_host;
  std::vector<Change> changes;
  changes.push_back(SaveTable{next});
  write(std::move(changes), std::nullopt, [this, next = std::move(next)] {
    set_row(next);
    count_as(row_.state);
    ++shared_.stats.hosts_changed;
    host_gone_since_ = 0;
    note_address(row_.owner);
    tell_table();
    settle();
  });
}

// ---- Limits and gauges.

// By comparison with what they have: a room that takes the place of a broken one finds them as that left them.
void Room::count_as(std::optional<TableState> state, const std::string& address) {
  const auto is_limited = [](std::optional<TableState> one) { return one && *one != TableState::over; };
  if (!is_limited(state)) shared_.quota.remove(row_.id);
  else if (is_limited(counted_)) shared_.quota.hand_over(row_.id, row_.owner);
  else shared_.quota.add(row_.id, row_.owner, address, shared_.loop.now());
  const auto before = std::exchange(counted_, state);
  if (before == TableState::waiting) --shared_.stats.tables_open;
  if (before == TableState::playing) --shared_.stats.games_live;
  if (state == TableState::waiting) ++shared_.stats.tables_open;
  if (state == TableState::playing) ++shared_.stats.games_live;
}

// ---- The lobby.

// The host's address, or else that of somebody at the table, stands for the table among others.
void Room::note_address(UserId user) {
  if (user != row_.owner && (!is_seated(row_.seats, user) || !address_.empty())) return;
  const auto client = followers_.client_of(user);
  const auto* connection = client ? shared_.people.find(*client) : nullptr;
  if (connection && !connection->address.empty()) address_ = connection->address;
}

std::optional<Listing> Room::listing() const {
  if (closed_ || !options_.listed || row_.state == TableState::over) return std::nullopt;
  const bool waiting = row_.state == TableState::waiting;
  if (waiting ? unlisted_ : !options_.watch) return std::nullopt;
  wire::LobbyFacts facts;
  facts.table = to_text(row_.id);
  facts.state = waiting ? "waiting" : "playing";
  facts.board = board_;
  for (std::size_t s = 0; s < row_.seats.size(); ++s) {
    facts.seats.push_back(seat_facts(s).kind);
    if (row_.seats[s].user != row_.owner || !facts.host.empty()) continue;
    facts.host = row_.seats[s].name;
    facts.account = row_.seats[s].account;
  }
  facts.clock = options_.clock;
  facts.watch = options_.watch;
  facts.time = row_.created;
  const bool here = waiting ? followers_.has(row_.owner) : anybody_here();
  const auto standing =
      waiting ? (here ? Standing::waiting : Standing::waiting_alone) : (here ? Standing::playing : Standing::playing_alone);
  return Listing{wire::lobby_entry(facts),
                 {standing, row_.created, row_.owner, address_.empty() ? "user " + to_text(row_.owner) : address_}};
}

void Room::list() { shared_.lobby.put(row_.id, listing()); }

}  // namespace perron::server
