// What the packaged compiler runtime asks for and the packaged C library lacks.
#include <cstdint>

extern "C" {
std::uintptr_t __stack_chk_guard = 0x595e9fbd;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
