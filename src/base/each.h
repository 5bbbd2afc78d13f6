// Does something for each of several, also if it throws for some of them: the first exception is thrown again after the last.
// WebAssembly is built without exceptions; an allocation that fails ends the module there.
#pragma once

#include <exception>

namespace perron {

template <class Range, class Work>
void for_each_regardless(const Range& range, Work&& work) {
#ifdef __cpp_exceptions
  std::exception_ptr first;
  for (const auto& one : range) {
    try {
      work(one);
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
#else
  for (const auto& one : range) work(one);
#endif
}

}  // namespace perron
