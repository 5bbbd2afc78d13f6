// Sets of seats written as numbers.
#pragma once

#include <initializer_list>

#include "model/ids.h"

namespace perron::kit {

inline SeatSet seat_set(std::initializer_list<int> numbers) {
  SeatSet out;
  for (const int n : numbers) out.set(Seat(n));
  return out;
}

}  // namespace perron::kit
