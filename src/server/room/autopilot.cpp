#include "server/room/autopilot.h"

#include <algorithm>
#include <utility>

namespace perron::server {

void Autopilot::begin_game() {
  move_.reset();
  busy_ = false;
}

Autopilot::Plan Autopilot::plan(const Turn& turn) {
  Plan out{turn.timeout_at, false};
  const auto sooner = [&](Milliseconds when) {
    if (when > 0 && (out.due == 0 || when < out.due)) out.due = when;
  };
  if (turn.computer) {
    absent_since_ = 0;
    out.ask = !turn.paused && asked_ == 0 && !move_;
    if (move_) sooner(std::max(turn.now, think_since_ + settings_.computer_delay));
  } else {
    move_.reset();
    sooner(gone_at(turn));
  }
  return out;
}

Autopilot::Task Autopilot::due_task(const Turn& turn) {
  if (!turn.computer) {
    const auto gone = gone_at(turn);
    if (turn.timeout_at > 0 && turn.timeout_at <= turn.now) return Task::replace_timed_out;
    if (gone > 0 && gone <= turn.now) return Task::replace_absent;
  }
  return move_ && may_play(turn.now) ? Task::play : Task::wait;
}

Milliseconds Autopilot::gone_at(const Turn& turn) {
  if (!turn.absent) absent_since_ = 0;
  else if (absent_since_ == 0) absent_since_ = turn.now;
  return turn.absent ? absent_since_ + settings_.gone_after : 0;
}

// ---- The computer player.

void Autopilot::asked(std::uint32_t version, Milliseconds now) {
  asked_ = version;
  think_since_ = now;
}

void Autopilot::take(Action move, std::uint32_t version) {
  move_ = move;
  move_version_ = version;
}

bool Autopilot::may_play(Milliseconds now) const { return think_since_ + settings_.computer_delay <= now; }

std::optional<Action> Autopilot::use_move(const Turn& turn) {
  const auto move = std::exchange(move_, std::nullopt);
  return turn.computer && move_version_ == turn.version ? move : std::nullopt;
}

// Not for each action: the load may come and go.
bool Autopilot::note_level(wire::Level asked, wire::Level answers, Milliseconds now) {
  if (answers != asked) shortened_ = now;
  const bool busy = answers != asked || (busy_ && now < shortened_ + settings_.busy_pause);
  return std::exchange(busy_, busy) != busy;
}

}  // namespace perron::server
