#include "server/room/autopilot.h"

#include <algorithm>
#include <utility>

namespace perron::server {

void Autopilot::begin_game() {
  thought_.reset();
  busy_ = false;
}

Autopilot::Plan Autopilot::plan(const Turn& turn) {
  Plan out{turn.late_at, false};
  const auto sooner = [&](Milliseconds when) {
    if (when > 0 && (out.due == 0 || when < out.due)) out.due = when;
  };
  if (turn.computer) {
    absent_since_ = 0;
    out.ask = !turn.paused && asked_ == 0 && !thought_;
    if (thought_) sooner(std::max(turn.now, think_since_ + settings_.computer_delay));
  } else {
    thought_.reset();
    sooner(gone_at(turn));
  }
  return out;
}

Autopilot::Deed Autopilot::due_deed(const Turn& turn) {
  if (!turn.computer) {
    const auto gone = gone_at(turn);
    if (turn.late_at > 0 && turn.late_at <= turn.now) return Deed::replace_late;
    if (gone > 0 && gone <= turn.now) return Deed::replace_gone;
  }
  return thought_ && may_play(turn.now) ? Deed::play : Deed::wait;
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

void Autopilot::take(Action thought, std::uint32_t version) {
  thought_ = thought;
  thought_at_ = version;
}

bool Autopilot::may_play(Milliseconds now) const { return think_since_ + settings_.computer_delay <= now; }

std::optional<Action> Autopilot::use_thought(const Turn& turn) {
  const auto thought = std::exchange(thought_, std::nullopt);
  return turn.computer && thought_at_ == turn.version ? thought : std::nullopt;
}

// Not for each action: the load may come and go.
bool Autopilot::note_level(wire::Level asked, wire::Level answers, Milliseconds now) {
  if (answers != asked) shortened_ = now;
  const bool busy = answers != asked || (busy_ && now < shortened_ + settings_.busy_pause);
  return std::exchange(busy_, busy) != busy;
}

}  // namespace perron::server
