// The clocks of a game. A value that the log stores after each entry; knows no timers and not who owns a seat.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "model/ids.h"
#include "server/runtime/loop.h"
#include "wire/request.h"

namespace perron::server {

class Clocks {
 public:
  Clocks() = default;
  Clocks(const wire::ClockChoice& choice, int seats);

  bool on() const { return choice_.kind != wire::ClockKind::none; }
  Seat running() const { return running_; }
  Milliseconds left(Seat seat, Milliseconds now) const;
  Milliseconds deadline() const;  // of the running one; 0: none runs

  // The running clock stops; `lag` is not counted.
  void stop(Milliseconds now, Milliseconds lag);
  void run(Seat seat, Milliseconds now);
  // A turn of the seat has ended: the increment.
  void end_turn(Seat seat);
  // A new turn of the seat: the whole time, where the limit is for a turn.
  void begin_turn(Seat seat);
  // The turn has been taken back.
  void take_back_turn(Seat seat);
  // A person comes back: not to a clock that is about to run out.
  void at_least(Seat seat, Milliseconds span);
  // The server was down before this: that time counts for nobody.
  void not_before(Milliseconds when);
  // The system's clock was set back after this clock began: without this it would stop for that long.
  void not_after(Milliseconds when) { began_ = std::min(began_, when); }

  std::string text() const;
  // Nothing: this is no text of such clocks.
  static std::optional<Clocks> from_text(const wire::ClockChoice& choice, int seats, std::string_view text);

 private:
  Milliseconds whole() const;

  wire::ClockChoice choice_;
  int seats_ = 0;
  Seat running_ = kNoSeat;
  Milliseconds began_ = 0;
  PerSeat<Milliseconds> left_{};
};

}  // namespace perron::server
