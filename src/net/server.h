// The whole server on one event loop: store, hub, computer players, authentication and network, from start to clean stop.
#pragma once

#include <string>

#include "net/run/settings.h"

namespace perron::net {

// Runs until SIGTERM or SIGINT; a second signal ends it at once. Returns 0 after a clean stop, 1 if it could not start (see the log).
// `given` is logged; clients get `version`, and each game stores it.
int run_server(const Settings& settings, const SettingValues& given, const std::string& version);

}  // namespace perron::net
