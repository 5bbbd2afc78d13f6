// What a room does by itself: clocks that run out, computer players, people who are gone.
#include <algorithm>

#include "base/rng.h"
#include "server/room.h"

namespace perron::server {

Clocks Room::clocks_after(std::span<const LogItem> items, const State& after, Milliseconds lag, std::uint8_t& away) const {
  const auto now = shared_.loop.now();
  auto clocks = clocks_;
  const auto before = play_->state().open.to_move;
  const auto mover = after.open.to_move;
  clocks.stop(now, std::min(lag, shared_.settings.most_lag));
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
    if (mover != seat) clocks.at_least(seat, shared_.settings.least_on_return);
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
  return anybody && level_of(row_.seats, index(after.open.to_move), away) ? shared_.loop.now() : 0;
}

// An action that was made in time and is still on its way counts, as far as its lag is not counted.
Milliseconds Room::late_at() const {
  const auto deadline = clocks_.deadline();
  if (deadline == 0) return 0;
  const auto user = row_.seats[static_cast<std::size_t>(index(clocks_.running()))].user;
  return deadline + std::min(shared_.people.lag_of(user), shared_.settings.most_lag);
}

// For lists of games, which must not need their rooms.
void Room::note_turn() {
  if (!play_ || row_.state != TableState::playing) return void(shared_.turns.erase(row_.game));
  const auto mover = play_->state().open.to_move;
  shared_.turns[row_.game] = level_of(row_.seats, index(mover), away_) ? kNoSeat : mover;
}

Autopilot::Turn Room::turn() const {
  const auto mover = index(play_->state().open.to_move);
  Autopilot::Turn out;
  out.now = shared_.loop.now();
  out.version = play_->acted_version();
  out.computer = level_of(row_.seats, mover, away_);
  out.late_at = late_at();
  if (out.computer) out.paused = followers_.empty() && persons_playing(row_.seats, away_).empty();
  else out.absent = is_awaited(row_.seats[static_cast<std::size_t>(mover)].user);
  return out;
}

// The person is away, and somebody waits.
bool Room::is_awaited(UserId user) const {
  if (followers_.has(user) || options_.clock.kind == wire::ClockKind::days) return false;
  return std::ranges::any_of(persons_playing(row_.seats, away_), [&](int s) {
    const auto other = row_.seats[static_cast<std::size_t>(s)].user;
    return other != user && followers_.has(other);
  });
}

void Room::settle() {
  note_turn();
  if (row_.state == TableState::waiting && !closed_) return settle_waiting();
  if (!play_ || row_.state != TableState::playing) return;
  const auto now = turn();
  const auto plan = autopilot_.plan(now);
  if (plan.ask) ask_computer(*now.computer);
  shared_.alarms.set(row_.id, plan.due);
  tell_turn();
}

void Room::ask_computer(wire::Level level) {
  const auto version = play_->acted_version();
  const auto seed = mix64(shared_.settings.seed ^ mix64(static_cast<std::uint64_t>(row_.game) + version));
  Question question{play_->shared_game(), observe(play_->state(), play_->state().open.to_move), level, seed, row_.owner};
  const auto answers = shared_.thinker.ask(std::move(question), [room = weak_from_this(), version, game = row_.game](Action action) {
    const auto self = room.lock();
    if (!self) return;
    self->autopilot_.answered();
    if (self->broken_) return;
    if (self->row_.game == game && self->play_ && self->play_->acted_version() == version) self->autopilot_.take(action, version);
    const bool at_once = self->autopilot_.may_play(self->shared_.loop.now()) && !self->writing_;
    self->step([&] { at_once ? self->play_thought() : self->settle(); });
  });
  autopilot_.asked(version, shared_.loop.now());
  if (answers != level) ++shared_.stats.shortened[static_cast<std::size_t>(level)][static_cast<std::size_t>(answers)];
  // People see that their opponents are weaker than chosen.
  if (autopilot_.note_level(level, answers, shared_.loop.now())) tell_table();
}

void Room::play_thought() {
  if (!autopilot_.has_thought() || !play_ || row_.state != TableState::playing) return settle();
  const auto action = autopilot_.use_thought(turn());
  const auto& state = play_->state();
  const auto mover = state.open.to_move;
  const auto& mine = state.own[static_cast<std::size_t>(index(mover))];
  if (!action || why_not(play_->game(), state.open, mine, mover, *action)) return settle();
  submit({{EntryKind::action, static_cast<std::uint8_t>(index(mover)), false, {}, *action, 0, 0}}, std::nullopt);
}

void Room::wake() {
  if (broken_ && !writing_) return;  // the hub reads it again
  step([this] {
    if (!writing_ && stumbled_) go_on();
    if (writing_) shared_.alarms.set(row_.id, shared_.loop.now() + 100);
    else look();
  });
}

// What is due, at a time when nothing is being written.
void Room::look() {
  if (row_.state == TableState::waiting && !closed_) return wake_waiting();
  if (!play_ || row_.state != TableState::playing) return;
  switch (autopilot_.due_deed(turn())) {
    case Autopilot::Deed::wait: return settle();
    case Autopilot::Deed::play: return play_thought();
    case Autopilot::Deed::replace_late: return replace_by_computer(wire::Why::time);
    case Autopilot::Deed::replace_gone: return replace_by_computer(wire::Why::gone);
  }
}

void Room::replace_by_computer(wire::Why why) {
  ++shared_.stats.timeouts;
  const auto mover = static_cast<std::uint8_t>(index(play_->state().open.to_move));
  submit({{EntryKind::computer_takes_seat, mover, false, why, {}, 0, 0}}, std::nullopt);
}

void Room::tell_turn() {
  const auto mover = play_->state().open.to_move;
  if (mover == turn_told_) return;
  turn_told_ = mover;
  if (level_of(row_.seats, index(mover), away_)) return;
  shared_.people.send_to_user(row_.seats[static_cast<std::size_t>(index(mover))].user,
                              wire::your_turn_text(to_text(row_.id), game_text(), index(mover)));
}

}  // namespace perron::server
