// Logs an exception by its type and counts it. Its text stays out of the log, because a library may quote its input.
#pragma once

#include <exception>

#include "net/run/log.h"
#include "net/run/metrics.h"

namespace perron::net {

void log_exception(const Log& log, Metrics& metrics, ExceptionSource source, const std::exception_ptr& exception) noexcept;

}  // namespace perron::net
