// Symbols that the packaged compiler runtime needs and the packaged C library lacks.
#include <cstdint>

extern "C" {
std::uintptr_t __stack_chk_guard = 0x595e9fbd;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
// Nothing is destroyed: the only thread ends with the module.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
}
