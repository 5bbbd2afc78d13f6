#include "server/game/clocks.h"

#include <algorithm>
#include <charconv>

namespace perron::server {

Clocks::Clocks(const wire::ClockChoice& choice, int seats) : choice_(choice), seats_(seats) { left_.fill(whole()); }

Milliseconds Clocks::whole() const {
  switch (choice_.kind) {
    case wire::ClockKind::none: return 0;
    case wire::ClockKind::days: return Milliseconds{choice_.span} * 24 * 3600 * 1000;
    default: return Milliseconds{choice_.span} * 1000;
  }
}

Milliseconds Clocks::left(Seat seat, Milliseconds now) const {
  const auto used = seat == running_ ? std::max<Milliseconds>(0, now - began_) : 0;
  return std::max<Milliseconds>(0, left_[seat] - used);
}

Milliseconds Clocks::deadline() const { return on() && running_ != kNoSeat ? began_ + left_[running_] : 0; }

void Clocks::stop(Milliseconds now, Milliseconds lag) {
  if (running_ == kNoSeat) return;
  left_[running_] = left(running_, std::max(began_, now - lag));
  running_ = kNoSeat;
}

void Clocks::run(Seat seat, Milliseconds now) {
  if (!on()) return;
  running_ = seat;
  began_ = now;
}

void Clocks::end_turn(Seat seat) {
  if (choice_.kind == wire::ClockKind::bank) left_[seat] += Milliseconds{choice_.increment} * 1000;
}

void Clocks::begin_turn(Seat seat) {
  if (choice_.kind != wire::ClockKind::bank) left_[seat] = whole();
}

void Clocks::take_back_turn(Seat seat) {
  if (choice_.kind == wire::ClockKind::bank)
    left_[seat] = std::max<Milliseconds>(1000, left_[seat] - Milliseconds{choice_.increment} * 1000);
}

void Clocks::at_least(Seat seat, Milliseconds span) { left_[seat] = std::max(left_[seat], std::min(span, whole())); }

void Clocks::not_before(Milliseconds when) {
  if (choice_.kind != wire::ClockKind::days) began_ = std::max(began_, when);
}

// "running began left left ..."; empty without a clock.
std::string Clocks::text() const {
  if (!on()) return {};
  auto out = std::to_string(index(running_)) + " " + std::to_string(began_);
  for (const auto seat : ids<Seat>(seats_)) out += " " + std::to_string(left_[seat]);
  return out;
}

std::optional<Clocks> Clocks::from_text(const wire::ClockChoice& choice, int seats, std::string_view text) {
  constexpr Milliseconds kMost = Milliseconds{1} << 50;  // beyond any time, and far from where sums overflow
  Clocks out(choice, seats);
  if (!out.on() && text.empty()) return out;
  std::array<Milliseconds, 2 + kSeats> numbers{};
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  const auto count = static_cast<std::size_t>(2 + seats);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && (next == end || *next++ != ' ')) return std::nullopt;
    const auto [rest, error] = std::from_chars(next, end, numbers[i]);
    if (error != std::errc() || numbers[i] < 0 || numbers[i] > kMost) return std::nullopt;
    next = rest;
  }
  if (next != end || (numbers[0] >= seats && numbers[0] != index(kNoSeat))) return std::nullopt;
  if (!out.on()) return out;  // of a game whose clock was not kept: nothing runs
  out.running_ = Seat(numbers[0]);
  out.began_ = numbers[1];
  for (const auto seat : ids<Seat>(seats)) out.left_[seat] = numbers[static_cast<std::size_t>(2 + index(seat))];
  return out;
}

}  // namespace perron::server
