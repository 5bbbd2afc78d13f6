#include "server/room.h"

#include <algorithm>

#include "base/check.h"

namespace perron::server {

Room::Room(Desk& desk, TableRow row) : desk_(desk), row_(std::move(row)), touched_(desk.loop.now()) { read_options(); }

void Room::read_options() {
  auto kept = wire::kept_table_from_text(row_.options);
  options_read_ = kept.has_value();
  if (!kept) kept.emplace().options.watch = false;  // nobody sees what may not have been for everyone
  board_ = std::move(kept->board);
  options_ = kept->options;
}

// ---- From the store.

Result<std::shared_ptr<Room>, Room::Failure> Room::load(Desk& desk, TableRow row) {
  auto room = std::make_shared<Room>(desk, std::move(row));
  room->touched_ = 0;  // by nobody yet
  std::string why;
  if (!room->options_read_) why = "the options of table " + to_text(room->row_.id) + " can't be read";
  else if (room->row_.game != kNoGame && room->row_.state != TableState::waiting) why = room->read_from_store();
  if (why.empty()) return room;
  desk.note_unreadable(room->row_.game, why);
  return Failure{"unreadable", "This game cannot be read. The log of the server says more."};
}

// What is wrong, for whoever runs the server; "": nothing.
std::string Room::read_from_store() {
  const auto row = desk_.store.game(row_.game);
  if (!row) return row.error().message;
  if (!*row) return "it is not in the database";
  const auto board = desk_.store.board((*row)->board_hash);
  if (!board) return board.error().message;
  if (!*board) return "the board that it began with is not in the database";
  const auto entries = desk_.store.entries(row_.game);
  if (!entries) return entries.error().message;
  auto game = desk_.boards.game(**board, static_cast<int>((*row)->seats.size()));
  if (!game) return "this program cannot use the board that it began with";
  if (auto why = stored_fault(**row); !why.empty()) return why;
  read_game(**row, std::move(game), *entries);
  if (const auto read = play_->log().size(); read != entries->size()) {
    const auto what = (*entries)[read].n != read + 1 ? " is missing" : " is not allowed by the rules of this program";
    return "entry " + std::to_string(read + 1) + what;
  }
  if (auto why = end_fault(**row); !why.empty()) return why;
  if (auto why = read_clocks(**row, *entries); !why.empty()) return why;
  turn_told_ = play_->state().open.to_move;
  note_turn();
  return "";
}

// Before its log is read.
std::string Room::stored_fault(const GameRow& row) const {
  if (row_.seats.size() != row.seats.size()) return "its table has another number of seats";
  if (row.first >= row.seats.size()) return "it begins with a seat that is not there";
  for (std::size_t s = 0; s < row.seats.size(); ++s) {
    const auto& seat = row.seats[s];
    if (seat.user == kNobody && std::ranges::find(wire::kLevelNames, seat.level) == wire::kLevelNames.end())
      return "seat " + std::to_string(s) + " is of a computer player that this program does not know";
  }
  return "";
}

std::string Room::end_fault(const GameRow& row) const {
  const bool over = play_->over(), ended = row.ending != Ending::none;
  if (over && row.ending != Ending::finished) return "it has come to its end, but is not stored as finished";
  if (!over && row.ending == Ending::finished) return "it is stored as finished, but its entries do not reach the end";
  if (play_->abandoned() && !ended) return "it was abandoned, but is stored as unfinished";
  if (ended != (row_.state == TableState::over)) return "its table says otherwise about whether it has ended";
  return "";
}

// Another engine may have written it, or nobody.
bool Room::may_follow_log(const Entry& entry) const {
  const auto& state = play_->state();
  if (entry.n != play_->log().size() + 1 || entry.seat >= play_->game().seats) return false;
  if (play_->abandoned() && entry.kind != EntryKind::note) return false;
  switch (entry.kind) {
    case EntryKind::action: return !why_not(play_->game(), state.open, state.own[entry.seat], Seat(entry.seat), entry.action);
    case EntryKind::undo: return play_->can_undo(Seat(entry.seat));
    case EntryKind::computer_takes_seat: return entry.action.a <= static_cast<std::uint8_t>(wire::Why::gone);
    case EntryKind::person_returns:
    case EntryKind::abandon:
    case EntryKind::note: return true;
  }
  return false;
}

// Up to the first entry that can't be.
void Room::read_game(const GameRow& row, std::shared_ptr<const Game> game, const std::vector<Entry>& entries) {
  play_ = std::make_unique<Play>(std::move(game), row.key, Seat(row.first));
  board_hash_ = hex(row.board_hash);
  for (const auto& entry : entries) {
    if (!may_follow_log(entry)) return;
    LogItem item{entry.kind, entry.seat, entry.user != kNobody, {}, {}, 0, 0};
    if (!entry.request.empty()) item.request = request_hash(entry.user, entry.request);
    if (entry.kind == EntryKind::action) item.action = entry.action;
    if (entry.kind == EntryKind::computer_takes_seat) {
      item.why = wire::Why(entry.action.a);
      away_ = static_cast<std::uint8_t>(away_ | 1u << entry.seat);
    }
    if (entry.kind == EntryKind::person_returns) away_ = static_cast<std::uint8_t>(away_ & ~(1u << entry.seat));
    play_->add(item, nullptr);
  }
}

std::string Room::read_clocks(const GameRow& row, const std::vector<Entry>& entries) {
  const auto mover = play_->state().open.to_move;
  clocks_ = Clocks(options_.clock, play_->game().seats);
  if (entries.empty()) {
    clocks_.begin_turn(mover);
    if (!level_of(index(mover), away_)) clocks_.run(mover, row.started);
  } else {
    const auto kept = Clocks::from_text(options_.clock, play_->game().seats, entries.back().clock);
    if (!kept) return "the clocks after its last entry can't be read";
    clocks_ = *kept;
  }
  const auto running = clocks_.running();
  if (running != kNoSeat && (row_.state != TableState::playing || running != mover || level_of(index(mover), away_)))
    return "a clock runs of a seat that is not a person's to move";
  clocks_.not_before(desk_.started);
  // Not whenever it is read: it would begin again each time.
  const auto later = desk_.from_later.find(row.id);
  if (later != desk_.from_later.end() && later->second == (entries.empty() ? row.started : entries.back().at))
    clocks_.not_after(desk_.started);
  return "";
}

// ---- Answers.

void Room::answer(const Asker& asker, std::string_view text) { desk_.people.send(asker.client, text); }

void Room::refuse(const Asker& asker, std::string_view code, std::string_view sentence, std::string_view rule) {
  ++desk_.stats.refusals;
  answer(asker, wire::refused_text(asker.id, code, sentence, rule));
}

void Room::tell_all(std::string_view text) {
  for (const auto& follower : followers_) desk_.people.send(follower.client, text);
}

// ---- One request after the other, each on disk before the next.

void Room::request(Asker asker, wire::Request request) {
  touched_ = desk_.loop.now();
  if (closed_) return refuse(asker, "no_such_table", "This table is gone.");
  const bool reads = std::holds_alternative<wire::Close>(request) || std::holds_alternative<wire::Explain>(request);
  if (writing_ && !reads) {
    if (waiting_.size() >= desk_.settings.queue_per_table)
      return refuse(asker, "busy", "Too many requests wait for this table. Try again.");
    waiting_.push_back({std::move(asker), std::move(request)});
    return;
  }
  std::visit([&](const auto& one) { handle(asker, one); }, request);
}

void Room::write(std::vector<Change> changes, std::optional<Asker> asker, Then then) {
  CHECK(!writing_);
  writing_ = true;
  ++desk_.stats.writes_pending;
  desk_.store.write(std::move(changes), [room = weak_from_this(), asker = std::move(asker), then = std::move(then)](const auto& error) {
    if (const auto self = room.lock()) self->written(error, asker, then);
  });
}

void Room::written(const std::optional<StoreError>& error, const std::optional<Asker>& asker, const Then& then) {
  writing_ = false;
  --desk_.stats.writes_pending;
  if (error && error->fault == StoreFault::repeated && asker) {
    refuse_repeated(*asker);
  } else if (error) {
    ++desk_.stats.store_errors;
    if (asker) refuse(*asker, "not_stored", "The server cannot write to its disk now. Nothing has changed; try again.");
    desk_.alarms.set(row_.id, desk_.loop.now() + 1000);  // what the server itself wanted to do is tried again
  } else {
    then();
  }
  for (const auto& [guest, account] : std::exchange(merged_meanwhile_, {})) replace(guest, account);
  take_waiting();
}

void Room::take_waiting() {
  std::size_t next = 0;
  while (next < waiting_.size() && !writing_) {
    auto [asker, request] = std::move(waiting_[next++]);
    this->request(std::move(asker), std::move(request));
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(next));
}

void Room::save(TableRow next, const Asker& asker, Then then) {
  std::vector<Change> changes;
  changes.push_back(SaveTable{next});
  write(std::move(changes), asker, [this, next = std::move(next), asker, then = std::move(then)] {
    row_ = next;
    read_options();
    if (then) then();
    else ok(asker);
    tell_table();
    list();
  });
}

// ---- Who follows.

void Room::follow(const Asker& asker) {
  auto* connection = desk_.people.find(asker.client);
  if (!connection) return;
  touched_ = desk_.loop.now();
  if (std::ranges::find(followers_, asker.client, &Follower::client) != followers_.end()) return;
  followers_.push_back({asker.client, asker.who.user});
  if (seats_of(asker.who.user).empty()) watchers_changed();
  connection->follows.push_back(row_.id);
  ++desk_.stats.streams;
}

void Room::unfollow(ClientId client) {
  const auto it = std::ranges::find(followers_, client, &Follower::client);
  if (it == followers_.end()) return;
  const auto user = it->user;
  if (seats_of(user).empty()) watchers_changed();
  followers_.erase(it);
  if (auto* connection = desk_.people.find(client)) std::erase(connection->follows, row_.id);
  --desk_.stats.streams;
  touched_ = desk_.loop.now();
  if (!seats_of(user).empty() && !follows(user)) {
    tell_table();
    settle();
  }
  if (followers_.empty() && row_.state == TableState::waiting) desk_.alarms.set(row_.id, touched_ + desk_.settings.table_lifetime);
}

// Not for each who comes or goes: there may be many, and all of them are told.
void Room::watchers_changed() {
  if (std::exchange(telling_watchers_, true)) return;
  desk_.loop.after(desk_.settings.watchers_pause, [room = weak_from_this(), alive = std::weak_ptr(desk_.alive)] {
    const auto self = alive.expired() ? nullptr : room.lock();
    if (!self) return;
    self->telling_watchers_ = false;
    if (!self->closed_) self->tell_table();
  });
}

bool Room::follows(UserId user) const { return std::ranges::find(followers_, user, &Follower::user) != followers_.end(); }

std::vector<int> Room::seats_of(UserId user) const {
  std::vector<int> out;
  for (std::size_t s = 0; s < row_.seats.size(); ++s)
    if (row_.seats[s].user == user) out.push_back(static_cast<int>(s));
  return out;
}

std::vector<int> Room::persons(bool still_playing) const {
  std::vector<int> out;
  for (std::size_t s = 0; s < row_.seats.size(); ++s)
    if (row_.seats[s].user != kNobody && !(still_playing && away_ >> s & 1)) out.push_back(static_cast<int>(s));
  return out;
}

bool Room::may_watch(std::optional<UserId> user) const {
  return row_.state == TableState::waiting || options_.watch || (user && !seats_of(*user).empty());
}

void Room::renamed(const Identity& who) {
  if (row_.state != TableState::waiting) return;  // a game keeps the names that it began with
  bool changed = false;
  for (auto& seat : row_.seats)
    if (seat.user == who.user && seats_of(who.user).size() == 1 && seat.name != who.name) seat.name = who.name, changed = true;
  if (!changed) return;
  tell_table();
  list();
}

void Room::replace(UserId guest, UserId account) {
  for (auto& seat : row_.seats)
    if (seat.user == guest) seat.user = account;
  if (row_.owner == guest) row_.owner = account;
  for (auto& follower : followers_)
    if (follower.user == guest) follower.user = account;
  for (auto& waiting : waiting_)
    if (waiting.asker.who.user == guest) waiting.asker.who.user = account;
}

void Room::merged(UserId guest, const Identity& account) {
  replace(guest, account.user);
  if (writing_) merged_meanwhile_.emplace_back(guest, account.user);  // what is being written names the guest still
  tell_table();
  list();
}

// ---- The table as it is told.

wire::SeatFacts Room::seat_facts(std::size_t seat) const {
  const auto& row = row_.seats[seat];
  wire::SeatFacts out;
  out.name = row.name;
  if (row.user != kNobody) {
    out.kind = wire::SeatFacts::Kind::person;
    out.user = to_text(row.user);
    out.online = follows(row.user);
    if (row_.state == TableState::playing && away_ >> seat & 1) out.played_by = wire::name_of(wire::Level::medium);
  } else if (!row.level.empty()) {
    out.kind = wire::SeatFacts::Kind::computer;
    out.level = row.level;
  }
  return out;
}

namespace {

std::vector<int> members(unsigned bits) {
  std::vector<int> out;
  for (int s = 0; s < kSeats; ++s)
    if (bits >> s & 1) out.push_back(s);
  return out;
}

}  // namespace

std::string Room::table_head() const {
  constexpr std::string_view states[] = {"waiting", "playing", "over"};
  wire::TableFacts facts;
  facts.table = to_text(row_.id);
  facts.state = closed_ ? "closed" : states[static_cast<std::size_t>(row_.state)];
  facts.board = board_;
  facts.host = to_text(row_.owner);
  if (row_.game != kNoGame && row_.state != TableState::waiting) facts.game = game_text();
  facts.options = options_;
  for (std::size_t s = 0; s < row_.seats.size(); ++s) facts.seats.push_back(seat_facts(s));
  facts.abandon = members(abandon_);
  facts.rematch = members(rematch_);
  for (const auto& follower : followers_) facts.watching += seats_of(follower.user).empty();
  return wire::table_head(facts);
}

void Room::tell_table() {
  const auto head = table_head();
  for (const auto& follower : followers_) desk_.people.send(follower.client, wire::table_text(head, seats_of(follower.user)));
}

void Room::tell_table_to(ClientId client, UserId user) { desk_.people.send(client, wire::table_text(table_head(), seats_of(user))); }

std::optional<std::string> Room::lobby_entry() const {
  if (closed_ || !options_.listed || row_.state == TableState::over) return std::nullopt;
  if (row_.state == TableState::playing && !options_.watch) return std::nullopt;
  wire::LobbyFacts facts;
  facts.table = to_text(row_.id);
  facts.state = row_.state == TableState::waiting ? "waiting" : "playing";
  facts.board = board_;
  for (std::size_t s = 0; s < row_.seats.size(); ++s) {
    facts.seats.push_back(seat_facts(s).kind);
    if (row_.seats[s].user == row_.owner && facts.host.empty()) facts.host = row_.seats[s].name;
  }
  facts.clock = options_.clock;
  facts.watch = options_.watch;
  facts.time = row_.created;
  return wire::lobby_entry(facts);
}

void Room::list() { desk_.lobby.put(row_.id, row_.created, lobby_entry()); }

}  // namespace perron::server
