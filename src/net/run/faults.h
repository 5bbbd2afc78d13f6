// Exceptions that end a session, or nothing: logged by type and counted. Their texts stay out of the log, because a library may
// quote what it was given.
#pragma once

#include <exception>

#include "net/run/log.h"
#include "net/run/metrics.h"

namespace perron::net {

void note_exception(const Log& log, Metrics& metrics, Fault where, const std::exception_ptr& exception) noexcept;

}  // namespace perron::net
