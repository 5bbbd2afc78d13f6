// The whole server: store, hub, computer players, people and the network on one loop, from the start to a clean stop.
#pragma once

#include <string>

#include "net/run/settings.h"

namespace perron::net {

// Runs until SIGTERM or SIGINT; a second one ends it at once. 0: stopped cleanly; 1: could not start, the log says why.
// `given` is what was set, for the log; `version` is told to clients and kept with each game.
int run_server(const Settings& settings, const Given& given, const std::string& version);

}  // namespace perron::net
