// What a room does by itself: clocks that run out, computer players, people who are gone.
#include <algorithm>

#include "base/rng.h"
#include "server/room.h"

namespace perron::server {

Clocks Room::clocks_after(std::span<const LogItem> items, const State& after, Milliseconds lag, std::uint8_t& away) const {
  const auto now = desk_.loop.now();
  auto clocks = clocks_;
  const auto before = play_->state().open.to_move;
  const auto mover = after.open.to_move;
  clocks.stop(now, std::min(lag, desk_.settings.most_lag));
  for (const auto& item : items) {
    const auto seat = Seat(item.seat);
    if (item.kind == EntryKind::action && mover != seat) {
      clocks.end_turn(seat);
      clocks.begin_turn(mover);
    }
    if (item.kind == EntryKind::undo && before != seat) clocks.take_back_turn(seat);
    if (item.kind == EntryKind::computer_takes_seat) away = static_cast<std::uint8_t>(away | 1u << item.seat);
    if (item.kind == EntryKind::abandon) return clocks;
    if (item.kind != EntryKind::person_returns) continue;
    away = static_cast<std::uint8_t>(away & ~(1u << item.seat));
    // Not in the middle of one's own turn: who leaves and returns again and again must not gain time by it.
    if (mover != seat) clocks.at_least(seat, desk_.settings.least_on_return);
  }
  if (!is_over(after.open) && !level_of(row_.seats, index(mover), away)) clocks.run(mover, now);
  return clocks;
}

// When this process, or the next one, must look at the game by itself.
Milliseconds Room::due_after(const State& after, const Clocks& clocks, std::uint8_t away) const {
  if (clocks.deadline() > 0) return clocks.deadline();
  const auto active = [&](std::size_t s) { return row_.seats[s].user != kNobody && !(away >> s & 1); };
  bool anybody = false;
  for (std::size_t s = 0; s < row_.seats.size(); ++s) anybody = anybody || active(s);
  return anybody && level_of(row_.seats, index(after.open.to_move), away) ? desk_.loop.now() : 0;
}

// An action that was made in time and is still on its way counts, as far as its lag is not counted.
Milliseconds Room::late_at() const {
  const auto deadline = clocks_.deadline();
  if (deadline == 0) return 0;
  const auto user = row_.seats[static_cast<std::size_t>(index(clocks_.running()))].user;
  return deadline + std::min(desk_.people.lag_of(user), desk_.settings.most_lag);
}

// Computer players do not play for nobody.
bool Room::paused() const { return followers_.empty() && persons_playing(row_.seats, away_).empty(); }

// For lists of games, which must not need their rooms.
void Room::note_turn() {
  if (!play_ || row_.state != TableState::playing) return void(desk_.turns.erase(row_.game));
  const auto mover = play_->state().open.to_move;
  desk_.turns[row_.game] = level_of(row_.seats, index(mover), away_) ? kNoSeat : mover;
}

void Room::settle() {
  note_turn();
  if (row_.state == TableState::waiting && !closed_) return settle_waiting();
  if (!play_ || row_.state != TableState::playing) return;
  const auto mover = index(play_->state().open.to_move);
  Milliseconds due = late_at();
  const auto sooner = [&](Milliseconds when) {
    if (when > 0 && (due == 0 || when < due)) due = when;
  };
  if (const auto level = level_of(row_.seats, mover, away_)) {
    absent_since_ = 0;
    if (!paused() && asked_ == 0 && !thought_) ask_computer(*level);
    if (thought_) sooner(std::max(desk_.loop.now(), think_since_ + desk_.settings.computer_delay));
  } else {
    thought_.reset();
    sooner(gone_at());
  }
  desk_.alarms.set(row_.id, due);
  tell_turn();
}

void Room::ask_computer(wire::Level level) {
  const auto version = play_->acted_version();
  think_since_ = desk_.loop.now();
  const auto seed = mix64(desk_.settings.seed ^ mix64(static_cast<std::uint64_t>(row_.game) + version));
  Question question{play_->shared_game(), observe(play_->state(), play_->state().open.to_move), level, seed, row_.owner};
  const auto answers = desk_.thinker.ask(std::move(question), [room = weak_from_this(), version, game = row_.game](Action action) {
    const auto self = room.lock();
    if (!self) return;
    self->asked_ = 0;
    if (self->broken_) return;
    if (self->row_.game == game && self->play_ && self->play_->acted_version() == version) {
      self->thought_ = action;
      self->thought_at_ = version;
    }
    const bool at_once = self->think_since_ + self->desk_.settings.computer_delay <= self->desk_.loop.now() && !self->writing_;
    self->step([&] { at_once ? self->play_thought() : self->settle(); });
  });
  asked_ = version;
  note_level(level, answers);
}

// People see that their opponents are weaker than chosen. Not for each action: the load may come and go.
void Room::note_level(wire::Level asked, wire::Level answers) {
  const auto now = desk_.loop.now();
  if (answers != asked) {
    ++desk_.stats.shortened[static_cast<std::size_t>(asked)][static_cast<std::size_t>(answers)];
    shortened_ = now;
  }
  const bool busy = answers != asked || (busy_ && now < shortened_ + desk_.settings.busy_pause);
  if (std::exchange(busy_, busy) != busy) tell_table();
}

void Room::play_thought() {
  if (!thought_ || !play_ || row_.state != TableState::playing) return settle();
  const auto& state = play_->state();
  const auto mover = state.open.to_move;
  const auto action = *thought_;
  thought_.reset();
  const auto& mine = state.own[static_cast<std::size_t>(index(mover))];
  const bool fits = thought_at_ == play_->acted_version() && level_of(row_.seats, index(mover), away_);
  if (!fits || why_not(play_->game(), state.open, mine, mover, action)) return settle();
  submit({{EntryKind::action, static_cast<std::uint8_t>(index(mover)), false, {}, action, 0, 0}}, std::nullopt);
}

// The person to move is away, and somebody waits.
Milliseconds Room::gone_at() {
  const auto mover = static_cast<std::size_t>(index(play_->state().open.to_move));
  const auto user = row_.seats[mover].user;
  const auto awaited = [&] {
    return std::ranges::any_of(persons_playing(row_.seats, away_), [&](int s) {
      const auto other = row_.seats[static_cast<std::size_t>(s)].user;
      return other != user && followers_.has(other);
    });
  };
  if (followers_.has(user) || options_.clock.kind == wire::ClockKind::days || !awaited()) {
    absent_since_ = 0;
    return 0;
  }
  if (absent_since_ == 0) absent_since_ = desk_.loop.now();
  return absent_since_ + desk_.settings.gone_after;
}

void Room::wake() {
  if (broken_ && !writing_) return;  // the hub reads it again
  step([this] {
    if (!writing_ && stumbled_) go_on();
    if (writing_) desk_.alarms.set(row_.id, desk_.loop.now() + 100);
    else look();
  });
}

// What is due, at a time when nothing is being written.
void Room::look() {
  const auto now = desk_.loop.now();
  if (row_.state == TableState::waiting && !closed_) return wake_waiting();
  if (!play_ || row_.state != TableState::playing) return;
  const auto mover = play_->state().open.to_move;
  const bool late = late_at() > 0 && late_at() <= now;
  const bool person = !level_of(row_.seats, index(mover), away_);
  const auto gone = person ? gone_at() : 0;
  if (person && (late || (gone > 0 && gone <= now))) {
    ++desk_.stats.timeouts;
    const auto why = late ? wire::Why::time : wire::Why::gone;
    return submit({{EntryKind::computer_takes_seat, static_cast<std::uint8_t>(index(mover)), false, why, {}, 0, 0}}, std::nullopt);
  }
  if (thought_ && think_since_ + desk_.settings.computer_delay <= now) return play_thought();
  settle();
}

void Room::tell_turn() {
  const auto mover = play_->state().open.to_move;
  if (mover == turn_told_) return;
  turn_told_ = mover;
  if (level_of(row_.seats, index(mover), away_)) return;
  desk_.people.send_to_user(row_.seats[static_cast<std::size_t>(index(mover))].user,
                            wire::your_turn_text(to_text(row_.id), game_text(), index(mover)));
}

}  // namespace perron::server
