#include "server/room.h"

#include <algorithm>

#include "base/attempt.h"
#include "base/check.h"
#include "server/stored_table.h"

namespace perron::server {

namespace {

constexpr Milliseconds kSoon = 100;  // not at once: what failed may fail again

}  // namespace

Room::Room(Shared& shared, TableRow row) : shared_(shared), row_(std::move(row)), autopilot_(shared.settings), touched_(shared.loop.now()) {
  read_options();
}

void Room::read_options() {
  auto stored = stored_table_from(row_.options);
  options_fault_ = stored ? "" : stored.error();
  board_ = stored ? std::move(stored->board) : "";
  if (stored) options_ = stored->options;
  else options_.watch = false;  // nobody sees what may not have been for everyone
}

// ---- From the store.

Result<std::shared_ptr<Room>, std::string> Room::load(Shared& shared, TableRow row, std::optional<LoadedGame> game) {
  auto room = std::make_shared<Room>(shared, std::move(row));
  room->touched_ = 0;  // by nobody yet
  room->counted_ = room->row_.state;
  if (!room->options_fault_.empty()) return "the options of table " + to_text(room->row_.id) + " can't be read: " + room->options_fault_;
  room->know_deserted();
  if (game)
    if (auto why = room->take_game(std::move(*game)); !why.empty()) return why;
  return room;
}

// What contradicts the table, for the operator; "": nothing.
std::string Room::take_game(LoadedGame game) {
  if (row_.seats.size() != game.row.seats.size()) return "its table has another number of seats";
  if ((game.row.ending != Ending::none) != (row_.state == TableState::over)) return "its table says otherwise about whether it has ended";
  play_ = std::move(game.play);
  board_hash_ = hex(game.row.board_hash);
  away_ = game.away;
  if (auto why = take_clocks(game); !why.empty()) return why;
  turn_told_ = play_->state().open.to_move;
  note_turn();
  return "";
}

std::string Room::take_clocks(const LoadedGame& game) {
  const auto mover = play_->state().open.to_move;
  clocks_ = Clocks(options_.clock, play_->game().seats);
  if (play_->log().empty()) {
    clocks_.begin_turn(mover);
    if (!level_of(row_.seats, index(mover), away_)) clocks_.run(mover, game.row.started);
  } else {
    const auto kept = Clocks::from_text(options_.clock, play_->game().seats, game.clock);
    if (!kept) return "the clocks after its last entry can't be read";
    clocks_ = *kept;
  }
  const auto running = clocks_.running();
  if (running != kNoSeat && (row_.state != TableState::playing || running != mover || level_of(row_.seats, index(mover), away_)))
    return "a clock runs of a seat that is not a person's to move";
  clocks_.not_before(shared_.started);
  // Not whenever it is read: it would begin again each time.
  const auto later = shared_.from_later.find(row_.game);
  if (later != shared_.from_later.end() && later->second == game.at) clocks_.not_after(shared_.started);
  return "";
}

// ---- Steps that an exception ended early.

// If there is no memory for the alarm either, the hub's next sweep finds the room.
void Room::stumble() noexcept {
  stumbled_ = true;
  attempt([this] { shared_.alarms.set(row_.id, shared_.loop.now() + kSoon); });
}

// Whoever is here comes back to what the store has.
void Room::break_down() noexcept {
  broken_ = true;
  for (const auto& follower : followers_) shared_.people.fail(follower.client);
  for (const auto& waiting : waiting_) shared_.people.fail(waiting.asker.client);
  shared_.stats.streams -= followers_.size();
  followers_.clear();
  waiting_.clear();
  stumble();
}

// What a step that ended early may have left undone.
void Room::go_on() {
  stumbled_ = false;
  take_waiting();
  tell_table();
  list();
}

// ---- Answers.

void Room::answer(const Asker& asker, std::string_view text) { shared_.people.send(asker.client, text); }

void Room::refuse(const Asker& asker, std::string_view code, std::string_view sentence, std::string_view rule) {
  ++shared_.stats.refusals;
  answer(asker, wire::refused_text(asker.id, code, sentence, rule));
}

void Room::tell_all(std::string_view text) {
  for (const auto& follower : followers_) shared_.people.send(follower.client, text);
}

// ---- One request after the other, each on disk before the next.

void Room::request(Asker asker, wire::Request request) {
  touched_ = shared_.loop.now();
  if (broken_) return shared_.people.fail(asker.client);
  if (closed_) return refuse(asker, "no_such_table", "This table is gone.");
  const bool reads = std::holds_alternative<wire::Close>(request) || std::holds_alternative<wire::Explain>(request);
  if (reads || (!writing_ && waiting_.empty())) return step([&] { serve(asker, request); });
  if (waiting_.size() >= shared_.settings.queue_per_table)
    return refuse(asker, "busy", "Too many requests wait for this table. Try again.");
  auto waits = concern(asker.who.user);
  waiting_.push_back({std::move(asker), std::move(request), std::move(waits)});
  if (!writing_) step([this] { take_waiting(); });  // an exception kept them waiting
}

// Who gets no answer must not wait for one.
void Room::serve(const Asker& asker, const wire::Request& request) {
  Rollback lost([&] { shared_.people.fail(asker.client); });
  const auto serve_one = [&](const auto& one) {
    if constexpr (wire::AboutTable<std::decay_t<decltype(one)>>) handle(asker, one);  // the others are the hub's
  };
  if (closed_) refuse(asker, "no_such_table", "This table is gone.");
  else std::visit(serve_one, request);
  lost.release();
}

void Room::write(std::vector<Change> changes, std::optional<Asker> asker, Then then) {
  CHECK(!writing_);
  if (asker && !is_listed(asker->who.user)) writer_ = concern(asker->who.user);
  writing_ = true;
  ++shared_.stats.writes_pending;
  Rollback not_begun([this] {
    writing_ = false;
    writer_ = {};
    --shared_.stats.writes_pending;
  });
  shared_.store.write(std::move(changes), [room = weak_from_this(), asker = std::move(asker), then = std::move(then)](const auto& error) {
    if (const auto self = room.lock()) self->step([&] { self->written(error, asker, then); });
  });
  not_begun.release();
}

void Room::written(const std::optional<StoreError>& error, const std::optional<Asker>& asker, const Then& then) {
  writing_ = false;
  writer_ = {};
  --shared_.stats.writes_pending;
  if (broken_) {
    if (asker) shared_.people.fail(asker->client);
    return;
  }
  Rollback lost([&] {
    if (asker) shared_.people.fail(asker->client);
    if (!error) break_down();
  });
  if (error) not_written(*error, asker);
  else then();
  lost.release();
  take_waiting();
}

void Room::not_written(const StoreError& error, const std::optional<Asker>& asker) {
  if (error.fault == StoreFault::repeated && asker) return refuse_repeated(*asker);
  ++shared_.stats.store_errors;
  if (new_) closed_ = true, count_as(std::nullopt), list();     // a guest who logged in meanwhile may have brought it to the lobby
  else shared_.alarms.set(row_.id, shared_.loop.now() + 1000);  // what the server itself wanted to do is tried again
  if (asker) refuse(*asker, "not_stored", "The server cannot write to its disk now. Nothing has changed; try again.");
}

void Room::take_waiting() {
  for (const auto& [guest, account] : std::exchange(merged_meanwhile_, {})) merged(guest, account);
  while (!waiting_.empty() && !writing_) {
    const auto next = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    serve(next.asker, next.request);
  }
}

void Room::save(TableRow next, const Asker& asker, Then then) {
  std::vector<Change> changes;
  changes.push_back(SaveTable{next});
  write(std::move(changes), asker, [this, next = std::move(next), asker, then = std::move(then)] {
    set_row(next);
    read_options();
    count_as(row_.state, asker.address);
    if (then) then();
    else ok(asker);
    tell_table();
    list();
    settle();
  });
}

// ---- Who follows.

void Room::follow(const Asker& asker) {
  auto* connection = shared_.people.find(asker.client);
  if (!connection) return;
  touched_ = shared_.loop.now();
  if (followers_.has(asker.client)) return;
  connection->follows.push_back(row_.id);  // first: who is gone must not be followed by the table alone
  followers_.add(asker.client, asker.who.user, concern(asker.who.user));
  ++shared_.stats.streams;
  note_address(asker.who.user);
  if (!is_seated(row_.seats, asker.who.user)) watchers_changed();
}

void Room::unfollow(ClientId client) {
  const auto user = followers_.remove(client);
  if (!user) return;
  if (auto* connection = shared_.people.find(client)) std::erase(connection->follows, row_.id);
  --shared_.stats.streams;
  touched_ = shared_.loop.now();
  if (closed_) return;
  step([&] { gone(*user); });
}

void Room::gone(UserId user) {
  if (!is_seated(row_.seats, user)) watchers_changed();
  const bool left = !followers_.has(user) && (is_seated(row_.seats, user) || user == row_.owner);
  if (left) tell_table();
  if (left || followers_.empty()) {
    list();
    settle();
  }
}

// Not for each who comes or goes: there may be many, and all of them are told.
void Room::watchers_changed() {
  if (telling_watchers_) return;
  shared_.loop.after(shared_.settings.watchers_pause, [room = weak_from_this(), alive = std::weak_ptr(shared_.alive)] {
    const auto self = alive.expired() ? nullptr : room.lock();
    if (!self) return;
    self->telling_watchers_ = false;
    if (!self->closed_) self->step([&] { self->tell_table(); });
  });
  telling_watchers_ = true;
}

bool Room::may_watch(std::optional<UserId> user) const {
  return row_.state == TableState::waiting || options_.watch || (user && is_seated(row_.seats, *user));
}

// ---- The table as it is told.

wire::SeatFacts Room::seat_facts(std::size_t seat) const {
  const auto& row = row_.seats[seat];
  wire::SeatFacts out;
  out.name = row.name;
  if (row.user != kNobody) {
    out.kind = wire::SeatFacts::Kind::person;
    out.user = to_text(row.user);
    out.account = row.account;
    out.online = followers_.has(row.user);
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
  facts.busy = autopilot_.busy() && row_.state == TableState::playing;
  facts.watching = followers_.watching(row_.seats);
  return wire::table_head(facts);
}

void Room::tell_table() {
  const auto head = table_head();
  for (const auto& follower : followers_) shared_.people.send(follower.client, wire::table_text(head, seats_of(row_.seats, follower.user)));
}

void Room::tell_table_to(ClientId client, UserId user) {
  shared_.people.send(client, wire::table_text(table_head(), seats_of(row_.seats, user)));
}

}  // namespace perron::server
