// CHECK: a condition that only our own bug can break. Prints where and stops; on in every build, so keep it cheap.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace perron {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
  std::abort();
}

}  // namespace perron

#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) [[unlikely]]                            \
      ::perron::check_failed(#condition, __FILE__, __LINE__); \
  } while (false)
