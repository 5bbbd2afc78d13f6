// The sender of a request to the hub or a room, and where the answer goes.
#pragma once

#include <string>

#include "server/people/client.h"
#include "server/runtime/hub_types.h"

namespace perron::server {

struct Requester {
  ClientId client{0};
  Identity who;
  std::string id;  // of the request
  Milliseconds lag = 0;
  std::string address;  // network address group; empty: not known
};

}  // namespace perron::server
