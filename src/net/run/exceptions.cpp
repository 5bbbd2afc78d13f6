#include "net/run/exceptions.h"

#include <cxxabi.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>

namespace perron::net {
namespace {

std::string type_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& error) {
    const char* raw = typeid(error).name();
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(raw, nullptr, nullptr, &status), std::free);
    return readable ? readable.get() : raw;
  } catch (...) {
    return "unknown";
  }
}

}  // namespace

void log_exception(const Log& log, Metrics& metrics, ExceptionSource source, const std::exception_ptr& exception) noexcept {
  ++metrics.exceptions[source];
  try {
    log.write(LogLevel::error, "exception", {{"where", row_of(kExceptionSources, source).name}, {"type", type_of(exception)}});
  } catch (...) {  // no memory, not even for the log: the counter has it
  }
}

}  // namespace perron::net
