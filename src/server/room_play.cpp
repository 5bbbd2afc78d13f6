// Requests about the game at a table: start, actions, undo, seats that change hands.
#include <algorithm>

#include "server/ending.h"
#include "server/explain.h"
#include "server/room_read.h"

namespace perron::server {

// ---- Start.

void Room::handle(const Asker& asker, const wire::Start&) {
  if (!is_host_of_waiting(asker)) return;
  start_game(asker, row_);
}

void Room::start_game(const Asker& asker, TableRow next) {
  const auto* offer = shared_.boards.find(board_);
  const auto game = offer ? shared_.boards.game(*offer->pin, static_cast<int>(next.seats.size())) : nullptr;
  if (!game) return refuse(asker, "no_such_board", "This board cannot be played with so many seats.");
  if (std::ranges::any_of(next.seats, [](const SeatRow& seat) { return seat.user == kNobody && seat.level.empty(); }))
    return refuse(asker, "seats_open", "A seat is open still: wait, add a computer player, or take the seat away.");
  GameRow row;
  row.id = new_id<GameId>();
  row.table = next.id;
  row.visibility = options_.watch ? next.visibility : Visibility::by_link;  // nobody else may read it: no list shows it
  row.engine = shared_.settings.engine;
  row.options = next.options;
  row.key = shared_.new_key();
  const int named = options_.first;
  row.first =
      static_cast<std::uint8_t>(named >= 0 && named < game->seats ? named : index(KeyDealer(KeyStreams{row.key}).first_seat(game->seats)));
  row.seats = next.seats;
  row.started = shared_.loop.now();
  row.board_hash = offer->pin->hash;
  next.state = TableState::playing;
  next.game = row.id;
  auto play = std::make_shared<std::unique_ptr<Play>>(std::make_unique<Play>(game, row.key, Seat(row.first)));
  const auto mover = (*play)->state().open.to_move;
  Clocks clocks(options_.clock, game->seats);
  clocks.begin_turn(mover);
  if (next.seats[static_cast<std::size_t>(index(mover))].user != kNobody) clocks.run(mover, row.started);
  std::vector<Change> changes;
  changes.push_back(SaveTable{next});
  changes.push_back(StartGame{row, offer->pin, due_after((*play)->state(), clocks, 0)});
  write(std::move(changes), asker, [this, asker, next, play, clocks, hash = hex(row.board_hash)] {
    shared_.deserted.erase(next.id);
    host_gone_since_ = 0;
    unlisted_ = false;
    ++shared_.stats.games_begun;
    set_row(next);
    count_as(row_.state, asker.address);
    play_ = std::move(*play);
    board_hash_ = hash;
    clocks_ = clocks;
    away_ = abandon_ = rematch_ = 0;
    ended_.clear();
    autopilot_.begin_game();
    turn_told_ = kNoSeat;
    shared_.game_is_at(row_.id, row_.game);
    answer(asker, wire::begin_ok(asker.id).field("game", game_text()).end('}').take());
    tell_table();
    send_strangers_away();
    read_lines(asker, [this](const auto& lines) {
      Rollback half_told([this] { break_down(); });
      for (const auto& follower : followers_.copy()) tell_game_to(follower.client, follower.user, {}, lines);
      half_told.release();
      list();
      settle();
    });
  });
}

// Whoever has the link may look at a table that waits, not at every game.
void Room::send_strangers_away() {
  for (const auto& follower : followers_.copy())
    if (!may_watch(follower.user)) unfollow(follower.client);
}

void Room::handle(const Asker& asker, const wire::Rematch&) {
  if (row_.state != TableState::over) return refuse(asker, "not_over", "The game is not over.");
  const auto seats = seats_of(row_.seats, asker.who.user);
  if (seats.empty()) return refuse(asker, "not_your_seat", "You have no seat at this table.");
  for (const int s : seats) rematch_ = static_cast<std::uint8_t>(rematch_ | 1u << s);
  auto next = row_;
  bool all_here = true;
  for (const int s : persons(row_.seats)) {
    auto& seat = next.seats[static_cast<std::size_t>(s)];
    const bool here = followers_.has(seat.user);
    if (here && !(rematch_ >> s & 1)) {  // somebody has not decided yet
      ok(asker);
      return tell_table();
    }
    if (!here && seat.user != asker.who.user) seat = {}, all_here = false;
  }
  if (std::ranges::find(next.seats, next.owner, &SeatRow::user) == next.seats.end()) next.owner = asker.who.user;
  if (shared_.quota.is_full(next.owner) || shared_.quota.is_full(asker.address, shared_.loop.now())) {
    for (const int s : seats) rematch_ = static_cast<std::uint8_t>(rematch_ & ~(1u << s));
    return refuse(asker, "too_many_tables", "The host or your network address has too many tables already: one of them must end first.");
  }
  const bool open = std::ranges::any_of(next.seats, [](const SeatRow& seat) { return seat.user == kNobody && seat.level.empty(); });
  next.state = TableState::waiting;
  if (all_here && !open) return start_game(asker, next);
  save(std::move(next), asker, [this, asker] {
    rematch_ = 0;
    play_.reset();
    ended_.clear();
    ok(asker);
  });
}

// ---- Checks that refuse.

bool Room::is_played(const Asker& asker, const std::string& game) {
  if (row_.state == TableState::playing && play_ && game == game_text()) return true;
  refuse(asker, "not_playing", "This game is not being played.");
  return false;
}

bool Room::is_own_seat(const Asker& asker, int seat, bool may_be_away) {
  const auto s = static_cast<std::size_t>(seat);
  if (s >= row_.seats.size()) refuse(asker, "no_such_seat", "The table has no such seat.");
  else if (row_.seats[s].user != asker.who.user) refuse(asker, "not_your_seat", "This seat is not yours.");
  else if (!may_be_away && away_ >> s & 1) refuse(asker, "computer_plays", "A computer player has this seat now. Take it back first.");
  else return true;
  return false;
}

// A hash in the log means that it may have been done; the stored entry decides.
void Room::unless_done(const Asker& asker, const LogItem& wanted, Then otherwise) {
  unless_entry(asker, wanted, play_->log().size(), std::move(otherwise));
}

void Room::unless_entry(const Asker& asker, const LogItem& wanted, std::size_t below, Then otherwise) {
  const auto hash = request_hash(asker.who.user, asker.id);
  const auto& log = play_->log();
  auto i = below;
  while (i > 0 && log[i - 1].request != hash) --i;
  if (i == 0) return otherwise();
  read<std::optional<Entry>>(
      asker, [this, i](auto done) { shared_.store.entry(row_.game, static_cast<std::uint32_t>(i), std::move(done)); },
      [this, asker, wanted, i, otherwise = std::move(otherwise)](const auto& entry) {
        if (!entry || !*entry || (*entry)->request != asker.id || (*entry)->user != asker.who.user)
          return unless_entry(asker, wanted, i - 1, otherwise);
        const auto& done = play_->log()[i - 1];
        if (done.kind != wanted.kind || done.seat != wanted.seat || done.action != wanted.action) refuse_repeated(asker);
        else answer(asker, wire::begin_ok(asker.id).field("version", done.version).end('}').take());
      });
}

// Mere events since do not matter.
bool Room::is_current(int version) const {
  const auto given = static_cast<std::uint32_t>(version);
  return given >= play_->acted_version() && given <= play_->version();
}

bool Room::is_current(const Asker& asker, int version) {
  if (is_current(version)) return true;
  refuse(asker, "stale",
         "The game has moved on since version " + std::to_string(version) + "; this is version " + std::to_string(play_->version()) + ".");
  return false;
}

// ---- Play.

void Room::handle(const Asker& asker, const wire::Act& request) {
  const LogItem item{EntryKind::action, static_cast<std::uint8_t>(request.seat), true, {}, request.action, 0, 0};
  // What was done has moved the game on, so most actions need no look at the ones before. The store refuses an id that is used again.
  if (!play_ || request.game != game_text() || is_current(request.version)) return act(asker, request, item);
  unless_done(asker, item, [=, this] { act(asker, request, item); });
}

void Room::act(const Asker& asker, const wire::Act& request, const LogItem& item) {
  if (!is_played(asker, request.game) || !is_own_seat(asker, request.seat, false) || !is_current(asker, request.version)) return;
  const auto& state = play_->state();
  const auto& mine = state.own[static_cast<std::size_t>(request.seat)];
  const auto refusal = why_not(play_->game(), state.open, mine, Seat(request.seat), request.action);
  if (!refusal) return submit({item}, asker);
  unless_done(asker, item, [this, asker, text = text_of(*refusal)] { refuse(asker, "rule", text.sentence, text.code); });
}

void Room::handle(const Asker& asker, const wire::Undo& request) {
  const LogItem item{EntryKind::undo, static_cast<std::uint8_t>(request.seat), true, {}, {}, 0, 0};
  if (!play_ || request.game != game_text()) return undo(asker, request, item);
  unless_done(asker, item, [=, this] { undo(asker, request, item); });
}

void Room::undo(const Asker& asker, const wire::Undo& request, const LogItem& item) {
  if (!is_played(asker, request.game) || !is_own_seat(asker, request.seat, false) || !is_current(asker, request.version)) return;
  if (!play_->can_undo(Seat(request.seat)))
    return refuse(asker, "cannot_undo", "There is nothing to take back, or something has been shown or played since.");
  if (is_undo_limited()) return refuse(asker, "too_many_undos", "Too many actions have been taken back in this game. Play on.");
  submit({item}, asker);
}

void Room::handle(const Asker& asker, const wire::TakeBackSeat& request) {
  if (!is_played(asker, request.game) || !is_own_seat(asker, request.seat, true)) return;
  if (!(away_ >> request.seat & 1)) return ok(asker);
  if (is_log_full()) return refuse(asker, "game_too_long", "This game has grown too long for seats to change hands.");
  submit({{EntryKind::person_returns, static_cast<std::uint8_t>(request.seat), true, {}, {}, 0, 0}}, asker);
}

// Nothing but actions, which bring the game to its end, and a bounded number of other entries make it longer then.
bool Room::is_log_full() const { return play_->log().size() >= shared_.settings.most_entries; }
bool Room::is_undo_limited() const { return play_->undos() >= shared_.settings.most_undos || is_log_full(); }

// Every person still playing has asked for it.
bool Room::all_abandon() const {
  return std::ranges::all_of(persons_playing(row_.seats, away_), [this](int s) { return abandon_ >> s & 1; });
}

void Room::handle(const Asker& asker, const wire::Abandon& request) {
  if (!is_played(asker, request.game)) return;
  const auto seats = seats_of(row_.seats, asker.who.user);
  if (seats.empty()) return refuse(asker, "not_your_seat", "You have no seat at this table.");
  for (const int s : seats) abandon_ = static_cast<std::uint8_t>(request.on ? abandon_ | 1u << s : abandon_ & ~(1u << s));
  if (request.on && all_abandon()) return submit({{EntryKind::abandon, static_cast<std::uint8_t>(seats[0]), true, {}, {}, 0, 0}}, asker);
  ok(asker);
  tell_table();
}

void Room::handle(const Asker& asker, const wire::Explain& request) {
  if (!play_ || request.game != game_text()) return refuse(asker, "no_such_game", "There is no such game at this table.");
  if (!is_own_seat(asker, request.seat, true)) return;
  auto text = explain(play_->game(), observe(play_->state(), Seat(request.seat)), request, asker.id);
  if (text.empty()) return refuse(asker, "bad_message", "There is no such thing on this board.");
  answer(asker, std::move(text));
}

// ---- The log.

// Several items are events only.
void Room::submit(std::vector<LogItem> items, std::optional<Asker> asker) {
  const auto now = shared_.loop.now();
  if (asker) items.front().request = request_hash(asker->who.user, asker->id);
  const auto next = std::make_shared<Play::Prepared>(play_->prepare(std::move(items)));
  const auto& first = next->items().front();
  const bool abandoned = first.kind == EntryKind::abandon;
  auto away = away_;
  const auto clocks = clocks_after(next->items(), next->state(), asker ? asker->lag : 0, away);
  const bool ends = abandoned || is_over(next->state().open);
  std::vector<Change> changes;
  for (const auto& item : next->items()) {
    Entry entry;
    entry.game = row_.game;
    entry.n = static_cast<std::uint32_t>(play_->log().size() + changes.size() + 1);
    entry.kind = item.kind;
    entry.seat = item.seat;
    entry.action = item.action;
    if (item.kind == EntryKind::computer_takes_seat) entry.action.a = static_cast<std::uint8_t>(item.why);
    if (asker) entry.user = asker->who.user;
    if (asker && changes.empty()) entry.request = asker->id;
    entry.clock = clocks.text();
    entry.at = now;
    entry.due = ends ? 0 : due_after(next->state(), clocks, away);
    changes.push_back(AppendEntry{std::move(entry)});
  }
  if (ends) {
    auto over = row_;
    over.state = TableState::over;
    changes.push_back(EndGame{row_.game, abandoned ? Ending::abandoned : Ending::finished,
                              abandoned ? std::string("{}") : short_result(play_->game(), next->state()), now});
    changes.push_back(SaveTable{std::move(over)});
  }
  write(std::move(changes), asker, [this, next, clocks, asker] { commit(std::move(*next), clocks, asker); });
}

void Room::commit(Play::Prepared&& next, const Clocks& clocks, const std::optional<Asker>& asker) {
  const auto kind = next.items().front().kind;
  const auto seat = next.items().front().seat;
  for (const auto& item : next.items()) {
    if (item.kind == EntryKind::computer_takes_seat) away_ = static_cast<std::uint8_t>(away_ | 1u << item.seat);
    if (item.kind == EntryKind::person_returns) away_ = static_cast<std::uint8_t>(away_ & ~(1u << item.seat));
    if (item.kind == EntryKind::action) ++(item.by_person ? shared_.stats.actions : shared_.stats.computer_actions);
    if (item.kind == EntryKind::undo) ++shared_.stats.undos;
  }
  Story story(play_->game(), followers_.audiences(row_.seats), play_->version());
  story.begin_at(play_->state());
  play_->tell(next, story);
  play_->commit(std::move(next));
  clocks_ = clocks;
  autopilot_.drop_thought();
  const bool ends = play_->over() || play_->abandoned();
  if (ends) {
    row_.state = TableState::over;
    abandon_ = rematch_ = 0;
    count_as(row_.state);
    ++shared_.stats.games_ended;
  }
  if (asker) answer(*asker, wire::begin_ok(asker->id).field("version", play_->version()).end('}').take());
  tell_game(story);
  if (ends) {
    tell_all(ended_text());
    list();
  }
  if (ends || (kind != EntryKind::action && kind != EntryKind::undo)) tell_table();
  if (kind == EntryKind::computer_takes_seat) {
    // Who did not want to abandon the game may just have left it.
    const auto playing = persons_playing(row_.seats, away_);
    if (!playing.empty() && all_abandon())
      return submit({{EntryKind::abandon, static_cast<std::uint8_t>(playing[0]), true, {}, {}, 0, 0}}, std::nullopt);
  }
  // No game takes this many actions unless its players make no progress.
  if (!ends && play_->standing() >= shared_.settings.most_entries)
    return submit({{EntryKind::abandon, seat, false, {}, {}, 0, 0}}, std::nullopt);
  settle();
}

}  // namespace perron::server
