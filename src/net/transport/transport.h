// Listens, speaks HTTP and WebSocket, enforces the limits, and passes requests and messages to a Site. Uses Boost.Beast, but does not
// expose it to those who include this.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "net/run/log.h"
#include "net/run/metrics.h"
#include "net/run/settings.h"
#include "net/site/site.h"

namespace boost::asio {
class io_context;
}

namespace perron::net {

class TransportContext;

class Transport {
 public:
  // All arguments must outlive it, and it must outlive the running loop.
  Transport(boost::asio::io_context& loop, const Settings& settings, const Log& log, Metrics& metrics, Site& site);
  ~Transport();

  // Begins to listen. Returns an error message, or "".
  std::string open();
  int port() const;  // the real one, if 0 was asked for
  // Accepts no more connections.
  void stop_listening();
  // Closes all connections: close_all() sends WebSockets a close frame, drop_all() does not.
  void close_all();
  void drop_all();
  std::size_t open_connections() const;
  // After an exception left the loop: restarts what was lost with the handler that threw it. May throw.
  void restart_handlers();

 private:
  std::unique_ptr<TransportContext> context_;
};

}  // namespace perron::net
