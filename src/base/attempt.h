// Does something that may fail for lack of memory, where somebody looks after it later if it does. WebAssembly is built without
// exceptions; an allocation that fails ends the module there.
#pragma once

namespace perron {

// False: it threw.
template <class Work>
bool attempt(Work&& work) noexcept {
#ifdef __cpp_exceptions
  try {
    work();
  } catch (...) {
    return false;
  }
#else
  work();
#endif
  return true;
}

}  // namespace perron
