# Release flags that make an exploitable mistake harder to exploit; tests/commands/test_hardening.py reads them off the program.
# Not with sanitizers, which have checks of their own and conflict with _FORTIFY_SOURCE, nor without optimisation, which it needs.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckLinkerFlag)

# Everything here is an executable or goes into one, so -fPIE: -fPIC would keep functions from being inlined.
add_compile_options(-fPIE -fstack-protector-strong)
add_link_options(-pie)
check_cxx_compiler_flag(-fcf-protection PERRON_HAS_CF_PROTECTION)  # x86 only
if(PERRON_HAS_CF_PROTECTION)
  add_compile_options(-fcf-protection)
endif()
check_linker_flag(CXX "LINKER:-z,relro,-z,now" PERRON_HAS_RELRO)  # ELF only
if(PERRON_HAS_RELRO)
  add_link_options("LINKER:-z,relro,-z,now")
endif()

# Level 3 needs glibc 2.34 and g++ 12 or clang 9: older headers answer with a warning. -U: some compilers predefine a level.
set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
check_cxx_source_compiles("
#include <cstring>
#if defined(__USE_FORTIFY_LEVEL) && __USE_FORTIFY_LEVEL < 3
#error
#endif
int main() {}" PERRON_HAS_FORTIFY_3)
unset(CMAKE_REQUIRED_FLAGS)
add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$<IF:$<BOOL:${PERRON_HAS_FORTIFY_3}>,3,2>)
