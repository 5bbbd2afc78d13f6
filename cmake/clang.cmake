# Toolchain file of the `clang` and `fuzz` presets: the compiler that cmake/find-clang chooses.
if(NOT CMAKE_CXX_COMPILER)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/find-clang OUTPUT_VARIABLE clang OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(CMAKE_CXX_COMPILER ${clang})
endif()
