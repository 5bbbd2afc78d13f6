// What a host decides about a table besides its seats: who begins, the clock, who may see it. Requests, table messages and the
// store read and write it in one way. Knows no tables.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/fields.h"
#include "model/ids.h"
#include "wire/json_text.h"

namespace perron::wire {

inline constexpr Range kSeatRange = {0, kSeats - 1};

enum class ClockKind : std::uint8_t { none, turn, bank, days };
inline constexpr std::array<std::string_view, 4> kClockNames = {"none", "turn", "bank", "days"};

struct ClockChoice {
  ClockKind kind = ClockKind::none;
  std::int32_t span = 0;       // seconds; days
  std::int32_t increment = 0;  // seconds
  friend bool operator==(const ClockChoice&, const ClockChoice&) = default;
};

inline constexpr Seat kFirstRandom = kNoSeat;

struct Options {
  Seat first = kFirstRandom;  // or a seat
  ClockChoice clock;
  bool listed = false, watch = true;
  friend bool operator==(const Options&, const Options&) = default;
};

// Reads the fields "first", "clock", "listed" and "watch" of an object. Absent fields get their defaults.
Seat read_first(FieldReport& report, Fields& fields);
ClockChoice read_clock(Fields& fields);
Options read_options(FieldReport& report, Fields& fields);

// Write fields of the object that is open in `out`.
void write_clock(JsonText& out, const ClockChoice& clock);
void write_options(JsonText& out, const Options& options);

}  // namespace perron::wire
