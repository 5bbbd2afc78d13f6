// What a game does without a request: a computer player thinks and plays, and replaces a person who is out of time or gone. Decides only
// what to do and when; knows no clock, no thinker, no seats and no disk.
#pragma once

#include <cstdint>
#include <optional>

#include "model/action.h"
#include "server/runtime/loop.h"
#include "server/runtime/settings.h"
#include "wire/request.h"

namespace perron::server {

class Autopilot {
 public:
  // The seat to move, at one moment.
  struct Turn {
    Milliseconds now = 0;
    std::uint32_t version = 0;            // of the last action
    std::optional<wire::Level> computer;  // that has the seat; nothing: a person
    bool paused = false;                  // computer players do not play for nobody
    Milliseconds timeout_at = 0;          // when the person is out of time; 0: never
    bool absent = false;                  // the person is not here, and somebody waits
  };
  struct Plan {
    Milliseconds due = 0;  // when to look again; 0: not before something happens
    bool ask = false;      // the computer player
  };
  enum class Task : std::uint8_t { wait, play, replace_timed_out, replace_absent };

  // The settings must live longer.
  explicit Autopilot(const Settings& settings) : settings_(settings) {}

  void begin_game();
  Plan plan(const Turn& turn);
  Task due_task(const Turn& turn);

  // ---- The computer player.
  void asked(std::uint32_t version, Milliseconds now);
  bool thinks() const { return asked_ != 0; }
  void answered() { asked_ = 0; }
  void take(Action move, std::uint32_t version);  // its answer, for this version
  bool may_play(Milliseconds now) const;          // late enough after the question for people to follow
  bool has_move() const { return move_.has_value(); }
  std::optional<Action> use_move(const Turn& turn);  // nothing: it is not for this turn. Afterwards it is gone
  void drop_move() { move_.reset(); }
  bool note_level(wire::Level asked, wire::Level answers, Milliseconds now);  // true: busy() has changed
  bool busy() const { return busy_; }  // others would wait too long if it searched for as long as its level does

 private:
  Milliseconds gone_at(const Turn& turn);

  const Settings& settings_;
  Milliseconds absent_since_ = 0;  // 0: the person to move is here, or nobody waits
  Milliseconds think_since_ = 0;
  Milliseconds shortened_ = 0;  // when a computer player last searched for a shorter time than its level does
  std::optional<Action> move_;
  std::uint32_t asked_ = 0;         // the version that a computer player thinks about; 0: none
  std::uint32_t move_version_ = 0;  // the version that its move is for
  bool busy_ = false;
};

}  // namespace perron::server
